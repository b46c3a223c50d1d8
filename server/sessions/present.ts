/** How the API shows a session, to its owner and to the super admin, and an account as every call shows it. */
import type { SessionEntry, User } from '../../contract/account-answers.ts';
import type { Actor } from '../context.ts';
import type { ListedSession } from './sessions.ts';
import { userAgentParts } from './user-agent.ts';

export function presentSession({ handle, createdAt, lastSeenAt, device, isCurrent }: ListedSession): SessionEntry {
  return { _id: handle, createdAt, lastSeenAt, device, ...userAgentParts(device), current: isCurrent };
}

export function presentUser({ id, name, email, role }: Pick<Actor, 'id' | 'name' | 'email' | 'role'>): User {
  return { _id: id, name, email, role };
}
