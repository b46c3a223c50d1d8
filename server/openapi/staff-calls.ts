/** What the API says of the calls by which the super admin decides what an account can do. */
import { rightsChange } from '../users/requests.ts';
import type { CallDescription } from './call-description.ts';
import { type Notes, rightsNotes } from './notes.ts';

const group = 'Staff';

export function staffCalls(params: Notes) {
  const sessionId = {
    description: 'The public name of the session.',
    examples: ['0123456789abcdef01234567'],
  };
  return {
    suspendUser: {
      group,
      summary: 'Suspend an admin',
      text: 'Ends every session of the account. Until it is reactivated, signing in is answered like a wrong password, whatever the factor, and nothing can be assigned to it.',
      params,
      success: { status: 200, text: 'The account as it is now.' },
      errors: ['not_found'],
    },
    resumeUser: {
      group,
      summary: 'Reactivate a suspended admin',
      text: 'Password, factors and rights stay as they were.',
      params,
      success: { status: 200, text: 'The account as it is now.' },
      errors: ['not_found'],
    },
    setRights: {
      group,
      summary: 'Give an admin rights, or remove them',
      text: 'Takes effect from the account’s next call.',
      params,
      json: { schema: rightsChange, notes: rightsNotes },
      success: { status: 200, text: 'The account as it is now.' },
      errors: ['not_found'],
    },
    userSessions: {
      group,
      summary: 'List where an admin is signed in',
      params,
      success: { status: 200, text: 'The sessions, newest first.' },
      errors: ['not_found'],
    },
    endUserSessions: {
      group,
      summary: 'End every session of an admin',
      params,
      success: { status: 204, text: 'Ended.' },
      errors: ['not_found'],
    },
    endUserSession: {
      group,
      summary: 'End a session of an admin',
      params: { ...params, sessionId },
      success: { status: 204, text: 'Ended.' },
      errors: ['not_found'],
    },
  } satisfies Record<string, CallDescription>;
}
