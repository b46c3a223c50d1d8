/** The cached factors of the user. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../calls/api.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => answerOf('factors', { signal }),
});
