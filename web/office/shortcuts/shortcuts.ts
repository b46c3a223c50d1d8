/**
 * The table of all keyboard shortcuts of the office, which the dialogue of `?` and the settings list. `use-shortcuts.ts`
 * listens for the keys of a screen, `list/row-focus.ts` for those of the list, and `form/send-by-key.ts` for `save`,
 * which also works in dialogues.
 */
import type { DecisionKind } from '../../../contract/status.ts';

/** The places where a key works, in the order in which they are listed. */
export const shortcutPlaces = ['office', 'list', 'application', 'viewer', 'form'] as const;
type ShortcutPlace = (typeof shortcutPlaces)[number];

interface ShortcutRow {
  place: ShortcutPlace;
  /** Its name in the browser; letters in lower case. */
  key: string;
  /** Its position on the keyboard, which counts if the layout has no Latin letter there, as in Bangla layouts. */
  code?: string;
  /** Together with Ctrl, or ⌘ on a Mac. */
  withControl?: true;
}

const decisionShortcuts = {
  pending: { place: 'application', key: 'p', code: 'KeyP' },
  approve: { place: 'application', key: 'a', code: 'KeyA' },
  reject: { place: 'application', key: 'r', code: 'KeyR' },
} as const satisfies Record<DecisionKind, ShortcutRow>;

const shortcuts = {
  find: { place: 'office', key: 'k', code: 'KeyK', withControl: true },
  search: { place: 'office', key: '/', code: 'Slash' },
  help: { place: 'office', key: '?', code: 'Slash' },
  rowDown: { place: 'list', key: 'ArrowDown' },
  rowUp: { place: 'list', key: 'ArrowUp' },
  rowFirst: { place: 'list', key: 'Home' },
  rowLast: { place: 'list', key: 'End' },
  open: { place: 'list', key: 'Enter' },
  next: { place: 'application', key: 'j', code: 'KeyJ' },
  previous: { place: 'application', key: 'k', code: 'KeyK' },
  ...decisionShortcuts,
  edit: { place: 'application', key: 'e', code: 'KeyE' },
  another: { place: 'application', key: 'n', code: 'KeyN' },
  fileNext: { place: 'viewer', key: 'ArrowRight' },
  filePrevious: { place: 'viewer', key: 'ArrowLeft' },
  zoomIn: { place: 'viewer', key: '+' },
  zoomOut: { place: 'viewer', key: '-' },
  turn: { place: 'viewer', key: 't', code: 'KeyT' },
  beside: { place: 'viewer', key: 'b', code: 'KeyB' },
  save: { place: 'form', key: 'Enter', withControl: true },
  close: { place: 'form', key: 'Escape' },
} as const satisfies Record<string, ShortcutRow>;

export type ShortcutName = keyof typeof shortcuts;
export const shortcutNames = Object.keys(shortcuts) as ShortcutName[];

export function isOfDecision(name: ShortcutName): name is DecisionKind {
  return Object.hasOwn(decisionShortcuts, name);
}

export const rowOf = (name: ShortcutName): ShortcutRow => shortcuts[name];

/** Whether it is a single letter or sign, which users of dictation may want to switch off (WCAG 2.1.4). */
export const isSingle = (name: ShortcutName) => rowOf(name).key.length === 1 && !rowOf(name).withControl;
