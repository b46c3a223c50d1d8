/** Files that are dropped on a page, which the browser would otherwise open in place of the office. */
import { useEffect, useRef, useState } from 'react';

/** A text can be dragged, too, and is left to the browser. */
const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

type DragListeners = Partial<Record<'dragover' | 'dragleave' | 'drop', (event: DragEvent) => void>>;

function listen(listeners: DragListeners): () => void {
  const controller = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    window.addEventListener(name, listener as EventListener, { signal: controller.signal });
  return () => controller.abort();
}

/** Ignores files that are dropped beside a place for them. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    return listen({ dragover: ignore, drop: ignore });
  }, []);
}

/** Accepts files that are dropped anywhere on the page. Returns whether some are being dragged over it. */
export function useDropAnywhere(onDrop: (files: File[]) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(
    () =>
      listen({
        dragover: (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setDropping(true);
        },
        dragleave: (event) => event.relatedTarget === null && setDropping(false),
        drop: (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setDropping(false);
          latest.current([...(event.dataTransfer?.files ?? [])]);
        },
      }),
    [],
  );
  return isDropping;
}
