/**
 * A roving tabindex for the rows of the list: only the controls of one row are tab stops, and the arrow keys move to
 * another row. The rows remain those of a table or a list, which screen readers know how to read.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isKey } from '../../shortcuts/key-press.ts';
import type { ShortcutName } from '../../shortcuts/shortcuts.ts';

/** The edge at which the focus leaves the rows: upwards or downwards. */
export type Edge = 'before' | 'after';

interface RowFocus<Rows extends HTMLElement> {
  ref: RefObject<Rows | null>;
  onKeyDown: (event: KeyboardEvent<Rows>) => void;
  onFocus: (event: FocusEvent<Rows>) => void;
}

export function useRowFocus<Rows extends HTMLElement>(onEdge: (edge: Edge) => void): RowFocus<Rows> {
  const ref = useRef<Rows>(null);
  const current = useRef(0);
  const update = () => setTabStops(rowsOf(ref.current), current.current);
  // Any render may have changed the rows and their controls.
  useLayoutEffect(update);
  return {
    ref,
    onFocus: ({ target }) => {
      current.current = rowsOf(ref.current).findIndex((row) => row.contains(target));
      update();
    },
    onKeyDown: (event) => {
      // An Enter that led into the rows and is still held down must not open one.
      if (isKey('open', event) && event.repeat) return event.preventDefault();
      const rows = rowsOf(ref.current);
      const from = rows.findIndex((row) => row.contains(event.target as Node));
      const step = steps.find(([name]) => isKey(name, event));
      if (!step || from < 0) return;
      event.preventDefault();
      const to = step[1](from, rows.length);
      if (to >= 0 && to < rows.length) return focusSame(rows[from], rows[to], event.target);
      // A held arrow key stops at the edge, since it would race through the pages.
      if (!event.repeat) onEdge(to < 0 ? 'before' : 'after');
    },
  };
}

const steps: readonly [ShortcutName, (from: number, count: number) => number][] = [
  ['rowDown', (from) => from + 1],
  ['rowUp', (from) => from - 1],
  ['rowFirst', () => 0],
  ['rowLast', (_, count) => count - 1],
];

const rowsOf = (rows: HTMLElement | null) => [...(rows?.children ?? [])];
const controlsOf = (row: Element | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden])') ?? []),
];

function setTabStops(rows: Element[], current: number): void {
  const tabStop = rows[Math.max(0, current)] ?? rows.at(-1);
  for (const row of rows) {
    for (const control of controlsOf(row)) control.tabIndex = row === tabStop ? 0 : -1;
  }
}

/** Focuses the same control of another row, or its first one. */
function focusSame(from: Element | undefined, to: Element | undefined, control: EventTarget): void {
  const others = controlsOf(to);
  (others[controlsOf(from).indexOf(control as HTMLElement)] ?? others[0])?.focus();
}

/** Focuses the link of the first or the last row. */
export function focusRow(results: HTMLElement | null, which: 'first' | 'last'): void {
  const rows = rowsOf(results?.querySelector<HTMLElement>('[data-rows]') ?? null);
  const row = which === 'first' ? rows[0] : rows.at(-1);
  (row?.querySelector<HTMLElement>('[data-row]') ?? controlsOf(row)[0])?.focus();
}
