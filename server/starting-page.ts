/** The answer while the resources are still being opened: the process is alive but not ready. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../contract/errors.ts';
import { noStoreHeaders, secureHeadersOf } from './http/security-headers.ts';
import { refuse } from './http/server-limits.ts';
import type { Log } from './log.ts';
import { release } from './release.ts';
import type { Settings } from './settings.ts';

const secondsToTryAgain = '3';
const { status, en, bn } = errors.shutting_down;
/** For whoever opens the site meanwhile; the `Refresh` header opens what was asked for once it is there. */
const page = `<!doctype html>
<html lang="bn">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${en}</title>
<p>${bn}</p>
<p lang="en">${en}</p>
</html>
`;

export function answerStarting(
  { method, url, headers: { accept = '' } }: IncomingMessage,
  answer: ServerResponse,
  settings: Settings,
  log: Log,
): void {
  const headers = { ...secureHeadersOf(settings.isHttps), ...noStoreHeaders };
  const isRead = method === 'GET' || method === 'HEAD';
  if (url === '/healthz' && isRead) {
    answer.writeHead(200, { ...headers, 'content-type': 'application/json' });
    answer.end(JSON.stringify({ status: 'ok', release }));
  } else if (isRead && accept.includes('text/html')) {
    answer.writeHead(status, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'retry-after': secondsToTryAgain,
      refresh: secondsToTryAgain,
    });
    answer.end(page);
  } else refuse(answer, 'shutting_down', settings, log, { 'retry-after': '1' });
}
