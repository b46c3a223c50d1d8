/** The cached queries of notes and of colleagues; their keys let a change of an application invalidate them, too. */
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
