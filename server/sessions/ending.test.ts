/**
 * An answered change holds for every call that begins after it, on any node, whatever that node has cached, and for
 * every call whose body still arrives.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { addApplication, buildFields, buildPhoto, formOf } from '../../test/build.ts';
import { childProcesses } from '../../test/child-processes.ts';
import { dataOf } from '../../test/data-of.ts';
import { sendHalf } from '../../test/half-sent.ts';
import { type Caller, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withHttpServer } from '../../test/http-server.ts';
import { insertApplications } from '../../test/rows.ts';
import { jpeg, slideForm } from '../../test/slides.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { resetPassword } from '../users/users.ts';

const email = 'rahima@staff.example';
const password = 'six quiet herons wade';
const wanted = 'nine loud geese land';
const callsAfter = 20;

interface Situation {
  harness: TestHarness;
  owner: Caller;
  accountId: string;
  /** The browser whose session is in use on both nodes, and the public id of that session. */
  phone: Caller;
  handle: string;
  /** Another session of the same person. */
  desktop: Caller;
}

const endings: Record<string, (situation: Situation) => Promise<unknown>> = {
  'signing out': ({ phone }) => phone.call('logout'),
  'signing in again': ({ phone }) => phone.call('login', { json: { email, password } }),
  'ending it from another device': async ({ desktop, handle }) =>
    desktop.call('endSession', { params: { id: handle } }),
  'a new password of one’s own': ({ desktop }) =>
    desktop.call('changePassword', { json: { current: password, password: wanted, confirmPassword: wanted } }),
  'a new password from the super admin': ({ owner, accountId }) =>
    owner.call('updateUser', { params: { id: accountId }, json: { password: wanted, confirmPassword: wanted } }),
  'a password reset on the server': ({ harness }) => resetPassword(systemContext(harness), email),
  'the super admin ending it': ({ owner, accountId, handle }) =>
    owner.call('endUserSession', { params: { id: accountId, sessionId: handle } }),
  'suspending the account': ({ owner, accountId }) => owner.call('suspendUser', { params: { id: accountId } }),
  'deleting the account': ({ owner, accountId }) => owner.call('deleteUser', { params: { id: accountId } }),
};

async function prepare(harness: TestHarness): Promise<Situation> {
  const owner = await harness.signIn('super-admin');
  const { _id: accountId } = dataOf(await owner.call('addUser', { json: { name: 'Rahima', email, password } }));
  const [phone, desktop] = [await harness.sessionOf(accountId), await harness.sessionOf(accountId)];
  return { harness, owner, accountId, phone, handle: phone.handle, desktop };
}

/**
 * Calls each node repeatedly, during the change and after it; returns the results of the calls after its answer.
 */
async function callsAround<Seen>(
  nodes: Caller[],
  see: (node: Caller) => Promise<Seen>,
  change: () => Promise<unknown>,
) {
  const before = await Promise.all(nodes.map(see));
  let isAnswered = false;
  const callers = nodes.map(async (node) => {
    const after: Seen[] = [];
    while (after.length < callsAfter) {
      const isAfter = isAnswered;
      const seen = await see(node);
      if (isAfter) after.push(seen);
      await setImmediate();
    }
    return after;
  });
  await change();
  isAnswered = true;
  return { before, after: (await Promise.all(callers)).flat() };
}

function withCookieOf(phone: Caller, nodes: TestHarness[]): Caller[] {
  return nodes.map((node) => {
    const caller = node.visitor();
    caller.cookies.set('session', phone.cookies.get('session') ?? '');
    return caller;
  });
}

/** The status of a staff call with the session of `phone`, also after the caller was told to forget its cookie. */
function staffCallOf(phone: Caller) {
  const cookie = `session=${phone.cookies.get('session')}`;
  return async (node: Caller) => (await node.call('applications', { headers: { cookie } })).status;
}

