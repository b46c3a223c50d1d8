/**
 * Structured log lines. They have the pattern of a route but never its URL, and the class and stack of an unexpected
 * error but never its message, because databases put values into their messages.
 */
import pino from 'pino';
import { openOutput } from './log-output.ts';

export type Log = pino.Logger;

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp }, { write: openOutput() });
}

function timestamp(): string {
  return `,"time":"${new Date().toISOString()}"`;
}

interface AnswerLine {
  requestId: string;
  method: string;
  route: string;
  status: number;
  /** The id of the signed-in account. */
  account?: string | undefined;
  /** A keyed hash of the caller's address: equal ones came from one address, and nobody can guess which. */
  from?: string;
}

/** The one line of a request. */
export function logAnswer(log: Log, started: number, line: AnswerLine): void {
  log.info({ ...line, ms: Math.round((performance.now() - started) * 10) / 10 });
}

const frame = /^\s+at .*(:\d+:\d+\)?|<anonymous>\))$/;

/** The parts of an error that are safe to log. */
export function errorDetail(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  // A message may have lines that look like frames, so everything up to its end is cut off first.
  const stack = error.stack ?? '';
  const frames = stack
    .slice(stack.indexOf(error.message) + error.message.length)
    .split('\n')
    .filter((line) => frame.test(line));
  return {
    error: error.constructor.name,
    code: typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : undefined,
    stack: frames.slice(0, 12).map((line) => line.trim()),
  };
}
