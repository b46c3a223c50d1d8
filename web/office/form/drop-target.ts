/** An element on which files can be dropped, as an alternative to choosing them. */
import { type DragEvent, useState } from 'react';

/** The listeners of an element that accepts files, and whether one is being dragged over it. */
export function useDropTarget(onDrop: (files: File[]) => void, isActive = true) {
  const [isOver, setOver] = useState(false);
  const listeners = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(isActive);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      // The element may be inside another one that accepts files.
      event.stopPropagation();
      setOver(false);
      onDrop([...event.dataTransfer.files]);
    },
  };
  return { isOver, listeners };
}
