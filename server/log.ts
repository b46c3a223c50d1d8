/**
 * Structured log lines. They carry the pattern of a route and never its URL, and of an
 * unexpected error the stack and the class, never the message: a database puts values
 * into its messages.
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

/** The one line of a request. */
export function logAnswer(
  log: Log,
  started: number,
  { requestId, method, route, status }: { requestId: string; method: string; route: string; status: number },
): void {
  log.info({ requestId, method, route, status, ms: Math.round((performance.now() - started) * 10) / 10 });
}

const frame = /^\s+at .*(:\d+:\d+\)?|<anonymous>\))$/;

/** What is safe to keep of an error. */
export function errorDetail(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  // A message may have lines of its own, so what stands before the frames is cut off first.
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
