/** The dialogue of Ctrl K: one field that finds applications, screens, and the actions of the screen behind it. */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/keys.ts';
import { Dialog } from '../frame/dialog.tsx';
import tone from '../frame/text.module.css';
import styles from './command-palette.module.css';
import { isKey } from './key-press.ts';
import { type PaletteItem, usePaletteItems } from './palette-items.ts';

export default function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useFrameTexts();
  const chosen = useRef<PaletteItem>(undefined);
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('find')}
      size="lg"
      yOffset="8vh"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('close') }}
      // A dialogue that the action opens would lose the focus to this one while this one is removed.
      onExitTransitionEnd={() => {
        chosen.current?.act();
        chosen.current = undefined;
      }}
    >
      <Finder
        onChoose={(item) => {
          chosen.current = item;
          onClose();
        }}
      />
    </Dialog>
  );
}

function Finder({ onChoose }: { onChoose: (item: PaletteItem) => void }) {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { groups, moreApplications, isSearching, hasFailed } = usePaletteItems(text);
  const items = groups.flatMap((group) => group.items);
  const activeIndex = Math.min(active, items.length - 1);
  const option = (index: number) => `${id}-${index}`;
  const activeId = activeIndex < 0 ? undefined : option(activeIndex);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = isKey('rowDown', event) ? 1 : isKey('rowUp', event) ? -1 : 0;
    if (by) {
      event.preventDefault();
      setActive((activeIndex + by + items.length) % Math.max(1, items.length));
    } else if (isKey('open', event) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const item = items[activeIndex];
      if (item && !event.repeat) onChoose(item);
    }
  };
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const more = moreApplications > 0 ? ` ${t('find.more', counted(moreApplications))}` : '';
  const total = `${t('find.count', counted(items.length))}${more}`;
  return (
    <>
      <TextInput
        data-autofocus
        label={t('find.label')}
        placeholder={t('find.hint')}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status" className={`${tone.hint} ${styles.status}`}>
        {isSearching ? t('find.searching') : hasFailed ? t('find.failed') : items.length ? total : t('find.none')}
      </p>
      <div role="listbox" id={`${id}-list`} aria-label={frame('find')} className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <div id={`${id}-${group.name}`} className={`${tone.note} ${styles.group}`}>
              {t(`find.${group.name}`)}
            </div>
            {group.items.map((item) => {
              const index = items.indexOf(item);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keyboard
                <div
                  key={item.key}
                  id={option(index)}
                  role="option"
                  aria-selected={index === activeIndex}
                  className={`spread ${styles.option}`}
                  onClick={() => onChoose(item)}
                  onMouseMove={() => setActive(index)}
                >
                  <span lang={item.language}>{item.text}</span>
                  {item.more && <span className={tone.note}>{item.more}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}
