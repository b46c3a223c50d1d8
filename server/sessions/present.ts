/** How the API shows a session, to its owner and to the super admin. */
import type { SessionEntry } from '../../contract/account-answers.ts';
import { deviceParts } from './device.ts';
import type { ListedSession } from './sessions.ts';

export function presentSession({ handle, createdAt, lastSeenAt, device, isCurrent }: ListedSession): SessionEntry {
  return { _id: handle, createdAt, lastSeenAt, device, ...deviceParts(device), current: isCurrent };
}
