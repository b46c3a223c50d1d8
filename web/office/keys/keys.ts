/**
 * Every key of the office. The listeners, the dialogue of `?` and the settings derive from this table, so none of them can
 * name a key that does nothing or leave one out.
 */
import type { Decision } from '../../../contract/status.ts';

/** Where a key works, in the order in which they are listed. */
export const keyPlaces = ['office', 'list', 'file', 'viewer', 'form'] as const;
type KeyPlace = (typeof keyPlaces)[number];

interface KeyRow {
  place: KeyPlace;
  /** What the browser calls it; letters in lower case. */
  key: string;
  /** Its place on the keyboard, which is asked where the layout writes no Latin letter there, as Bangla ones do. */
  code?: string;
  /** Together with Ctrl, or ⌘ on a Mac. */
  withControl?: true;
}

const decisionKeys = {
  pending: { place: 'file', key: 'p', code: 'KeyP' },
  approve: { place: 'file', key: 'a', code: 'KeyA' },
  reject: { place: 'file', key: 'r', code: 'KeyR' },
} as const satisfies Record<Decision, KeyRow>;

export const keys = {
  find: { place: 'office', key: 'k', code: 'KeyK', withControl: true },
  search: { place: 'office', key: '/', code: 'Slash' },
  help: { place: 'office', key: '?', code: 'Slash' },
  rowDown: { place: 'list', key: 'ArrowDown' },
  rowUp: { place: 'list', key: 'ArrowUp' },
  rowFirst: { place: 'list', key: 'Home' },
  rowLast: { place: 'list', key: 'End' },
  open: { place: 'list', key: 'Enter' },
  next: { place: 'file', key: 'j', code: 'KeyJ' },
  previous: { place: 'file', key: 'k', code: 'KeyK' },
  ...decisionKeys,
  edit: { place: 'file', key: 'e', code: 'KeyE' },
  another: { place: 'file', key: 'n', code: 'KeyN' },
  paperNext: { place: 'viewer', key: 'ArrowRight' },
  paperPrevious: { place: 'viewer', key: 'ArrowLeft' },
  zoomIn: { place: 'viewer', key: '+' },
  zoomOut: { place: 'viewer', key: '-' },
  turn: { place: 'viewer', key: 't', code: 'KeyT' },
  beside: { place: 'viewer', key: 'b', code: 'KeyB' },
  save: { place: 'form', key: 'Enter', withControl: true },
  close: { place: 'form', key: 'Escape' },
} as const satisfies Record<string, KeyRow>;

export type KeyName = keyof typeof keys;
export const keyNames = Object.keys(keys) as KeyName[];

export const rowOf = (name: KeyName): KeyRow => keys[name];

/** A single letter or sign, which somebody who dictates may want to switch off (WCAG 2.1.4). */
export const isSingle = (name: KeyName) => rowOf(name).key.length === 1 && !rowOf(name).withControl;
