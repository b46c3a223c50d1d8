/** Nodes on one PostgreSQL server that write to a file which they share. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPostgresServer } from '../../test/backends.ts';
import { addApplication } from '../../test/build.ts';
import { onEachEngine } from '../../test/harness.ts';
import { completeEntries } from '../audit-tree/checkpoint.ts';
import { appendCheckpoints } from '../audit-tree/checkpoint-files.ts';
import { signEntries } from '../audit-tree/tree.ts';
import { systemContext } from '../context.ts';
import { onOneNodeAtATime } from './one-node-at-a-time.ts';

onEachEngine(
  'work on a shared file',
  (open) => {
    test.runIf(hasPostgresServer)('starts on a second node only after the first has finished', async () => {
      const first = await open();
      const second = await open({ beside: first });
      const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const steps: string[] = [];
      const one = onOneNodeAtATime(systemContext(first), 'a file', async () => {
        begun.resolve();
        await ending.promise;
        steps.push('the first has ended');
      });
      await begun.promise;
      const other = onOneNodeAtATime(systemContext(second), 'a file', async () => {
        steps.push('the second begins');
      });
      // Where a lock is missing, a statement of the second node is answered before the first has ended.
      for (const _ of [1, 2, 3]) await second.database.check();
      expect(steps).toEqual([]);
      ending.resolve();
      await Promise.all([one, other]);
      expect(steps).toEqual(['the first has ended', 'the second begins']);
    });

    test.runIf(hasPostgresServer)('writes each checkpoint once when two nodes append at the same instant', async () => {
      const first = await open();
      const second = await open({ beside: first });
      const staff = await first.signIn('admin');
      const folder = await mkdtemp(join(tmpdir(), 'maplegate-checkpoints-'));
      const file = join(folder, 'checkpoints');
      try {
        let signed = 0;
        for (; signed < 12; signed++) {
          await addApplication(staff);
          await signEntries(systemContext(first));
          await Promise.all([first, second].map((node) => appendCheckpoints(systemContext(node), file)));
        }
        const sizes = completeEntries(await readFile(file)).entries.map(({ checkpoint }) => checkpoint?.size);
        expect(sizes.length).toBeGreaterThanOrEqual(signed);
        expect(new Set(sizes).size).toBe(sizes.length);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  },
  ['postgres'],
);