onEachEngine('a session that is in use on two nodes', (open) => {
  it.each(Object.entries(endings))('is over for the next call of each after %s', async (_, end) => {
    const harness = await open();
    const situation = await prepare(harness);
    const nodes = withCookieOf(situation.phone, [harness, await open({ beside: harness })]);
    const { before, after } = await callsAround(nodes, staffCallOf(situation.phone), () => end(situation));
    expect(before).toEqual([200, 200]);
    expect(after).toEqual(Array(2 * callsAfter).fill(401));
  });

  it('is over for the next call of each after a second sign-out, to a third node, that found it gone', async () => {
    const harness = await open();
    const { phone } = await prepare(harness);
    const [kept, first, second] = withCookieOf(phone, [
      harness,
      await open({ beside: harness }),
      await open({ beside: harness }),
    ]) as [Caller, Caller, Caller];
    const rows = async () => (await harness.database.db.selectFrom('session').selectAll().execute()).length;
    const count = await rows();
    let firstAnswer: Promise<unknown> | undefined;
    const { after } = await callsAround([kept], staffCallOf(phone), async () => {
      // This is not awaited here: the second answer alone must be enough.
      firstAnswer = first.call('logout');
      await expect.poll(rows, { interval: 2 }).toBe(count - 1);
      expect((await second.call('logout')).status).toBe(204);
    });
    expect(after).toEqual(Array(callsAfter).fill(401));
    await firstAnswer;
  });

  it('is over for the next call of each after the super admin changed his password on another device', async () => {
    const harness = await open();
    const [phone, desktop] = [await harness.signIn('super-admin'), await harness.signIn('super-admin')];
    const nodes = withCookieOf(phone, [harness, await open({ beside: harness })]);
    const json = { name: 'Shirin', email: phone.email, password: wanted, confirmPassword: wanted };
    const change = async () => dataOf(await desktop.call('profile', { json }));
    const { before, after } = await callsAround(nodes, staffCallOf(phone), change);
    expect(before).toEqual([200, 200]);
    expect(after).toEqual(Array(2 * callsAfter).fill(401));
  });

  it('has the new name for the next call of each after the super admin changed it', async () => {
    const harness = await open();
    const { phone, owner, accountId } = await prepare(harness);
    const nodes = withCookieOf(phone, [harness, await open({ beside: harness })]);
    const name = async (node: Caller) => dataOf(await node.call('me')).user.name;
    const change = { params: { id: accountId }, json: { name: 'Rahima Khatun' } };
    const { before, after } = await callsAround(nodes, name, async () =>
      dataOf(await owner.call('updateUser', change)),
    );
    expect(before).toEqual(['Rahima', 'Rahima']);
    expect(after).toEqual(Array(2 * callsAfter).fill('Rahima Khatun'));
  });

  it('has lost a right for the next call of each after the super admin took it', async () => {
    const harness = await open();
    const { phone, owner, accountId } = await prepare(harness);
    const nodes = withCookieOf(phone, [harness, await open({ beside: harness })]);
    const params = { id: 'f'.repeat(24) };
    const deleting = async (node: Caller) => (await node.call('deleteImport', { params })).status;
    const take = { params: { id: accountId }, json: { rights: [] } };
    const { before, after } = await callsAround(nodes, deleting, async () =>
      dataOf(await owner.call('setRights', take)),
    );
    expect(before).toEqual([404, 404]);
    expect(after).toEqual(Array(2 * callsAfter).fill(403));
  });
});

/** Starts calls of different kinds with the session of `phone`, each sent by half. */
async function beginCalls({ harness, owner, phone }: Situation) {
  const { _id: id } = await addApplication(owner);
  const cookie = `session=${phone.cookies.get('session')}`;
  const begin = (path: string, body: BodyInit, more: RequestInit = {}) =>
    sendHalf(harness.request, path, { ...more, body, headers: { cookie, ...more.headers } });
  const json = { headers: { 'content-type': 'application/json' } };
  return Promise.all([
    begin('/api/application/addApplication', formOf(buildFields(), { image: await buildPhoto() })),
    begin(`/api/application/updateApplicationAdd/${id}`, formOf({}, { file1: await buildPhoto() }), { method: 'PUT' }),
    begin('/api/slider/addSlider', slideForm({ thumbnail: 'Work in Canada' }, jpeg)),
    begin('/api/imports', formOf({ fileName: 'list.csv' }, { file: new File(['Passport\nA1234567'], 'list.csv') })),
    begin(`/api/application/${id}/notes`, JSON.stringify({ text: 'Called twice, nobody answered.' }), json),
  ]);
}

