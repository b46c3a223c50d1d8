/**
 * A file in a pane of the viewer: fitted, zoomed and turned. Dragging, scrolling or the arrow keys move a zoomed
 * picture.
 */
import { Button } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import scan from '../../../application/document.module.css';
import { isPdf } from '../../../application/fields-and-documents.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import styles from './viewer.module.css';

export const zooms = [1, 1.5, 2, 3, 4, 6] as const;

export interface View {
  /** The index in `zooms`. */
  zoom: number;
  /** Clockwise, in degrees. */
  turn: number;
}

export const viewOf = (views: Record<string, View>, field: string): View => views[field] ?? { zoom: 0, turn: 0 };

interface FileViewProps {
  url: string | null;
  label: string;
  view: View;
  /** Takes the index in `zooms`. */
  onZoom: (zoom: number) => void;
}

export function FileView({ url, label, view, onZoom }: FileViewProps) {
  const { t } = useTexts();
  if (url === null) return <p className={styles.none}>{t('viewer.missing')}</p>;
  if (!isPdf(url)) return <Picture key={url} url={url} label={label} view={view} onZoom={onZoom} />;
  return (
    <>
      <iframe className={`${scan.frame} ${styles.frame}`} src={url} title={label} />
      <a className={`${scan.onPhone} ${styles.none}`} href={url} target="_blank" rel="noopener">
        {t('slots.open')}
      </a>
    </>
  );
}

type Size = { width: number; height: number };

function Picture({ url, label, view: { zoom, turn }, onZoom }: FileViewProps & { url: string }) {
  const { t } = useTexts();
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const pane = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, pane);
  const [natural, setNatural] = useState<Size | null>(null);
  const [isBroken, setBroken] = useState(false);
  const factor = zooms[zoom] ?? 1;
  const isSideways = turn % 180 !== 0;
  const turned = natural && (isSideways ? { width: natural.height, height: natural.width } : natural);
  const scale = turned ? Math.min(width / turned.width, height / turned.height) * factor : 0;
  useFixedCentre(pane, factor);
  const dragging = useDragging(pane);
  const retry = useRef<HTMLButtonElement>(null);
  // The pane and the button take each other's place, and the focus with it.
  const tryAgain = () => {
    flushSync(() => setBroken(false));
    pane.current?.focus();
  };
  const fail = () => {
    const hasFocus = document.activeElement === pane.current;
    flushSync(() => setBroken(true));
    if (hasFocus) retry.current?.focus();
  };
  if (isBroken) {
    return (
      <div className={styles.none}>
        <p>{t('viewer.failed')}</p>
        <Button ref={retry} variant="default" onClick={tryAgain}>
          {t('slots.retry')}
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: an enlarged picture is scrolled by keyboard
    <div ref={ref} className={styles.scroll} tabIndex={0} role="group" aria-label={label} {...dragging}>
      <div
        className={styles.sheet}
        style={turned ? { width: turned.width * scale, height: turned.height * scale } : undefined}
      >
        <img
          src={url}
          alt={label}
          draggable={false}
          style={
            natural
              ? {
                  width: natural.width * scale,
                  height: natural.height * scale,
                  transform: `translate(-50%, -50%) rotate(${turn}deg)`,
                }
              : undefined
          }
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNatural({ width: naturalWidth, height: naturalHeight })
          }
          onError={fail}
          onDoubleClick={() => onZoom(zoom > 0 ? 0 : 2)}
        />
      </div>
    </div>
  );
}

/** Keeps the same point of the picture in the centre of the pane when the zoom changes. */
function useFixedCentre(pane: RefObject<HTMLDivElement | null>, factor: number): void {
  const before = useRef(factor);
  useLayoutEffect(() => {
    const { current: box } = pane;
    const growth = factor / before.current;
    before.current = factor;
    if (!box || growth === 1) return;
    box.scrollLeft = (box.scrollLeft + box.clientWidth / 2) * growth - box.clientWidth / 2;
    box.scrollTop = (box.scrollTop + box.clientHeight / 2) * growth - box.clientHeight / 2;
  }, [pane, factor]);
}

/** Scrolls by dragging with the mouse; the browser does so for a finger. */
function useDragging(pane: RefObject<HTMLDivElement | null>) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const end = () => {
    from.current = null;
  };
  return {
    onPointerDown: ({ pointerType, button, clientX, clientY }: PointerEvent) => {
      if (pointerType === 'mouse' && button === 0) from.current = { x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!from.current || !pane.current) return;
      pane.current.scrollLeft -= clientX - from.current.x;
      pane.current.scrollTop -= clientY - from.current.y;
      from.current = { x: clientX, y: clientY };
    },
    onPointerUp: end,
    onPointerLeave: end,
  };
}
