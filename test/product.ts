/** The built product as a process of its own on a free port, with an empty data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '../contract/client.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const startMs = 30_000;

export const superAdmin = {
  name: 'Rupa Akter',
  email: 'admin@maplegate.example',
  password: 'a long walk to Srimangal',
};

export interface Product {
  origin: string;
  setupCode(): Promise<string>;
  /** Sets the product up, if that has not been done, and signs in. */
  staff(): Promise<Client>;
  /** All that the process has written to its outputs. */
  output(): string;
  /** Asks the process to end; its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

/** On a given data folder, which then stays, or on one of its own. */
export async function startProduct(environment: Record<string, string> = {}, folder?: string): Promise<Product> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'maplegate-browser-')));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  await untilReady(child, port, () => output);

  const setupCode = async () => (await readFile(join(dataDir, 'setup-code'), 'utf8')).trim();
  return {
    origin,
    setupCode,
    output: () => output,
    async staff() {
      const client = cookieClient(origin);
      const { email, password } = superAdmin;
      const setup = await client.call('setup');
      if (setup.ok && setup.data.needed) {
        const headers = { 'x-setup-code': await setupCode() };
        const created = await client.call('profile', { json: { ...superAdmin, confirmPassword: password }, headers });
        if (!created.ok) throw new Error(`The set-up was refused: ${created.error.message}`);
      }
      const login = await client.call('login', { json: { email, password } });
      if (!login.ok) throw new Error(`The login was refused: ${login.error.message}`);
      return client;
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      if (!folder) await rm(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}

async function untilReady(child: ChildProcess, port: number, output: () => string): Promise<void> {
  const until = Date.now() + startMs;
  while (child.exitCode === null && Date.now() < until) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The product did not start:\n${output()}`);
}

/** A caller that keeps cookies, as a browser would. */
function cookieClient(origin: string): Client {
  const cookies = new Map<string, string>();
  return createClient(async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(origin + path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return response;
  });
}
