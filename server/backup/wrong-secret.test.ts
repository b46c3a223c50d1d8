/** A backup that nobody encrypted may be altered anywhere, also where the manifest has no hash: in its secret. */
import { mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { onOneEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { readArchive, writeArchive } from './archive.ts';
import { backUp } from './backup.ts';
import { inspectForRestore } from './restore.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-secret-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

onOneEngine('a plain backup', (open) => {
  test('is refused when its secret was altered or taken out, before anything is written', async () => {
    const secret = 'a key of the settings, longer than 32 bytes';
    const harness = await open({ environment: { SECRET_KEY: secret } });
    await addApplication(await harness.signIn('admin'));
    const file = join(folder, 'backup.tar');
    await backUp(systemContext(harness), file, null);
    expect((await inspectForRestore(file, [])).applications).toBe(1);

    const altered = join(folder, 'altered.tar');
    const bytes = await readFile(file);
    bytes.write('A', bytes.indexOf(secret), 'latin1');
    await writeFile(altered, bytes);
    await expect(inspectForRestore(altered, [])).rejects.toThrow(/secret\.key is not the key/);

    const without = join(folder, 'without.tar');
    const handle = await openFile(without, 'wx+');
    await writeArchive(handle, null, async function* () {
      for await (const { name, sizeBytes, bytes } of readArchive(file, [])) {
        const content = await buffer(bytes);
        if (name !== 'secret.key') yield { name, sizeBytes, bytes: Readable.from([content]) };
      }
    });
    await handle.close();
    await expect(inspectForRestore(without, [])).rejects.toThrow(/secret\.key is not the key/);
  });
});
