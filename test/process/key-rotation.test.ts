import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStore } from '../../server/commands/check-store.ts';
import { systemContext } from '../../server/context.ts';
import { codeOf } from '../../server/factors/codes.ts';
import { countPending } from '../../server/key-rotation/files.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { hasPostgresServer, openBackends } from '../backends.ts';
import { addWithDocuments } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { cookieClient, type Product, startProduct } from '../product.ts';
import { checkPassed } from '../program.ts';

const kills = 200;
const records = 30;
const engines = (['sqlite', 'postgres'] as const).filter((engine) => engine === 'sqlite' || hasPostgresServer);
/** The last kill comes a little later than the change of the key begins after a start. */
const lastKillMs = 4_000;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-rotation-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const secret = (at: number) => `the key number ${at} of this test, of 32 bytes and more`;
const keyed = (at: number) => ({ SECRET_KEY: secret(at), ...(at > 0 && { SECRET_KEY_BEFORE: secret(at - 1) }) });

const clerk = { name: 'Salma', email: 'salma@staff.example', password: 'nine loud geese land' };
const stepNow = () => Math.floor(Date.now() / 30_000);

/** Adds an account with an authenticator app; the returned function returns an unused code. */
async function addClerkWithApp(product: Product): Promise<() => string> {
  dataOf(await (await product.staff()).call('addUser', { json: clerk }));
  const person = cookieClient(product.origin);
  dataOf(await person.call('login', { json: clerk }));
  const { secret } = dataOf(await person.call('startTotp'));
  let used = stepNow();
  dataOf(await person.call('enableTotp', { json: { code: codeOf(secret, used) } }));
  return () => {
    used = Math.max(used + 1, stepNow());
    return codeOf(secret, used);
  };
}

test('a product that is started with a new key encrypts every file and secret again, and then needs the former key no more', async () => {
  const { environment, close } = await openBackends();
  const started: Product[] = [];
  const start = async (keys: Record<string, string>) => {
    const product = await startProduct({ ...environment, ...keys }, folder);
    started.push(product);
    return product;
  };
  try {
    const first = await start(keyed(0));
    const { image, file1, file2 } = await addWithDocuments(await first.staff());
    const hashesOn = async (product: Product) => {
      const { cookie } = await product.staff();
      const hashes = [image, file1, file2].map(async (url) => {
        const answer = await fetch(product.origin + url, { headers: { cookie } });
        const bytes = Buffer.from(await answer.arrayBuffer());
        return [answer.status, createHash('sha256').update(bytes).digest('hex')];
      });
      return Promise.all(hashes);
    };
    const before = await hashesOn(first);
    const newCode = await addClerkWithApp(first);
    await first.stop();

    const second = await start(keyed(1));
    const owner = await second.staff();
    expect(await hashesOn(second)).toEqual(before);
    const pending = async () => dataOf(await owner.call('system')).encryption.pending;
    // The product rests between two files for a multiple of the time that the first took.
    await expect.poll(pending, { timeout: 120_000 }).toBe(0);
    await expect
      .poll(() => second.output(), { timeout: 120_000 })
      .toContain('every file is encrypted with the new key: SECRET_KEY_BEFORE can be dropped');
    await second.stop();

    const alone = { SECRET_KEY: secret(1) };
    const third = await start(alone);
    expect(await hashesOn(third)).toEqual(before);
    const person = cookieClient(third.origin);
    expect(await person.call('login', { json: clerk })).toMatchObject({ error: { code: 'second_factor_required' } });
    dataOf(await person.call('login', { json: { ...clerk, code: newCode() } }));
    const place = { DATA_DIR: folder, ...environment, ...alone };
    expect(await hostCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
    expect(await hostCommand('audit-verify', place)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^(Signed by .+\n){2}\d+ entr(?:y|ies), 0 problems\n$/),
    });
    await third.stop();
    const former = readSettings({ DATA_DIR: folder, ...environment, SECRET_KEY: secret(0) });
    const refusal = 'SECRET_KEY is a former key of this database';
    await expect(openResources(former, createLog('silent'))).rejects.toThrow(refusal);
  } finally {
    for (const product of started) await product.stop();
    await close();
  }
});

// Each kill needs a start of the product; server/key-rotation/rotation.test.ts tries the same within the process.
test.runIf(process.env.MAPLEGATE_FAULTS).for(engines)(
  'a process killed again and again while the key is changed on %s leaves every file readable',
  { timeout: kills * 30_000 + 120_000 },
  async (engine, { task }) => {
    const { environment, close } = await openBackends(engine);
    const first = await startProduct({ LOG_LEVEL: 'error', ...environment, ...keyed(0) }, folder);
    const staff = await first.staff();
    for (let record = 0; record < records; record++) await addWithDocuments(staff, record);
    await first.stop();

    /** Counts the files that are not under the newest key yet, and fails if one of all files is unreadable. */
    const pendingAt = async (at: number): Promise<number> => {
      const settings = readSettings({ DATA_DIR: folder, ...environment, ...keyed(at) });
      const resources = await openResources(settings, createLog('error'), { mustExist: true });
      const ctx = systemContext(resources);
      expect(await checkStore(ctx)).toEqual([]);
      const pending = await countPending(ctx);
      await resources.close();
      return pending;
    };
    let at = 1;
    let killedMidway = 0;
    for (let kill = 0; kill < kills; kill++) {
      const product = await startProduct({ LOG_LEVEL: 'error', ...environment, ...keyed(at) }, folder);
      await sleep((kill * 997) % lastKillMs);
      await product.kill();
      if ((await pendingAt(at)) === 0) at++;
      else killedMidway++;
    }

    const last = await startProduct({ LOG_LEVEL: 'error', ...environment, ...keyed(at) }, folder);
    try {
      const owner = await last.staff();
      const pending = async () => dataOf(await owner.call('system')).encryption.pending;
      await expect.poll(pending, { timeout: 60_000, interval: 500 }).toBe(0);
    } finally {
      await last.stop();
    }
    const alone = { ...environment, SECRET_KEY: secret(at) };
    const settings = readSettings({ DATA_DIR: folder, ...alone });
    const resources = await openResources(settings, createLog('error'), { mustExist: true });
    expect(await checkStore(systemContext(resources))).toEqual([]);
    await resources.close();
    const former = startProduct({ ...environment, SECRET_KEY: secret(at - 1) }, folder);
    await expect(former).rejects.toThrow('SECRET_KEY is a former key of this database');
    task.meta.figure = `${kills} kills, ${killedMidway} with files left, ${at} keys`;
    await close();
  },
);