onEachEngine('a call whose body still arrives', (open) => {
  it.each(Object.entries(endings))('changes nothing after %s', async (_, end) => {
    const situation = await prepare(await open());
    const calls = await beginCalls(situation);
    await end(situation);
    const answers = await withoutTrace(situation.harness, () => Promise.all(calls.map((call) => call.finish())));
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 401));
  });

  it('changes no profile after signing out, although anybody may send one before the set-up', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const headers = {
      cookie: `session=${owner.cookies.get('session')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ name: 'Somebody else', email: owner.email });
    const call = await sendHalf(harness.request, '/api/users/profile', { body, headers });
    expect((await owner.call('logout')).status).toBe(204);
    expect((await withoutTrace(harness, () => call.finish())).status).toBe(401);
  });

  it('is refused by a right that was taken meanwhile', async () => {
    const situation = await prepare(await open());
    const { harness, owner, phone, accountId } = situation;
    const headers = { cookie: `session=${phone.cookies.get('session')}` };
    const body = slideForm({ thumbnail: 'Work in Canada', link: 'https://visas.example/' }, jpeg);
    const call = await sendHalf(harness.request, '/api/slider/addSlider', { body, headers });
    dataOf(await owner.call('setRights', { params: { id: accountId }, json: { rights: [] } }));
    expect((await withoutTrace(harness, () => call.finish())).status).toBe(403);
  });

  it('is made as usual where nothing ended', async () => {
    const situation = await prepare(await open());
    const answers = await Promise.all((await beginCalls(situation)).map((call) => call.finish()));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 201, 201]);
  });
});

onEachEngine('an upload whose photo is still being decoded', (open) => {
  it.runIf(process.platform === 'linux')('changes nothing after suspending the account', async () => {
    const situation = await prepare(await open());
    const { harness, owner, accountId, phone } = situation;
    // The process that decodes this photo gets the next one as well.
    await addApplication(phone);
    const uploads = join(harness.settings.dataDir, 'uploads');
    const decoders = childProcesses('picture.process');
    for (const pid of decoders) process.kill(pid, 'SIGSTOP');
    const form = formOf(buildFields(), { image: await buildPhoto() });
    const sent = phone.call('addApplication', { form });
    try {
      await expect.poll(() => readdir(uploads, { recursive: true })).toHaveLength(2);
      // Meanwhile the form arrives to its end.
      for (let calls = 0; calls < 20; calls++) dataOf(await owner.call('me'));
      dataOf(await owner.call('suspendUser', { params: { id: accountId } }));
    } finally {
      for (const pid of decoders) process.kill(pid, 'SIGCONT');
    }
    expect((await sent).status).toBe(401);
    expect(dataOf(await owner.call('applications')).totalApplication).toBe(1);
    expect(await readdir(uploads)).toEqual([]);
  });
});

/** Begins to download the list and reads no further than the first rows; returns whether the rest comes as well. */
async function beginDownload({ harness, phone }: Situation): Promise<() => Promise<boolean>> {
  await insertApplications(harness, 1_500, { today: '2026-03-10' });
  const answer = await harness.app.inject({
    method: 'POST',
    url: '/api/application/export',
    headers: { cookie: `session=${phone.cookies.get('session')}`, 'content-type': 'application/json' },
    payload: '{"form":"csv"}',
    payloadAsStream: true,
  });
  expect(answer.statusCode).toBe(200);
  const rows = answer.stream()[Symbol.asyncIterator]();
  expect((await rows.next()).done).toBe(false);
  return async () => {
    try {
      for (let lines = 0; ; ) {
        const { value, done } = await rows.next();
        if (done) return lines > 1_000;
        lines += String(value).split('\n').length - 1;
      }
    } catch {
      return false;
    }
  };
}

/** More bytes than the system holds for a reader. */
const largePdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000_000, ' '), Buffer.from('\n%%EOF\n')]);

/** Begins to read a file, during `work`, and tells whether the rest of it came. */
async function isReadWhole({ harness, phone }: Situation, work: () => Promise<unknown>): Promise<boolean> {
  const { _id: id } = await addApplication(phone);
  const form = formOf({}, { file1: new File([largePdf], 'job.pdf', { type: 'application/pdf' }) });
  const { file1: path } = dataOf(await phone.call('updateAttachments', { params: { id }, form }));
  const headers = { cookie: `session=${phone.cookies.get('session')}` };
  return withHttpServer(harness, async ({ port }) => {
    const [answer] = (await once(
      request({ host: '127.0.0.1', port, path, headers, agent: false }).end(),
      'response',
    )) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await work();
    return buffer(answer).then(
      ({ length }) => length === largePdf.length,
      () => false,
    );
  });
}

onEachEngine('a file that is still being read', (open) => {
  const environment = { ATTACHMENTS_ALLOW_PDF: '1' };
  it.each(Object.entries(endings).filter(([name]) => /signing out|suspending|deleting/.test(name)))(
    'breaks off after %s',
    async (_, end) => {
      const situation = await prepare(await open({ environment }));
      expect(await isReadWhole(situation, () => end(situation))).toBe(false);
    },
  );

  it('is whole where nothing ended', async () => {
    expect(await isReadWhole(await prepare(await open({ environment })), async () => {})).toBe(true);
  });
});

onEachEngine('a download that is still being read', (open) => {
  const takeRight = ({ owner, accountId }: Situation) =>
    owner.call('setRights', { params: { id: accountId }, json: { rights: ['deleting'] } });
  it.each([
    ...Object.entries(endings).filter(([name]) => /signing out|suspending|deleting/.test(name)),
    ['the right to it was taken', takeRight] as const,
  ])('breaks off after %s', async (_, end) => {
    const situation = await prepare(await open());
    const isWhole = await beginDownload(situation);
    await end(situation);
    expect(await isWhole()).toBe(false);
  });

  it('is whole where nothing ended', async () => {
    const isWhole = await beginDownload(await prepare(await open()));
    expect(await isWhole()).toBe(true);
  });
});
