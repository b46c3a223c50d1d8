/** The cached accounts and their sessions. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../calls/api.ts';

/** All admins, without the super admin. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => answerOf('users', { signal }),
});

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id, 'sessions'],
    queryFn: ({ signal }) => answerOf('userSessions', { params: { id }, signal }),
  });
