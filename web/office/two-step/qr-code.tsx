import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './two-step.module.css';

/** The margin that scanners need around the code, in modules. */
const margin = 4;

/**
 * A QR code that is drawn in the browser, so that its content is not sent anywhere. It is dark on white in every colour
 * scheme, as scanners expect. `instead` is shown if the script that draws it cannot be loaded.
 */
export function QrCode({ text, label, instead }: { text: string; label: string; instead: ReactNode }) {
  const [rows, setRows] = useState<boolean[][] | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isShown = true;
    void import('qr').then(
      ({ encodeQR }) => isShown && setRows(encodeQR(text, 'raw', { ecc: 'medium', border: margin })),
      () => isShown && setMissing(true),
    );
    return () => {
      isShown = false;
    };
  }, [text]);
  if (isMissing) return instead;
  if (!rows) return <Skeleton className={styles.qr} />;
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
