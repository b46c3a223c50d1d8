/**
 * Runs HAProxy of Debian's package in front of nodes, which it checks by /readyz, or in front of their PostgreSQL
 * servers, of which it uses the one that is not a standby.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = '/usr/sbin/haproxy';
export const hasHaproxy = existsSync(program);

export interface Haproxy {
  stop(): Promise<void>;
}

/** Runs HAProxy with one of the two configurations below. */
export async function openHaproxy(config: string): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, `${defaults}${config}`);
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: 'ignore' });
  return {
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const defaults = `
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 0
  default-server inter 500ms fall 2 rise 1
`;

/** A body is awaited before a node is chosen, so that a caller who is still sending can read a 503 of HAProxy's own. */
export const inFrontOfNodes = (port: number, nodes: readonly number[]): string => `
listen site
  mode http
  bind 127.0.0.1:${port}
  option forwardfor
  option http-buffer-request
  balance roundrobin
  option httpchk GET /readyz
${nodes.map((node) => `  server node-${node} 127.0.0.1:${node} check`).join('\n')}
`;

/** A check signs in without a password and asks the server whether it is a standby. */
export function inFrontOfServers(port: number, servers: readonly number[]): string {
  const version = Buffer.from([0, 3, 0, 0]);
  const names = Buffer.from('user\0maplegate\0database\0postgres\0\0');
  const query = Buffer.from('select pg_is_in_recovery()\0');
  const notStandby = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from('f')]);
  return `
listen primary
  mode tcp
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${message('', Buffer.concat([version, names]))}
  tcp-check expect binary ${message('Z', Buffer.from('I'))}
  tcp-check send-binary ${message('Q', query)}
  tcp-check expect binary ${message('D', notStandby)}
${servers.map((server) => `  server postgres-${server} 127.0.0.1:${server} check on-marked-down shutdown-sessions`).join('\n')}
`;
}

/** A message of PostgreSQL's protocol; the first one of a connection has no type. */
function message(type: string, body: Buffer): string {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]).toString('hex');
}
