/** What the office remembers of its accounts. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../calls/api.ts';

/** Every admin; never the super admin. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => answerOf('users', { signal }),
});
