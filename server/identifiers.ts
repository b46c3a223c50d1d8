import { randomBytes } from 'node:crypto';

const idBytes = 12;

/** 96 random bits as 24 lower-case hex characters: the form of every id that leaves the server. */
export function newId(): string {
  return randomBytes(idBytes).toString('hex');
}
