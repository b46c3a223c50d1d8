/** Writes every answer to the reply of Fastify, adds the headers of all answers, and logs it. */
import type { FastifyReply } from 'fastify';
import { memoize } from '../../contract/memoize.ts';
import type { Resources } from '../context.ts';
import { errorDetail, type Log, logAnswer } from '../log.ts';
import type { Answer } from './answer.ts';
import { chooseEncoding, compress, compressedBytesMin, type Encoding } from './compress.ts';
import { isApiPath, type RequestHead } from './request-head.ts';
import { metricsPath } from './routes.ts';
import { noStoreHeaders, secureHeadersOf } from './security-headers.ts';
import { sendChunks, sendStored } from './send-stored.ts';

/** Enough characters to tell the addresses in a log apart. */
const addressHashLength = 16;

export type Send = (head: RequestHead, reply: FastifyReply, answer: Answer) => Promise<void>;

export function createSend({ settings, log, keys }: Pick<Resources, 'settings' | 'keys'> & { log: Log }): Send {
  const always = { 'cache-control': 'no-store', ...secureHeadersOf(settings.isHttps) };
  const addressHash = memoize((address) => keys.hash('log address', address).slice(0, addressHashLength));
  const alwaysOnData = { ...always, ...noStoreHeaders };

  return async (head, reply, { status, headers, cookies, body }) => {
    const { id: requestId, method, route, account } = head;
    const isData = isApiPath(head.path) || head.path === metricsPath;
    const isShared = headers['cache-control']?.startsWith('public');
    const common = isData && !isShared ? alwaysOnData : always;
    reply.code(status).headers({ ...common, ...headers, 'x-request-id': requestId });
    if (cookies.length) reply.header('set-cookie', cookies);
    // Logged before the last byte is sent, so that a slow client does not count as a slow answer.
    logAnswer(log, head.startedAt, { requestId, method, route, status, account, from: addressHash(head.address) });
    if (!body || 'bytes' in body) reply.send(body?.bytes);
    else if ('stored' in body || 'chunks' in body) {
      const sent =
        'stored' in body
          ? sendStored(reply, body)
          : sendChunks(reply, body.chunks, isText(headers) ? encodingFor(head, reply, headers.vary) : null);
      await sent.catch((error: unknown) => {
        log.error({ requestId, route, ...errorDetail(error) }, 'an answer could not be written');
        reply.raw.destroy();
      });
    } else {
      const text = 'json' in body ? JSON.stringify(body.json) : body.text;
      const encoding = encodingFor(head, reply, headers.vary);
      const bytes = encoding && Buffer.from(text);
      if (!bytes || bytes.length < compressedBytesMin) reply.serializer(asItIs).send(text);
      else reply.header('content-encoding', encoding).send(await compress[encoding](bytes));
    }
  };
}

/** Without a serializer of our own Fastify adds a charset to the type of JSON, which has none (RFC 8259, 11). */
const asItIs = (text: string) => text;

/** The encoding that the caller accepts; says in `Vary` that the answer depends on it. */
function encodingFor(head: RequestHead, reply: FastifyReply, vary: string | undefined): Encoding | null {
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  return chooseEncoding(head.headers.get('accept-encoding'));
}

/** Whether a body that is made while it is sent is text: other spreadsheets are ZIP archives. */
const isText = ({ 'content-type': type = '' }: Answer['headers']) => /^text\/|^application\/x-ndjson/.test(type);
