/** The built product as a process of its own on a free port, on a data folder of its own or a given one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '../contract/client.ts';
import type { Role } from '../contract/roles.ts';
import packageFile from '../package.json' with { type: 'json' };
import { dataOf } from './data-of.ts';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The part of this process's environment that every started program gets besides its settings. */
export const bareEnvironment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
/** Arguments of Node with which a program ends when the process that started it has ended. */
export const endsWithParent = ['--import', new URL('ends-with-parent.js', import.meta.url).href];
/** A start that takes longer has failed, even on a busy machine. */
const startMs = 90_000;

/** The arguments with which a script of package.json calls Node. */
export const argumentsOf = (script: string) => script.replace(/^(?:exec )?node /, '').split(' ');
export const startArguments = argumentsOf(packageFile.scripts.start);

export const superAdmin = {
  name: 'Rupa Akter',
  email: 'admin@maplegate.example',
  password: 'a long walk to Srimangal',
};

export const admin = {
  name: 'Demo office',
  email: 'office@maplegate.example',
  password: 'rickshaw-river-2026',
};

/** A client with a session of its own, and the cookies and token that a browser would store. */
export interface Staff extends Client {
  cookies: readonly Cookie[];
  /** The cookies as a request header. */
  cookie: string;
  token: string;
}

export interface Cookie {
  name: string;
  value: string;
  httpOnly: boolean;
}

export interface Product {
  origin: string;
  pid: number;
  dataDir: string;
  setupCode(): Promise<string>;
  /** Sets the product up and adds the admin, unless that is done, and signs in. */
  staff(role?: Role): Promise<Staff>;
  /** The output of the process so far. */
  output(): string;
  /** Asks the process to end, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** The arguments of Node; those of `npm start` by default. */
  command?: readonly string[];
  /** A free one by default. */
  port?: number;
  timeoutMs?: number;
  /** An open file for the output of the process; `output()` is then empty. */
  log?: number;
  /** Called before the product is ready, so that the caller can end the process even then. */
  onSpawn?(child: ChildProcess): void;
}

/** Returns once the product is ready. A data folder that was given is not removed at the end. */
export async function startProduct(
  environment: Record<string, string> = {},
  folder?: string,
  { command = startArguments, port: givenPort, timeoutMs = startMs, log, onSpawn }: StartOptions = {},
): Promise<Product> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'maplegate-product-')));
  const port = givenPort ?? (await freePort());
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...endsWithParent, ...command], {
    cwd: root,
    env: { ...bareEnvironment, PORT: String(port), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
  });
  onSpawn?.(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  await untilReady(child, port, timeoutMs, () => output);

  const known = { hasAdmin: false };
  const setupCode = async () => (await readFile(join(dataDir, 'setup-code'), 'utf8')).trim();
  return {
    origin,
    pid: child.pid ?? 0,
    dataDir,
    setupCode,
    output: () => output,
    staff: (role = 'super-admin') => signIn(origin, role, setupCode, known),
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

async function untilReady(child: ChildProcess, port: number, timeoutMs: number, output: () => string): Promise<void> {
  // Unlike `exit`, `close` comes after the last output.
  const closed = new Promise((resolve) => child.once('close', resolve));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const until = Date.now() + timeoutMs;
  while (isRunning() && Date.now() < until) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
  const ended = isRunning() ? `not within ${timeoutMs} ms` : `ended with ${child.exitCode ?? child.signalCode}`;
  child.kill('SIGKILL');
  await closed;
  throw new Error(`The product did not start (${ended}):\n${output()}`);
}

/** Whether the admin is known to exist, so that no costly password check is made twice for it. */
interface Known {
  hasAdmin: boolean;
}

async function signIn(origin: string, role: Role, setupCode: () => Promise<string>, known: Known): Promise<Staff> {
  const cookies = new Map<string, Cookie>();
  const client = cookieClient(origin, cookies);
  const setup = await client.call('setup');
  if (setup.ok && setup.data.needed) {
    const json = { ...superAdmin, confirmPassword: superAdmin.password };
    dataOf(await client.call('profile', { json, headers: { 'x-setup-code': await setupCode() } }));
  }
  if (role === 'admin' && !known.hasAdmin) {
    await ensureAdmin(await signIn(origin, 'super-admin', setupCode, known));
    known.hasAdmin = true;
  }
  const { email, password } = role === 'admin' ? admin : superAdmin;
  const { token } = dataOf(await client.call('login', { json: { email, password } }));
  return { ...client, cookies: [...cookies.values()], cookie: headerOf(cookies), token };
}

async function ensureAdmin(owner: Client): Promise<void> {
  const users = dataOf(await owner.call('users'));
  if (!users.some(({ email }) => email === admin.email)) dataOf(await owner.call('addUser', { json: admin }));
}

/** A caller that keeps cookies, as a browser would. */
export function cookieClient(origin: string, cookies = new Map<string, Cookie>()): Client {
  return createClient(async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', headerOf(cookies));
    const response = await fetch(origin + path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      cookies.set(name, { name, value, httpOnly: /;\s*httponly/i.test(line) });
    }
    return response;
  });
}

function headerOf(cookies: ReadonlyMap<string, Cookie>): string {
  return [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ');
}
