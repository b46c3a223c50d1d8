/** The right to read a copy: how it ends, and the one time that it can be extended. */
import { expect, test } from 'vitest';
import type { CallInput } from '../../contract/client.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { sweepEnquiries } from './enquiry.ts';
import { flushEnquiries } from './recorder.ts';

/** An enquiry that finds an application. */
async function found(harness: TestHarness): Promise<CallInput> {
  const { passport, currentN, dob } = await addApplication(await harness.signIn('admin'));
  return { json: { search: passport, search1: currentN, search2: dob } };
}

onEachEngine('a grant', (open) => {
  test('a browser is told for a while how its copy ended, but never one that had none', async () => {
    const harness = await open();
    const one = await found(harness);
    const endedFor = async (caller: Caller) => dataOf(await caller.call('granted')).ended;
    const visitor = harness.visitor();
    await visitor.call('enquiry', one);
    expect(await endedFor(visitor)).toBe(null);
    const mark = (await visitor.call('endGrant')).response.headers.getSetCookie().find((each) => /^copy=/.test(each));
    expect(mark).toBe('copy=closed; Path=/; Max-Age=900; HttpOnly; SameSite=Lax');
    expect(await endedFor(visitor)).toBe('closed');
    await visitor.call('enquiry', one);
    expect(await endedFor(visitor)).toBe(null);
    harness.clock.advance(900);
    expect(await endedFor(visitor)).toBe('time');

    const stranger = harness.visitor();
    await stranger.call('endGrant');
    expect(await endedFor(stranger)).toBe(null);
    stranger.cookies.set('copy', 'anything');
    expect(await endedFor(stranger)).toBe(null);
  });

  test('a grant can be extended by fifteen minutes once, however often and from wherever it is requested', async () => {
    const harness = await open();
    const beside = await open({ beside: harness });
    const one = await found(harness);
    const visitor = harness.visitor();
    await visitor.call('enquiry', one);
    const first = visitor.cookies.get('grant') ?? '';
    const end = new Date(harness.clock.now.getTime() + 1_800_000).toISOString();
    expect(dataOf(await visitor.call('granted')).canExtend).toBe(true);
    harness.clock.advance(800);

    // Two tabs at once, on two nodes, with the same cookie.
    const tabs = [harness, beside].map((node) => {
      const tab = node.visitor();
      tab.cookies.set('grant', first);
      return tab;
    });
    const answers = await Promise.all([visitor, ...tabs].map((tab) => tab.call('extendGrant')));
    expect(answers.map((answer) => dataOf(answer).expiresAt)).toEqual([end, end, end]);
    for (const cookie of answers[0]?.response.headers.getSetCookie() ?? []) {
      expect(cookie).toMatch(/^(grant=[\w-]+; Path=\/; Max-Age=1000|copy=open; Path=\/; Max-Age=1900); HttpOnly/);
    }
    const granted = dataOf(await visitor.call('granted'));
    expect([granted.expiresAt, granted.canExtend]).toEqual([end, false]);
    for (const tab of [visitor, ...tabs]) expectRefusal(await tab.call('extendGrant'), 409, 'copy_extended');

    harness.clock.advance(999);
    expect(dataOf(await visitor.call('granted')).applications).toHaveLength(1);
    harness.clock.advance(1);
    expect(dataOf(await visitor.call('granted'))).toMatchObject({ applications: [], ended: 'time' });
    expectRefusal(await visitor.call('extendGrant'), 409, 'copy_not_open');
  });

  test('a grant of a clock that was ahead opens nothing once the clock is right, extended or not', async () => {
    const harness = await open();
    const one = await found(harness);
    for (const isExtended of [false, true]) {
      const visitor = harness.visitor();
      const opens = async () => dataOf(await visitor.call('granted')).applications.length;
      await visitor.call('enquiry', one);
      if (isExtended) await visitor.call('extendGrant');
      // The clock of another node may be some minutes ahead.
      harness.clock.advance(-240);
      expect(await opens()).toBe(1);
      harness.clock.advance(-120);
      expect(await opens()).toBe(0);
      expectRefusal(await visitor.call('extendGrant'), 409, 'copy_not_open');
      harness.clock.advance(360);
    }
  });

  test('a grant that has ended cannot be extended, not even by a cookie that was extended before its end', async () => {
    const harness = await open();
    const one = await found(harness);
    const visitor = harness.visitor();
    expectRefusal(await visitor.call('extendGrant'), 409, 'copy_not_open');
    await visitor.call('enquiry', one);
    const first = visitor.cookies.get('grant') ?? '';
    await visitor.call('extendGrant');
    const extended = visitor.cookies.get('grant') ?? '';
    // Closed in a tab that knows nothing of the extension.
    visitor.cookies.set('grant', first);
    await visitor.call('endGrant');
    for (const seconds of [0, 899, 2]) {
      harness.clock.advance(seconds);
      await sweepEnquiries(systemContext(harness));
      for (const cookie of [first, extended]) {
        const copy = harness.visitor();
        copy.cookies.set('grant', cookie);
        expect(dataOf(await copy.call('granted')).applications).toEqual([]);
        expectRefusal(await copy.call('extendGrant'), 409, 'copy_not_open');
      }
    }
  });

  test('a search in a loop stores no rows, and whichever of its cookies is closed, all of them end', async () => {
    const harness = await open();
    const { db } = harness.database;
    const one = await found(harness);
    const visitor = harness.visitor();
    const cookies: string[] = [];
    for (let times = 0; times < 20; times++) {
      await visitor.call('enquiry', one);
      cookies.push(visitor.cookies.get('grant') ?? '');
      harness.clock.advance(1);
    }
    await flushEnquiries(harness);
    expect(await db.selectFrom('enquiryGrantEnded').select('id').execute()).toEqual([]);
    visitor.cookies.set('grant', cookies[0] ?? '');
    await visitor.call('endGrant');
    harness.clock.advance(890);
    await sweepEnquiries(systemContext(harness));
    for (const cookie of cookies) {
      const copy = harness.visitor();
      copy.cookies.set('grant', cookie);
      expect(dataOf(await copy.call('granted')).applications).toEqual([]);
    }
  });

  test('a search for another application, or a later one, ends the grant before it', async () => {
    const harness = await open();
    const visitor = harness.visitor();
    const applications = [await found(harness), await found(harness)];
    for (const [one, seconds] of [...applications.map((each) => [each, 1] as const), [applications[1], 11] as const]) {
      harness.clock.advance(seconds);
      const before = visitor.cookies.get('grant');
      await visitor.call('enquiry', one ?? {});
      const copy = harness.visitor();
      copy.cookies.set('grant', before ?? '');
      expect(dataOf(await copy.call('granted')).applications).toEqual([]);
      expect(dataOf(await visitor.call('granted')).applications).toHaveLength(1);
    }
  });

  test('sweeping removes any number of expired ends, and keeps the others', async () => {
    const harness = await open();
    const { db } = harness.database;
    const at = (seconds: number) => new Date(harness.now().getTime() + seconds * 1_000).toISOString();
    const rows = Array.from({ length: 200 }, (_, nth) => ({ id: `${nth}`.padStart(24, '0'), expiresAt: at(-nth) }));
    await db
      .insertInto('enquiryGrantEnded')
      .values([...rows, { id: 'f'.repeat(24), expiresAt: at(60) }])
      .execute();
    harness.clock.advance(1);
    await sweepEnquiries(systemContext(harness));
    expect(await db.selectFrom('enquiryGrantEnded').select('id').execute()).toEqual([{ id: 'f'.repeat(24) }]);
  });
});
