/** The table of all keys and their actions, grouped by the place where they work. */
import { useTexts } from '../../texts/office/keys.ts';
import { isMac } from './key-press.ts';
import styles from './shortcut-table.module.css';
import { useShortcutWords } from './shortcut-words.ts';
import { isSingle, rowOf, type ShortcutName, shortcutsByPlace } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';

const places = Object.keys(shortcutsByPlace) as (keyof typeof shortcutsByPlace)[];

export function ShortcutTable() {
  const { t } = useTexts();
  const wordsOf = useShortcutWords();
  const areOn = useSingleKeys();
  return (
    <div className={`stack ${styles.places}`}>
      {places.map((place) => (
        <section key={place}>
          <h3>{t(`place.${place}`)}</h3>
          <dl className={`stack ${styles.keys}`}>
            {(Object.keys(shortcutsByPlace[place]) as ShortcutName[]).map((name) => (
              <div key={name} data-off={isSingle(name) && !areOn ? '' : undefined}>
                <dt>
                  <Signs name={name} />
                </dt>
                <dd>{wordsOf(name)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const arrows: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' };

function Signs({ name }: { name: ShortcutName }) {
  const { t } = useTexts();
  const { key, withControl } = rowOf(name);
  const named = (['Enter', 'Escape', 'Home', 'End', 'Space'] as const).find((special) => special === key);
  const sign = <kbd>{named ? t(`sign.${named}`) : (arrows[key] ?? key.toUpperCase())}</kbd>;
  if (!withControl) return sign;
  return (
    <>
      <kbd>{isMac() ? '⌘' : t('sign.control')}</kbd> + {sign}
    </>
  );
}
