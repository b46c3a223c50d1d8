import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in rem, measured before the first paint and after each change. */
export function useWidthInRem(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setWidth(Math.floor((current.getBoundingClientRect().width / rem) * 4) / 4);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
