import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbSearch } from '../../frame/icons.tsx';
import { isKey } from '../../shortcuts/key-press.ts';
import { ShortcutHint, useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import styles from './list-toolbar.module.css';
import { searchDebounceMs } from './search-debounce.ts';

interface ListSearchProps {
  /** The search text of the list. */
  search: string;
  onSearch: (text: string) => void;
  /** Whether the typed text differs from the search text of the list. */
  onTyping: (isTyping: boolean) => void;
  /** Called when Enter or the down arrow leads into the rows. */
  onLeave: () => void;
}

/** Searches after a pause in typing. `/` moves the focus here from anywhere, Escape clears the text. */
export function ListSearch({ search, onSearch, onTyping, onLeave }: ListSearchProps) {
  const { t } = useTexts();
  const [text, setText] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ariaShortcut = useAriaShortcut();
  // The timer may end after another filter was chosen and the list was rendered again.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });

  const searchFor = (typed: string) => {
    clearTimeout(timer.current);
    onTyping(false);
    if (searched.current === typed.trim()) return;
    searched.current = typed.trim();
    latest.current(searched.current);
  };
  const type = (typed: string) => {
    setText(typed);
    onTyping(typed.trim() !== searched.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => searchFor(typed), searchDebounceMs);
  };
  const leave = () => {
    searchFor(text);
    onLeave();
  };
  const clear = () => {
    setText('');
    searchFor('');
  };

  // Going back or a button elsewhere may change the search; without such a change, text that is being typed stays.
  useEffect(() => {
    if (searched.current === search) return;
    searched.current = search;
    clearTimeout(timer.current);
    setText(search);
    onTyping(false);
  }, [search, onTyping]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts({
    search: () => {
      // WebKit does not move the focus to a field whose text is selected.
      input.current?.focus();
      input.current?.select();
    },
  });
  // `/` on another screen led here.
  const { state: inHistory } = useLocation();
  useEffect(() => {
    if (inHistory?.isSearching) input.current?.focus();
  }, [inHistory]);

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        <TextInput
          ref={input}
          type="search"
          label={t('search')}
          placeholder={t('searchHintShort')}
          title={t('searchHint')}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          data-search=""
          onKeyDown={(event) => {
            if (isKey('rowDown', event)) {
              event.preventDefault();
              return leave();
            }
            if (event.key !== 'Escape' || !text) return;
            event.preventDefault();
            clear();
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts={ariaShortcut('search')}
          leftSection={<TbSearch size={20} strokeWidth={1.75} aria-hidden />}
          rightSectionWidth={44}
          rightSection={
            text ? (
              <CloseButton
                size={32}
                aria-label={t('clearSearch')}
                onClick={() => {
                  clear();
                  input.current?.focus();
                }}
              />
            ) : (
              <ShortcutHint name="search" />
            )
          }
        />
      </form>
    </search>
  );
}
