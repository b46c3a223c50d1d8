/** The right to read a copy: how it ends, and the one time that it can be extended. */
import { expect, test } from 'vitest';
import type { CallInput } from '../../contract/client.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { sweepEnquiries } from './enquiry.ts';

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
});
