/** Backups that somebody has made or changed who knows how one is made. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { isOnBucket, onEachEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { createLog } from '../log.ts';
import { openResources } from '../resources.ts';
import { readSettings } from '../settings.ts';
import { readArchive } from './archive.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { inspectForRestore, restore } from './restore.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-crafted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (name: string) => readSettings({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' });

/** Everything under a folder, so that a refusal can be shown to have written nothing. */
const contentOf = (name: string) => readdir(join(folder, name), { recursive: true }).catch(() => []);

function changeManifest(members: Map<string, Buffer>, change: (manifest: Manifest) => unknown): void {
  const manifest: Manifest = JSON.parse(String(members.get('manifest.json')));
  change(manifest);
  members.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
}

/** Changes the rows of a table, and the manifest with them. */
function changeTable(members: Map<string, Buffer>, table: string, change: (text: string) => string): void {
  const bytes = Buffer.from(change(String(members.get(`tables/${table}.ndjson`))));
  members.set(`tables/${table}.ndjson`, bytes);
  changeManifest(members, ({ tables }) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const rows = String(bytes).split('\n').length - 1;
    Object.assign(tables.find(({ name }) => name === table) ?? {}, { rows, sizeBytes: bytes.length, sha256 });
  });
}

/** Leaves a table out as if there had never been one. */
function leaveOut(members: Map<string, Buffer>, table: string): void {
  members.delete(`tables/${table}.ndjson`);
  changeManifest(members, (manifest) => {
    manifest.tables = manifest.tables.filter(({ name }) => name !== table);
  });
}

interface Change {
  title: string;
  /** Changes the members of a decrypted backup before they are written again. */
  change(members: Map<string, Buffer>): unknown;
  says: RegExp;
}

const changes: Change[] = [
  {
    title: 'a name that climbs',
    change: (members) => members.set('../outside', Buffer.from('x')),
    says: /has a member "\.\.\/outside"/,
  },
  {
    title: 'an absolute name',
    change: (members) => members.set('/tmp/outside', Buffer.from('x')),
    says: /has a member/,
  },
  {
    title: 'a table that is none',
    change: (members) => members.set('tables/pg_authid.ndjson', Buffer.from('{}\n')),
    says: /is in the file and not in the manifest/,
  },
  {
    title: 'a link',
    change: () => [
      { name: 'files/abababababababababababab.jpg', type: 'symlink', linkname: '/etc/passwd' } as tar.Header,
    ],
    says: /has a member/,
  },
  {
    title: 'a member twice',
    change: () => [{ name: 'tables/audit.ndjson', type: 'file', size: 0 } as tar.Header],
    says: /twice/,
  },
  {
    title: 'a row that the manifest does not count',
    change(members) {
      const name = 'tables/counter.ndjson';
      members.set(name, Buffer.concat([members.get(name) as Buffer, Buffer.from('{"name":"x","value":1}\n')]));
    },
    says: /counter.ndjson is not what the manifest says/,
  },
  {
    title: 'a manifest that names a file which is not there',
    change(members) {
      const lost = { key: 'abababababababababababab.jpg', sizeBytes: 1, sha256: 'a'.repeat(64) };
      changeManifest(members, (manifest) => manifest.files.push(lost));
    },
    says: /is in the manifest and not in the file/,
  },
  {
    title: 'no manifest',
    change: (members) => members.delete('manifest.json'),
    says: /has no manifest/,
  },
  {
    title: 'a line without an end',
    change: (members) => members.set('tables/audit.ndjson', Buffer.alloc(5 * 1024 * 1024)),
    says: /a line in tables\/audit.ndjson that is too long/,
  },
  {
    title: 'a manifest of zeros that is larger than what it could name',
    change: (members) => members.set('manifest.json', Buffer.alloc(1024 * 1024)),
    says: /has a manifest.json that is too large/,
  },
  {
    title: 'no applications, neither in the file nor in its manifest,',
    change: (members) => leaveOut(members, 'application'),
    says: /^Error: tables\/application.ndjson is missing, which every backup of its release has\.\n/,
  },
  {
    title: 'a file before the rows that name it',
    change(members) {
      const all = [...members];
      members.clear();
      for (const [name, bytes] of all.filter(([name]) => name.startsWith('files/'))) members.set(name, bytes);
      for (const [name, bytes] of all) members.set(name, bytes);
    },
    says: /tables\/application\.ndjson is not in its place/,
  },
  {
    title: 'no key',
    change: (members) => members.delete('secret.key'),
    says: /secret\.key is missing, which every backup has/,
  },
  {
    title: 'the tables of no release',
    change(members) {
      changeManifest(members, (manifest) => manifest.schema.splice(1, 1));
    },
    says: /manifest\.json names migrations that no release has together/,
  },
  {
    title: 'no migrations',
    change(members) {
      changeManifest(members, (manifest) => manifest.schema.splice(0));
    },
    says: /manifest\.json names migrations that no release has together/,
  },
  {
    title: 'a newer format',
    change(members) {
      members.set('manifest.json', Buffer.from(JSON.stringify({ format: 'maplegate-backup-2' })));
    },
    says: /is of a newer release \(maplegate-backup-2\)/,
  },
  {
    title: 'a migration that this release does not know',
    change(members) {
      changeManifest(members, (manifest) => manifest.schema.push('9999-later.sql'));
    },
    says: /is of a newer release \(9999-later.sql\)/,
  },
];

