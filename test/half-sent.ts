/** A request whose body stops in the middle, so that a test can change something before the rest of it arrives. */
import type { SendRequest } from './requests.ts';

export interface HalfSent {
  /** Sends the second half and returns the response. */
  finish(): Promise<Response>;
}

/** Resolves when the server has admitted the caller and reads the body. */
export async function sendHalf(
  send: SendRequest,
  path: string,
  { body, headers, method = 'POST' }: RequestInit,
): Promise<HalfSent> {
  const whole = new Response(body);
  const type = whole.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const middle = Math.floor(bytes.length / 2);
  const isHalfRead = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  let hasSentHalf = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!hasSentHalf) {
          hasSentHalf = true;
          controller.enqueue(bytes.slice(0, middle));
          return;
        }
        isHalfRead.resolve();
        await isReleased.promise;
        controller.enqueue(bytes.slice(middle));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method, headers: { 'content-type': type, ...headers }, body: stream, duplex: 'half' };
  const answer = send(path, init);
  await isHalfRead.promise;
  return {
    finish() {
      isReleased.resolve();
      return answer;
    },
  };
}
