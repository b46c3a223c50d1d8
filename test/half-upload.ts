/** An upload of a new application that stops in the middle, so that a test can disturb the server meanwhile. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildFields, buildPhoto, formOf } from './build.ts';

export interface HalfUpload {
  /** Sends the second half and returns the response. */
  finish(): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>;
}

/** Returns when the server reads the request and the first half of its body is sent. */
export async function sendHalfUpload(origin: string, cookie: string): Promise<HalfUpload> {
  const form = new Response(formOf(buildFields(), { image: await buildPhoto() }));
  const body = Buffer.from(await form.clone().arrayBuffer());
  const middle = body.length / 2;
  const upload = request(`${origin}/api/application/addApplication`, {
    method: 'POST',
    agent: false,
    headers: {
      ...{ cookie, connection: 'keep-alive', expect: '100-continue' },
      ...{ 'content-type': form.headers.get('content-type') ?? '', 'content-length': body.length },
    },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(body.subarray(0, middle));
  return {
    async finish() {
      upload.end(body.subarray(middle));
      const [answer] = await answered;
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
    },
  };
}
