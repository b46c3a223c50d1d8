/** The cached queries about who works on what, and of notes; a change of an application invalidates them too. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../calls/api.ts';

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'notes', id],
    queryFn: ({ signal }) => answerOf('notes', { params: { id }, signal }),
  });

export const colleaguesQuery = queryOptions({
  queryKey: ['applications', 'colleagues'],
  queryFn: ({ signal }) => answerOf('colleagues', { signal }),
});