describe.skipIf(isOnBucket || process.env.TEST_ENGINE === 'postgres')('a backup that somebody has changed', () => {
  onEachEngine(
    'for the embedded database',
    (open) => {
      test('that begins an endless file of zeros is refused at its first byte', async () => {
        const pack = tar.pack();
        pack.entry({ name: 'files/abababababababababababab.jpg', size: 6 * 1024 ** 3 });
        const bomb = join(folder, 'bomb.tar');
        await writeFile(bomb, (await pack[Symbol.asyncIterator]().next()).value as Buffer);
        await truncate(bomb, 7 * 1024 ** 3);
        await expect(restore(settingsOf('new'), bomb, [], [])).rejects.toThrow(/that is too large/);
        expect(await contentOf('new')).toEqual([]);
      });

      async function changed(change: Change['change']): Promise<string> {
        const harness = await open();
        await addApplication(await harness.signIn('super-admin'));
        const file = join(folder, 'plain.tar');
        await backUp(systemContext(harness), file, null);
        const members = new Map<string, Buffer>();
        for await (const { name, bytes } of readArchive(file, [])) {
          const chunks: Uint8Array[] = [];
          for await (const chunk of bytes) chunks.push(chunk);
          members.set(name, Buffer.concat(chunks));
        }
        const extra = change(members);
        const pack = tar.pack();
        for (const [name, bytes] of members) pack.entry({ name }, bytes);
        if (Array.isArray(extra)) for (const header of extra as tar.Header[]) pack.entry(header, '');
        pack.finalize();
        const written = join(folder, 'changed.tar');
        await pipeline(pack as unknown as NodeJS.ReadableStream, createWriteStream(written));
        return written;
      }

      test.each(changes)('with $title is refused before anything is written', async ({ change, says }) => {
        const file = await changed(change);
        await expect(inspectForRestore(file, []).catch(String)).resolves.toMatch(says);
        await expect(restore(settingsOf('new'), file, [], []).catch(String)).resolves.toMatch(says);
        expect(await contentOf('new')).toEqual([]);
      });

      test.each([
        ['that are no JSON', 'counter', () => 'no row\n'],
        ['with a column that is none', 'counter', () => '{"name":"x","value":1,"other":2}\n'],
        ['twice', 'account', (text: string) => text.repeat(2)],
        ['of a record that is not there', 'file', (text: string) => text.replaceAll(/"application_id":"./g, '$&0')],
      ])(
        'with rows %s is refused by the name of the table, and leaves a place that starts no product',
        async (_, table, change) => {
          const file = await changed((members) => changeTable(members, table, change));
          const refused = restore(settingsOf('new'), file, [], []).catch(String);
          await expect(refused).resolves.toMatch(
            `The backup has rows in tables/${table}.ndjson that no release has written`,
          );
          await expect(openResources(settingsOf('new'), createLog('silent'))).rejects.toThrow(/is partially restored/);
          expect((await restore(settingsOf('new'), join(folder, 'plain.tar'), [], [])).applications).toBe(1);
        },
      );
    },
    ['sqlite'],
  );
});
