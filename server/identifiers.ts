import { randomUUID } from 'node:crypto';

/**
 * 96 random bits as 24 lower-case hex characters: the form of every id that leaves the server. They are the digits of
 * a UUID without its version and variant, because Node keeps random bytes ready for UUIDs only.
 */
export function newId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24);
}
