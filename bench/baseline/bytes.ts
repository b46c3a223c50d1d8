/** `node:http` that sends one head and one body, from memory or read from the disk each time. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

interface Settings {
  /** Names and values alternate. */
  head: string[];
  file: string;
  isReadFromDisk: boolean;
}

const { head, file, isReadFromDisk } = JSON.parse(process.argv[2] ?? '') as Settings;
const body = await readFile(file);

const server = createServer({ keepAliveTimeout: 10_000 }, (_, response) => {
  response.writeHead(200, [...head, 'content-length', String(body.length)]);
  if (isReadFromDisk) createReadStream(file).pipe(response);
  else response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit());
