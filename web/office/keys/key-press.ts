/** Whether a press is meant for a key of the table, or for the text, the dialogue or the browser that it was pressed in. */
import { type KeyName, rowOf } from './keys.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether it is this key, with the modifiers that the table wants and no other. */
export function isKey(name: KeyName, { key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  const row = rowOf(name);
  const [control, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (control !== Boolean(row.withControl) || other || altKey) return false;
  // Symbols are reached with Shift on many layouts; a letter with Shift is another key.
  if (shiftKey && /^[a-z]$|^\w{2,}$/.test(row.key)) return false;
  if (key.toLowerCase() === row.key.toLowerCase()) return true;
  const isForeign = key.length === 1 && key > '\x7f';
  return isForeign && row.code === code && shiftKey === (row.key === '?');
}

const typed = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=combobox]',
  '[role=listbox]',
  '[role=menu]',
];

/** Whether the target takes letters itself. */
export function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typed.join()) !== null;
}

/** Whether a dialogue is open, which is then the only thing that the keyboard works on. */
export function hasDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [data-dialog]') !== null;
}
