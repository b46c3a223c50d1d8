/**
 * Every key of the office. The listeners, the dialogue of `?` and the settings derive from this table, so none of them can
 * name a key that does nothing or leave one out.
 */

interface KeyRow {
  /** What the browser calls it; letters in lower case. */
  key: string;
  /** Its place on the keyboard, which is asked where the layout writes no Latin letter there, as Bangla ones do. */
  code?: string;
  /** Together with Ctrl, or ⌘ on a Mac. */
  withControl?: true;
}

export const keys = {
  search: { key: '/', code: 'Slash' },
  rowDown: { key: 'ArrowDown' },
  rowUp: { key: 'ArrowUp' },
  rowFirst: { key: 'Home' },
  rowLast: { key: 'End' },
  open: { key: 'Enter' },
} as const satisfies Record<string, KeyRow>;

export type KeyName = keyof typeof keys;
