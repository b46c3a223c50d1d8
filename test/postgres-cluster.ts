/** A PostgreSQL server of the test's own, which it may stop and kill; its release is that of the machine. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const releases = '/usr/lib/postgresql';

export interface Cluster {
  port: number;
  folder: string;
  url: string;
  /** Returns when it accepts connections again; `immediate` is like a crash of the machine. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server as the loss of its machine would. */
  kill(): Promise<void>;
  /** The server's own log. */
  log(): Promise<string>;
  close(): Promise<void>;
}

/** The folder in which Debian's packages keep the programs of the newest release; null if there is none. */
export const serverPrograms = findPrograms();

function findPrograms(): string | null {
  if (!existsSync(releases)) return null;
  const folders = readdirSync(releases)
    .sort((a, b) => Number(b) - Number(a))
    .map((release) => join(releases, release, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** The server of TEST_DATABASE_URL, or else one of the test's own; for tests that neither stop it nor read its log. */
export async function openSharedServer(): Promise<Pick<Cluster, 'url' | 'close'>> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, close: async () => {} } : openCluster();
}

/** Whether there is a server for `openSharedServer`. */
export const hasSharedServer = Boolean(process.env.TEST_DATABASE_URL) || serverPrograms !== null;

export interface Standby extends Cluster {
  /** Makes it the primary; returns when it accepts writes. */
  promote(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  return openServer((call) => call('initdb', '-U', 'maplegate', '-A', 'trust', '-E', 'UTF8'));
}

/** A synchronous standby: from now on the primary confirms a commit when both have it on their disks. */
export async function openStandby(primary: Cluster): Promise<Standby> {
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'maplegate', '-c', 'fast', '-R', '-X', 'stream'];
  const standby = await openServer((call) => call('pg_basebackup', ...from));
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`alter system set synchronous_standby_names = '*'`);
  await client.query('select pg_reload_conf()');
  const isInSync = async () =>
    (await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1;
  while (!(await isInSync())) await sleep(100);
  await client.end();
  return standby;
}

type Call = (program: string, ...args: string[]) => Promise<void>;

async function openServer(make: (call: Call) => Promise<void>): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-cluster-'));
  const data = join(folder, 'data');
  const asUser = await handToPostgresUser(folder);
  const call: Call = async (program, ...args) => {
    const [file = '', ...rest] = [...asUser, join(serverPrograms ?? '', program), '-D', data, ...args];
    await run(file, rest, { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } });
  };
  await make(call);
  const port = await freePort();
  const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200`;
  const log = join(folder, 'log');
  // Without a log file the server would hold the outputs of pg_ctl open for as long as it runs.
  await call('pg_ctl', '-w', '-o', options, '-l', log, 'start');
  cleanUpAfterThisProcess(folder, data);
  return {
    port,
    folder,
    url: `postgres://maplegate@127.0.0.1:${port}/postgres`,
    restart: (mode) => call('pg_ctl', '-w', '-m', mode, '-o', options, '-l', log, 'restart'),
    promote: () => call('pg_ctl', '-w', 'promote'),
    async kill() {
      const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    log: () => readFile(log, 'utf8'),
    async close() {
      await call('pg_ctl', '-m', 'immediate', 'stop').catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the server and removes its folder when this process has ended, even if it was killed. */
function cleanUpAfterThisProcess(folder: string, data: string): void {
  const watch =
    'while kill -0 "$1" 2>/dev/null && [ -e "$2" ]; do sleep 1; done; [ -e "$2/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$2/postmaster.pid")"; until rm -rf "$3"; do sleep 1; done';
  const args = ['-c', watch, 'sh', String(process.pid), data, folder];
  spawn('sh', args, { detached: true, stdio: 'ignore' }).unref();
}

/**
 * PostgreSQL does not run as root, so its own user gets the folder. Returns the command that runs a program as that
 * user.
 */
async function handToPostgresUser(folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  await chown(folder, uid ?? 0, gid ?? 0);
  return ['runuser', '-u', 'postgres', '--'];
}
