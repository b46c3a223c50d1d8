/** The sign of a key on a button, for devices with a keyboard; screen readers read `aria-keyshortcuts` instead. */
import { isMac } from './key-press.ts';
import styles from './shortcut-hint.module.css';
import { isSingle, rowOf, type ShortcutName } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';

export function ShortcutHint({ name }: { name: ShortcutName }) {
  const isOn = useSingleKeys();
  if (isSingle(name) && !isOn) return null;
  return (
    <kbd className={styles.sign} aria-hidden>
      {rowOf(name).key.toUpperCase()}
    </kbd>
  );
}

/** Tells assistive technology which key presses a button: none if it is a single key and those are switched off. */
export function useAriaShortcut(): (name: ShortcutName) => string | undefined {
  const isOn = useSingleKeys();
  return (name) => (isSingle(name) && !isOn ? undefined : shortcutOf(name));
}

function shortcutOf(name: ShortcutName): string {
  const { key, withControl } = rowOf(name);
  const named = key.length === 1 ? key.toUpperCase() : key;
  return withControl ? `${isMac() ? 'Meta' : 'Control'}+${named}` : key;
}
