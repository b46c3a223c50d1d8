/** Tells whether a key press is for a key of the table, or for the field, the dialogue or the browser. */
import { rowOf, type ShortcutName } from './shortcuts.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the press is this key, with exactly the modifiers of the table. */
export function isKey(name: ShortcutName, { key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  const row = rowOf(name);
  const [control, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (control !== Boolean(row.withControl) || other || altKey) return false;
  // Symbols are reached with Shift on many layouts; a letter with Shift is another key.
  if (shiftKey && /^[a-z]$|^\w{2,}$/.test(row.key)) return false;
  if (key.toLowerCase() === row.key.toLowerCase()) return true;
  const isForeign = key.length === 1 && key > '\x7f';
  return isForeign && code === positionOf(row.key) && shiftKey === (row.key === '?');
}

/** The position on the keyboard, which counts if the layout has no Latin letter there, as in Bangla layouts. */
const positionOf = (key: string) => (/[/?]/.test(key) ? 'Slash' : `Key${key.toUpperCase()}`);

const typingTargets = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=combobox]',
  '[role=listbox]',
  '[role=menu]',
];

/** Whether letters are typed into the target. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typingTargets.join()) !== null;
}

/** Whether the key moves what the focused element shows, such as an enlarged picture that is wider than its pane. */
export function isScrolledBy(key: string, target: EventTarget | null): boolean {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
  if (!(target instanceof Element) || target.scrollWidth <= target.clientWidth) return false;
  return /auto|scroll/.test(getComputedStyle(target).overflowX);
}

/** Whether a dialogue is open, which then has the keyboard to itself. */
export function hasDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [data-dialog]') !== null;
}
