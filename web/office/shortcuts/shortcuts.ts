/**
 * The table of all keyboard shortcuts of the office, which the dialogue of `?` and the settings list. `use-shortcuts.ts`
 * listens for the keys of a screen, `list/row-focus.ts` for those of the list, and `form/send-by-key.ts` for `save`,
 * which also works in dialogues.
 */
import type { DecisionKind } from '../../../contract/status.ts';

interface ShortcutRow {
  /** Its name in the browser; letters in lower case. */
  key: string;
  /** Together with Ctrl, or ⌘ on a Mac. */
  withControl?: true;
}

export const decisionShortcuts = {
  pending: { key: 'p' },
  approve: { key: 'a' },
  reject: { key: 'r' },
} as const satisfies Record<DecisionKind, ShortcutRow>;

/** By the place where they work, in the order in which they are listed. */
export const shortcutsByPlace = {
  office: { find: { key: 'k', withControl: true }, search: { key: '/' }, help: { key: '?' } },
  list: {
    rowDown: { key: 'ArrowDown' },
    rowUp: { key: 'ArrowUp' },
    rowFirst: { key: 'Home' },
    rowLast: { key: 'End' },
    open: { key: 'Enter' },
    // Only listed: the browser ticks a box by itself, also when single keys are switched off.
    select: { key: 'Space' },
  },
  application: {
    next: { key: 'j' },
    previous: { key: 'k' },
    ...decisionShortcuts,
    edit: { key: 'e' },
    another: { key: 'n' },
  },
  viewer: {
    fileNext: { key: 'ArrowRight' },
    filePrevious: { key: 'ArrowLeft' },
    zoomIn: { key: '+' },
    zoomOut: { key: '-' },
    turn: { key: 't' },
    beside: { key: 'b' },
  },
  form: { save: { key: 'Enter', withControl: true }, close: { key: 'Escape' } },
} as const satisfies Record<string, Record<string, ShortcutRow>>;

type NamesOf<Shortcuts> = Shortcuts extends unknown ? keyof Shortcuts : never;
export type ShortcutName = NamesOf<(typeof shortcutsByPlace)[keyof typeof shortcutsByPlace]>;

const shortcuts: Record<ShortcutName, ShortcutRow> = Object.assign({}, ...Object.values(shortcutsByPlace));
export const shortcutNames = Object.keys(shortcuts) as ShortcutName[];

export const rowOf = (name: ShortcutName): ShortcutRow => shortcuts[name];

/** Whether it is a single letter or sign, which users of dictation may want to switch off (WCAG 2.1.4). */
export const isSingle = (name: ShortcutName) => rowOf(name).key.length === 1 && !rowOf(name).withControl;
