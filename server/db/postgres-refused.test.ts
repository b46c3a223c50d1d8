/** The refusals of a PostgreSQL server, and the sentence that the owner reads for each. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { OperatorError } from '../operator-error.ts';
import { openPostgres } from './postgres.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** A server that sends these bytes first to every connection. */
async function serverThatSays(bytes: Buffer | string): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function refusalWith(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

async function sentenceOf(url: string): Promise<string> {
  const error = await openPostgres(url, () => {}).catch((error: unknown) => error);
  if (!(error instanceof OperatorError)) throw new Error('It was not refused with a sentence.');
  return error.message;
}

test.each([
  ['28P01', 'password authentication failed for user "maple"', 'refuses the password of maple (28P01).'],
  ['28000', 'role "maple" does not exist', 'does not let maple connect (28000): role "maple" does not exist.'],
  ['3D000', 'database "gate" does not exist', 'has no database gate (3D000).'],
  ['53300', 'sorry, too many clients already', 'has no connection left (53300).'],
  ['57P03', 'the database system is starting up', 'is still starting or stopping (57P03).'],
])('%s has a sentence of its own', async (code, message, sentence) => {
  const port = await serverThatSays(refusalWith(code, message));
  expect(await sentenceOf(`postgres://maple:wrong@127.0.0.1:${port}/gate`)).toContain(
    `The PostgreSQL server of DATABASE_URL ${sentence}`,
  );
});

test('a server without TLS, a certificate file that is not there, a server that is not running and an unknown host are told apart', async () => {
  const port = await serverThatSays('N');
  expect(await sentenceOf(`postgres://maple@127.0.0.1:${port}/gate?sslmode=verify-full`)).toContain(
    'does not support TLS',
  );
  expect(await sentenceOf(`postgres://maple@127.0.0.1:${port}/gate?sslmode=verify-full&sslrootcert=/none`)).toContain(
    'was not asked: the file /none, which DATABASE_URL names, cannot be read (ENOENT).',
  );
  const unusedPort = await freePort();
  expect(await sentenceOf(`postgres://maple@127.0.0.1:${unusedPort}/gate`)).toContain(
    `does not listen on 127.0.0.1:${unusedPort} (ECONNREFUSED).`,
  );
  expect(await sentenceOf('postgres://maple@nobody.invalid/gate')).toContain('no machine is called nobody.invalid');
});
