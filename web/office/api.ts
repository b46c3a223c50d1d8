/** The API over the network, as the office's screens use it. */
import { type Client, createClient } from '../../contract/client.ts';

/** The server did not answer: it is down, out of reach or too slow. */
export class NoAnswer extends Error {
  readonly isTimeout: boolean;
  constructor(cause: unknown) {
    super('The server did not answer.', { cause });
    this.isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  }
}

export const api: Client = createClient((path, init) =>
  fetch(path, init).catch((cause: unknown) => {
    throw new NoAnswer(cause);
  }),
);
