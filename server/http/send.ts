/** The one exit: writes an answer of plain values to Fastify's reply, with the headers of every answer, and logs it. */
import type { FastifyReply } from 'fastify';
import { errorDetail, type Log, logAnswer } from '../log.ts';
import type { Answer } from './answer.ts';
import { chooseEncoding, compress, compressedBytesMin } from './compress.ts';
import type { RequestHead } from './request-head.ts';
import { keptNowhere, secureHeadersOf } from './security-headers.ts';
import { sendStored } from './send-stored.ts';

export type Send = (head: RequestHead, reply: FastifyReply, answer: Answer) => Promise<void>;

/** Keeps Fastify from adding a character set to JSON, which has none (RFC 8259, 11). */
const asItIs = (text: string) => text;

export function openExit(isHttps: boolean, log: Log): Send {
  const always = secureHeadersOf(isHttps);
  const alwaysOnData = { ...always, ...keptNowhere };
  const { 'x-robots-tag': _, ...alwaysOnSharedData } = alwaysOnData;

  return async (head, reply, { status, headers, cookies, body }) => {
    const { id: requestId, method, route } = head;
    const isData = head.path.startsWith('/api');
    const isShared = headers['cache-control']?.startsWith('public');
    reply
      .code(status)
      .headers(isData ? (isShared ? alwaysOnSharedData : alwaysOnData) : always)
      .headers(headers)
      .header('x-request-id', requestId);
    if (cookies.length) reply.header('set-cookie', cookies);
    // Before the last byte is out: a reader who takes long is no slow answer.
    logAnswer(log, head.startedAt, { requestId, method, route, status });
    if (!body) reply.send();
    else if ('bytes' in body) reply.send(body.bytes);
    else if ('stored' in body) {
      await sendStored(reply, body.stored).catch((error: unknown) => {
        log.error({ requestId, route, ...errorDetail(error) }, 'an answer could not be written');
        reply.raw.destroy();
      });
    } else await sendText(head, reply, 'json' in body ? JSON.stringify(body.json) : body.text, headers.vary);
  };
}

async function sendText(head: RequestHead, reply: FastifyReply, text: string, vary: string | undefined): Promise<void> {
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding').serializer(asItIs);
  const accept = head.headers.get('accept-encoding');
  const encoding = accept && Buffer.byteLength(text) >= compressedBytesMin ? chooseEncoding(accept) : null;
  if (!encoding) reply.send(text);
  else reply.header('content-encoding', encoding).send(await compress[encoding](Buffer.from(text)));
}
