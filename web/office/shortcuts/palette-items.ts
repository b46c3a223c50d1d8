/** The results of the dialogue of Ctrl K: applications by the search of the list, screens and actions by name. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Language, languages, otherLanguages } from '../../../contract/language.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/keys.ts';
import { useStatusTexts } from '../../texts/status.ts';
import { applicationsQuery, recordPath, useNameOf } from '../applications/application-queries.ts';
import { searchDebounceMs } from '../applications/list/search-debounce.ts';
import { useLanguageChange } from '../frame/language-switch.tsx';
import { navigationFor, screenPath } from '../frame/navigation.ts';
import { mayOpen } from '../screens.ts';
import { useUser } from '../session/signed-in-user.ts';
import { useShortcutWords } from './shortcut-words.ts';
import { possibleShortcuts, runShortcut } from './use-shortcuts.ts';

export interface PaletteItem {
  key: string;
  text: string;
  /** The language of the text, if it is not that of the page. */
  language?: Language;
  more?: string;
  act: () => void;
}

interface Group {
  name: 'applications' | 'screens' | 'actions';
  items: PaletteItem[];
}

const applicationsMax = 8;

interface PaletteItems {
  groups: Group[];
  /** How many further applications match. */
  moreApplications: number;
  isSearching: boolean;
  hasFailed: boolean;
}

export function usePaletteItems(text: string): PaletteItems {
  const wanted = text.trim();
  const applications = useApplications(wanted);
  // Applications come last, since they arrive later and would move what is about to be chosen.
  const groups: Group[] = [
    { name: 'actions', items: useActions() },
    { name: 'screens', items: useScreens() },
    { name: 'applications', items: applications.items },
  ];
  const matches = ({ text }: PaletteItem) => text.toLowerCase().includes(wanted.toLowerCase());
  return {
    groups: groups
      .map(({ name, items }) => ({
        name,
        items: name === 'applications' ? items : items.filter(matches),
      }))
      .filter(({ items }) => items.length > 0),
    moreApplications: applications.more,
    isSearching: applications.isSearching,
    hasFailed: applications.hasFailed,
  };
}

function useApplications(wanted: string) {
  const { t: status } = useStatusTexts();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const [search] = useDebouncedValue(wanted, searchDebounceMs);
  const { data, isPlaceholderData, isError } = useQuery({
    ...applicationsQuery({ search }),
    enabled: search !== '',
  });
  const isCurrent = search === wanted && !isPlaceholderData;
  const shown = wanted && isCurrent && data ? data.applications.slice(0, applicationsMax) : [];
  return {
    items: shown.map(({ _id: id, ...application }) => ({
      key: id,
      text: nameOf(application),
      more: `${application.passport} · ${status(`${application.isStatus}.word`)}`,
      act: () => void navigate(recordPath(id), { state: { id } }),
    })),
    more: shown.length && data ? data.totalApplication - shown.length : 0,
    isSearching: wanted !== '' && !isError && (!isCurrent || !data),
    hasFailed: wanted !== '' && isError,
  };
}

function useScreens(): PaletteItem[] {
  const { t } = useFrameTexts();
  const { t: find } = useTexts();
  const navigate = useNavigate();
  const user = useUser();
  const entries = user ? navigationFor(user).flatMap((group) => group.entries) : [];
  const screens = entries.map((entry) => ({ path: screenPath(entry.screen), text: t(`nav.${entry.text}`) }));
  // The menu has no entry for it, since the list leads there.
  if (mayOpen('import', user)) screens.push({ path: screenPath('import'), text: find('find.imports') });
  return screens.map(({ path, text }) => ({ key: path, text, act: () => void navigate(path) }));
}

/** The keys that would do something on the screen behind the dialogue, and the switches of the top bar. */
function useActions(): PaletteItem[] {
  const { t, language } = useFrameTexts();
  const wordsOf = useShortcutWords();
  const [names] = useState(possibleShortcuts);
  const { setColorScheme } = useMantineColorScheme();
  const changeLanguage = useLanguageChange();
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return [
    ...names
      .filter((name) => name !== 'find')
      .map((name) => ({ key: name, text: wordsOf(name), act: () => runShortcut(name) })),
    { key: 'colours', text: t(next === 'dark' ? 'toDark' : 'toLight'), act: () => setColorScheme(next) },
    ...otherLanguages(language).map((other) => ({
      key: other,
      text: languages[other].name,
      language: other,
      act: () => void changeLanguage(other),
    })),
  ];
}
