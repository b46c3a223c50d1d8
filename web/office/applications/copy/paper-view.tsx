/** One paper, fitted into its pane, enlarged and turned; an enlarged one is moved by dragging, scrolling or the arrow keys. */
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isPdf } from '../../../../contract/files.ts';
import scan from '../../../application/document.module.css';
import { useTexts } from '../../../texts/office/copy.ts';
import styles from './viewer.module.css';

export const zooms = [1, 1.5, 2, 3, 4, 6] as const;

export interface View {
  /** The index in `zooms`. */
  zoom: number;
  /** Clockwise, in degrees. */
  turn: number;
}

export const viewOf = (views: Record<string, View>, paper: string): View => views[paper] ?? { zoom: 0, turn: 0 };

interface PaperViewProps {
  url: string | null;
  name: string;
  view: View;
  onZoom: (step: number) => void;
}

export function PaperView({ url, name, view, onZoom }: PaperViewProps) {
  const { t } = useTexts();
  if (url === null) return <p className={styles.none}>{t('viewer.missing')}</p>;
  if (!isPdf(url)) return <Picture url={url} name={name} view={view} onZoom={onZoom} />;
  return (
    <>
      <iframe className={`${scan.frame} ${styles.frame}`} src={url} title={name} />
      <a className={`${scan.onPhone} ${styles.none}`} href={url} target="_blank" rel="noopener">
        {t('slots.open')}
      </a>
    </>
  );
}

type Size = { width: number; height: number };

function Picture({ url, name, view: { zoom, turn }, onZoom }: PaperViewProps & { url: string }) {
  const { t } = useTexts();
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>();
  const pane = useRef<HTMLDivElement>(null);
  const both = useMergedRef(sized, pane);
  const [natural, setNatural] = useState<Size | null>(null);
  const [isBroken, setBroken] = useState(false);
  const factor = zooms[zoom] ?? 1;
  const isLying = turn % 180 !== 0;
  const upright = natural && (isLying ? { width: natural.height, height: natural.width } : natural);
  const scale = upright ? Math.min(width / upright.width, height / upright.height) * factor : 0;
  useKeptMiddle(pane, factor);
  const dragging = useDragging(pane);
  if (isBroken) return <p className={styles.none}>{t('viewer.failed')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: an enlarged picture is scrolled by keyboard
    <div ref={both} className={styles.scroll} tabIndex={0} role="group" aria-label={name} {...dragging}>
      <div
        className={styles.sheet}
        style={upright ? { width: upright.width * scale, height: upright.height * scale } : undefined}
      >
        <img
          src={url}
          alt={name}
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
          onError={() => setBroken(true)}
          onDoubleClick={() => onZoom(zoom > 0 ? 0 : 2)}
        />
      </div>
    </div>
  );
}

/** What was in the middle of the pane stays there while the picture grows. */
function useKeptMiddle(pane: RefObject<HTMLDivElement | null>, factor: number): void {
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

/** A finger scrolls by itself. */
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
