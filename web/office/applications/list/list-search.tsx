import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbSearch } from '../../frame/icons.tsx';
import { isKey } from '../../keys/key-press.ts';
import { KeySign, keyShortcut } from '../../keys/key-sign.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import styles from './list-toolbar.module.css';
import { searchDebounceMs } from './search-debounce.ts';

interface ListSearchProps {
  /** The search text of the list. */
  search: string;
  onSearch: (text: string) => void;
  /** Whether the typed text differs from the search text of the list. */
  onTyping: (isTyping: boolean) => void;
  /** Enter or the down key leads from here into the rows of the text. */
  onLeave: () => void;
}

/** Searches after a pause in typing. `/` moves the focus here from anywhere, Escape clears the text. */
export function ListSearch({ search, onSearch, onTyping, onLeave }: ListSearchProps) {
  const { t } = useTexts();
  const [text, setText] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The pause may end after another filter was chosen and the list was rendered again.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });

  const ask = (wanted: string) => {
    clearTimeout(pause.current);
    onTyping(false);
    if (asked.current === wanted.trim()) return;
    asked.current = wanted.trim();
    latest.current(asked.current);
  };
  const type = (typed: string) => {
    setText(typed);
    onTyping(typed.trim() !== asked.current);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => ask(typed), searchDebounceMs);
  };
  const leave = () => {
    ask(text);
    onLeave();
  };
  const clear = () => {
    setText('');
    ask('');
  };

  // Going back, or a button elsewhere, changes the search; text that is being typed stays.
  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    clearTimeout(pause.current);
    setText(search);
    onTyping(false);
  }, [search, onTyping]);
  useEffect(() => () => clearTimeout(pause.current), []);
  useKeys({ search: () => input.current?.select() });
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
          aria-keyshortcuts={keyShortcut('search')}
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
              <KeySign name="search" />
            )
          }
        />
      </form>
    </search>
  );
}
