/** Remembers the row that was opened from a history entry of the list, so that going back can focus it. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { applicationQuery } from '../application-queries.ts';

let opened: { entry: string; id: string } | null = null;

export function useOpenedRow() {
  const { key } = useLocation();
  const queryClient = useQueryClient();
  return {
    /** The application is requested at once, while its screen is still loading. */
    remember: (id: string) => {
      opened = { entry: key, id };
      void queryClient.prefetchQuery(applicationQuery(id));
    },
    /** Returns the row that was opened from this history entry, once. */
    takeOpened: (): string | null => {
      const id = opened?.entry === key ? opened.id : null;
      opened = null;
      return id;
    },
  };
}

/** After a step to another application of the list, going back focuses the row of that one. */
export function rememberOpened(id: string): void {
  if (opened) opened.id = id;
}
