import { randomBytes } from 'node:crypto';

/** 96 random bits as 24 lower-case hex characters: the form of every id that leaves the server. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}
