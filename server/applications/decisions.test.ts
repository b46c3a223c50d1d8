import { expect, test } from 'vitest';
import { decisions, statusAfter, statuses } from '../../contract/status.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf, expectRefusal, onEachEngine } from '../../test/world.ts';

const calls = { pending: 'setPending', approve: 'approve', reject: 'reject' } as const;

onEachEngine('decisions', (open) => {
  test('approving sets today in Dhaka and two business days more for collecting', async () => {
    const world = await open();
    // 2026-03-11 20:00 UTC is Thursday the 12th in Dhaka; Friday and Saturday are the weekend.
    world.clock.now = new Date('2026-03-11T20:00:00.000Z');
    const staff = await world.signIn('admin');
    const added = await addApplication(staff);
    const approved = dataOf(await staff.call('approve', { params: { id: added._id } }));
    expect(approved).toMatchObject({ isStatus: 'Approved', approve: '2026-03-12', pending: '2026-03-16', version: 2 });
  });

  test('given dates are kept, and collecting cannot come before approval', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    const approved = dataOf(
      await staff.call('approve', { params, json: { date: '২০২৬-০৩-০১', collectDate: '2026-03-01' } }),
    );
    expect(approved).toMatchObject({ approve: '2026-03-01', pending: '2026-03-01' });
    expectRefusal(
      await staff.call('approve', { params, json: { date: '2026-03-05', collectDate: '2026-03-04' } }),
      400,
      'invalid_collect_date',
    );
    for (const json of [
      { date: '2026-02-30' },
      { date: '9999-12-30' },
      { date: ['2026-03-01'] },
      { date: 20260301 },
      { note: 'x'.repeat(1001) },
      { note: {} },
      { version: 'one' },
    ]) {
      expect((await staff.call('approve', { params, json })).status, JSON.stringify(json)).toBe(400);
    }
    expect(dataOf(await staff.call('application', { params })).history).toHaveLength(1);
  });

  test('pending keeps the collect date unless one is given, and clears the approval; reject clears both', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    await staff.call('approve', { params, json: { date: '2026-03-01', collectDate: '2026-03-09' } });
    expect(dataOf(await staff.call('setPending', { params }))).toMatchObject({
      isStatus: 'Pending',
      pending: '2026-03-09',
      approve: null,
    });
    expect(dataOf(await staff.call('setPending', { params, json: { date: '2026-04-02' } }))).toMatchObject({
      pending: '2026-04-02',
      approve: null,
    });
    expect(dataOf(await staff.call('setPending', { params, json: { date: '' } }))).toMatchObject({
      pending: '2026-04-02',
    });
    expect(dataOf(await staff.call('reject', { params, json: { date: '2026-04-02' } }))).toMatchObject({
      isStatus: 'Rejected',
      pending: null,
      approve: null,
    });
  });

  test('every state reaches every other by the one table', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    const arrive = { Pending: 'setPending', Approved: 'approve', Rejected: 'reject' } as const;
    for (const status of statuses) {
      for (const decision of decisions) {
        dataOf(await staff.call(arrive[status], { params }));
        const decided = dataOf(await staff.call(calls[decision], { params }));
        expect(decided.isStatus).toBe(statusAfter(status, decision));
      }
    }
  });

  test('the history keeps every decision with its dates, note and author, oldest first', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    await staff.call('approve', {
      params,
      json: { date: '2026-03-01', collectDate: '2026-03-03', note: 'Called him <b>' },
    });
    world.clock.advance(60);
    await staff.call('reject', { params });
    const { history } = dataOf(await staff.call('application', { params }));
    expect(history).toEqual([
      {
        at: '2026-03-10T06:00:00.000Z',
        status: 'Approved',
        pending: '2026-03-03',
        approve: '2026-03-01',
        note: 'Called him <b>',
        by: expect.stringMatching(/^Staff/),
      },
      {
        at: '2026-03-10T06:01:00.000Z',
        status: 'Rejected',
        pending: null,
        approve: null,
        note: null,
        by: expect.stringMatching(/^Staff/),
      },
    ]);
  });

  test('the date of the last change stands still when only a note was added', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    const first = dataOf(await staff.call('reject', { params }));
    world.clock.advance(3_600);
    const second = dataOf(await staff.call('reject', { params, json: { note: 'Asked again' } }));
    expect([second.updatedAt, second.version]).toEqual([first.updatedAt, first.version + 1]);
  });

  test('the audit log names the fields that a decision changed, and no others', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const owner = await world.signIn('super-admin');
    const { _id } = await addApplication(staff);
    const params = { id: _id };
    await staff.call('setPending', { params, json: { date: '2026-03-20' } });
    await staff.call('approve', { params, json: { collectDate: '2026-03-20', note: 'Called him' } });
    await staff.call('approve', { params, json: { collectDate: '2026-03-20' } });
    await staff.call('reject', { params });
    const { entries } = dataOf(await owner.call('audit', { query: { record: _id } }));
    expect(entries.slice(0, 4).map((entry) => entry.fields)).toEqual([
      ['isStatus', 'pending', 'approve'],
      [],
      ['isStatus', 'approve', 'note'],
      ['pending'],
    ]);
  });

  test('a stale version decides nothing', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    await staff.call('approve', { params, json: { version: 1 } });
    expectRefusal(await staff.call('reject', { params, json: { version: 1 } }), 409, 'version_conflict');
    expect(dataOf(await staff.call('application', { params }))).toMatchObject({ isStatus: 'Approved', version: 2 });
  });

  test('approve and reject at once end in one of the two, and the history ends with it', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    const results = await Promise.all([staff.call('approve', { params }), staff.call('reject', { params })]);
    expect(results.map((result) => result.status)).toEqual([200, 200]);
    const { isStatus, approve, history, version } = dataOf(await staff.call('application', { params }));
    expect(history).toHaveLength(2);
    expect(history.at(-1)).toMatchObject({ status: isStatus, approve });
    expect(version).toBe(3);
  });
});
