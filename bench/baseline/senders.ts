/** Clients that upload scans at the same time to the applications with these ids; reports when all are answered. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { endpoints } from '../../contract/endpoints.ts';

interface Settings {
  origin: string;
  /** The cookie header of a signed-in user. */
  headers: Record<string, string>;
  file: string;
  slots: number;
}

const { origin, headers, file, slots } = JSON.parse(process.argv[2] ?? '') as Settings;
const form = new FormData();
const scan = new Blob([await readFile(file)], { type: 'image/jpeg' });
for (let at = 1; at <= slots; at++) form.append(`file${at}`, scan, 'scan.jpg');
// The form is encoded once, so that sending costs little compared with receiving.
const sent = new Response(form);
const type = sent.headers.get('content-type') ?? '';
const body = new Uint8Array(await sent.arrayBuffer());

process.on('message', async ({ ids }: { ids: string[] }) => {
  const statuses = await Promise.all(ids.map(send));
  if (statuses.some((status) => status !== 200)) throw new Error(`Uploads were answered with ${statuses.join(', ')}.`);
  process.send?.({});
});
process.on('disconnect', () => process.exit());
process.send?.({ port: 0 });

async function send(id: string): Promise<number | undefined> {
  const { method, path } = endpoints.updateAttachments;
  const length = { 'content-type': type, 'content-length': body.length };
  const outgoing = request(origin + path.replace('{id}', id), { method, headers: { ...headers, origin, ...length } });
  const [response] = (await once(outgoing.end(body), 'response')) as [IncomingMessage];
  await response.toArray();
  return response.statusCode;
}
