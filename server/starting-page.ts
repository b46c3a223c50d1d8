/** The response while the resources are still being opened: the process is alive but not ready. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorText } from '../contract/errors.ts';
import { languageNames } from '../contract/language.ts';
import { httpStatusOf } from './error-statuses.ts';
import { noStoreHeaders, secureHeadersOf } from './http/security-headers.ts';
import { refuse } from './http/server-limits.ts';
import type { Log } from './log.ts';
import { release } from './release.ts';
import type { Settings } from './settings.ts';

const retrySeconds = '3';
/** The default language comes last, since other readers may not look further than the first line. */
const lines = languageNames.toReversed().map((language) => ({ language, text: errorText('restarting', language) }));
/** For a browser that opens the site meanwhile; the `Refresh` header makes it request the same URL again. */
const page = `<!doctype html>
<html lang="${lines[0]?.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${errorText('restarting')}</title>
${lines.map(({ language, text }) => `<p lang="${language}">${text}</p>`).join('\n')}
</html>
`;

export function respondStarting(
  { method, url, headers: { accept = '' } }: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  log: Log,
): void {
  const headers = { ...secureHeadersOf(settings.isHttps), ...noStoreHeaders };
  const isRead = method === 'GET' || method === 'HEAD';
  if (url === '/healthz' && isRead) {
    response.writeHead(200, { ...headers, 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'ok', release }));
  } else if (isRead && accept.includes('text/html')) {
    response.writeHead(httpStatusOf('restarting'), {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'retry-after': retrySeconds,
      refresh: retrySeconds,
    });
    response.end(page);
  } else refuse(response, 'restarting', settings, log, { 'retry-after': '1' });
}
