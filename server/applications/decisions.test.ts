import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { callFor, decisionFor, decisions, statusAfter, statuses } from '../../contract/status.ts';
import { hasPostgresServer } from '../../test/backends.ts';
import { addApplication } from '../../test/build.ts';
import { conflictsOf } from '../../test/conflicts.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { waitingForLocks } from '../../test/postgres.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

/** The application as the applicant sees it. */
async function grantedTo(harness: TestHarness, { passport, currentN, dob }: Application) {
  const visitor: Caller = harness.visitor();
  await visitor.call('enquiry', { json: { search: passport, search1: currentN, search2: dob } });
  return dataOf(await visitor.call('granted')).applications[0];
}

/** Runs the work while the database aborts every change of an application, like a disk fault would. */
async function whileChangesFail({ database }: TestHarness, work: () => Promise<unknown>): Promise<void> {
  const { engine, db } = database;
  const run = (statement: string) => sql.raw(statement).execute(db);
  const trigger = 'create trigger refused before update on application for each row';
  if (engine === 'postgres') {
    await run("create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$");
    await run(`${trigger} execute function refuse()`);
  } else await run(`${trigger} begin select raise(abort, 'refused'); end`);
  try {
    await work();
  } finally {
    await run(engine === 'postgres' ? 'drop function refuse() cascade' : 'drop trigger refused');
  }
}

onEachEngine('decisions', (open, engine) => {
  test('approving sets the approval to today in Dhaka, and collecting to two business days later', async () => {
    const harness = await open();
    // 2026-03-11 20:00 UTC is Thursday the 12th in Dhaka; Friday and Saturday are the weekend.
    harness.clock.now = new Date('2026-03-11T20:00:00.000Z');
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const approved = dataOf(await staff.call('approve', { params: { id: added._id } }));
    expect(approved).toMatchObject({ isStatus: 'Approved', approve: '2026-03-12', pending: '2026-03-16', version: 2 });
  });

  test('a decision that the database refuses to write leaves no trace, not even an audit entry', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    await whileChangesFail(harness, () =>
      withoutTrace(harness, async () => expect((await staff.call('approve', { params })).status).toBe(500)),
    );
  });

  // PGlite has one connection.
  const onServer = test.runIf(engine === 'postgres' && hasPostgresServer);
  onServer('a decision that the database ends in favour of another change is repeated', async () => {
    const harness = await open();
    const { db } = harness.database;
    const staff = await harness.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    const conflicts = conflictsOf(harness);
    const { decided } = await db.transaction().execute(async (other) => {
      // So the decision is the one that is ended.
      await sql`set local deadlock_timeout = '60s'`.execute(other);
      await other.updateTable('workTally').set({ count: sql`count` }).execute();
      const decided = staff.call('approve', { params });
      await expect.poll(() => waitingForLocks(harness)).toBeGreaterThan(0);
      const same = { updatedAt: sql<string>`updated_at` };
      await other.updateTable('application').set(same).where('id', '=', params.id).execute();
      return { decided };
    });
    expect(dataOf(await decided)).toMatchObject({ isStatus: 'Approved', version: 2 });
    expect(conflicts).toHaveLength(1);
  });

  test('dates that are sent are stored, and collecting cannot come before approval', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
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
      { reason: 'x'.repeat(501) },
      { reason: ['x'] },
      { version: 'one' },
    ]) {
      expect((await staff.call('approve', { params, json })).status, JSON.stringify(json)).toBe(400);
    }
    expect(dataOf(await staff.call('application', { params })).history).toHaveLength(1);
  });

  test('pending keeps the collect date unless one is given, and clears the approval; reject clears both', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
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

  test('every decision leads from every status to the one that the contract says', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    for (const status of statuses) {
      for (const decision of decisions) {
        dataOf(await staff.call(callFor(decisionFor(status)), { params }));
        const decided = dataOf(await staff.call(callFor(decision), { params }));
        expect(decided.isStatus).toBe(statusAfter(status, decision));
      }
    }
  });

  test('the history keeps every decision with its dates, note and author, oldest first', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    await staff.call('approve', {
      params,
      json: { date: '2026-03-01', collectDate: '2026-03-03', note: 'Called him <b>' },
    });
    harness.clock.advance(60);
    await staff.call('reject', { params });
    const { history } = dataOf(await staff.call('application', { params }));
    expect(history).toEqual([
      {
        at: '2026-03-10T06:00:00.000Z',
        status: 'Approved',
        pending: '2026-03-03',
        approve: '2026-03-01',
        note: 'Called him <b>',
        reason: null,
        by: expect.stringMatching(/^Staff/),
        withdrawn: null,
      },
      {
        at: '2026-03-10T06:01:00.000Z',
        status: 'Rejected',
        pending: null,
        approve: null,
        note: null,
        reason: null,
        by: expect.stringMatching(/^Staff/),
        withdrawn: null,
      },
    ]);
  });

  test('the date of the last change changes only with what the applicant sees: with a reason, never with a note', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const { _id: id, createdAt } = await addApplication(staff);
    const params = { id };
    const changedAfter = async (call: 'setPending' | 'reject' | 'withdrawDecision', json: object) => {
      harness.clock.advance(60);
      return dataOf(await (call === 'withdrawDecision' ? owner : staff).call(call, { params, json })).updatedAt;
    };
    const now = () => harness.clock.now.toISOString();
    expect(await changedAfter('setPending', { note: 'Called the employer' })).toBe(createdAt);
    expect(await changedAfter('reject', { reason: 'The letter has no stamp.' })).toBe(now());
    const rejected = now();
    expect(await changedAfter('reject', { note: 'Asked again' })).toBe(rejected);
    expect(await changedAfter('reject', { reason: 'The letter has no stamp.' })).toBe(rejected);
    expect(await changedAfter('reject', { reason: 'The letter has no date.' })).toBe(now());
    expect(await changedAfter('withdrawDecision', { reason: 'It has a date' })).toBe(now());
    const withdrawn = now();
    expect(await changedAfter('withdrawDecision', { reason: 'Same as before' })).toBe(withdrawn);
  });

  test('a first decision that only adds a note is not in the history of the applicant, and one with a date is', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id, passport, currentN, dob } = await addApplication(staff);
    const visitor = harness.visitor();
    await visitor.call('enquiry', { json: { search: passport, search1: currentN, search2: dob } });
    const shown = async () =>
      dataOf(await visitor.call('granted')).applications[0]?.history.map(({ pending }) => pending);
    await staff.call('setPending', { params: { id }, json: { note: 'Called the employer' } });
    expect(await shown()).toEqual([]);
    await staff.call('setPending', { params: { id }, json: { date: '2026-03-20' } });
    expect(await shown()).toEqual(['2026-03-20']);
  });

  test('the audit log names the fields that a decision changed, and no others', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const { _id } = await addApplication(staff);
    const params = { id: _id };
    // A pending application stores no reason.
    await staff.call('setPending', { params, json: { date: '2026-03-20', reason: 'Not yet' } });
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
    const harness = await open();
    const staff = await harness.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    await staff.call('approve', { params, json: { version: 1 } });
    expectRefusal(await staff.call('reject', { params, json: { version: 1 } }), 409, 'version_conflict');
    expect(dataOf(await staff.call('application', { params }))).toMatchObject({ isStatus: 'Approved', version: 2 });
  });

  test('approve and reject at once end in one of the two, which is the last of the history', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const params = { id: (await addApplication(staff))._id };
    const results = await Promise.all([staff.call('approve', { params }), staff.call('reject', { params })]);
    expect(results.map((result) => result.status)).toEqual([200, 200]);
    const { isStatus, approve, history, version } = dataOf(await staff.call('application', { params }));
    expect(history).toHaveLength(2);
    expect(history.at(-1)).toMatchObject({ status: isStatus, approve });
    expect(version).toBe(3);
  });

  test('a reason is shown to the applicant until it is changed or emptied, also beside another note; a note never is', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    const json = { note: 'Forged letter', reason: '  আবার চেষ্টা করুন <b> ' };
    await staff.call('reject', { params, json });
    await staff.call('reject', { params, json: { note: 'Called him' } });
    await staff.call('reject', { params, json: { reason: 'x'.repeat(500) } });
    await staff.call('reject', { params, json: { note: 'Was meant for another', reason: '' } });
    await staff.call('setPending', { params, json: { reason: 'Nobody is told' } });
    const { history } = dataOf(await staff.call('application', { params }));
    expect(history.map(({ note, reason }) => [note, reason])).toEqual([
      ['Forged letter', 'আবার চেষ্টা করুন <b>'],
      ['Called him', 'আবার চেষ্টা করুন <b>'],
      [null, 'x'.repeat(500)],
      ['Was meant for another', null],
      [null, null],
    ]);
    const granted = await grantedTo(harness, added);
    expect(granted?.history.map(({ status, reason }) => [status, reason])).toEqual([
      ['Rejected', 'আবার চেষ্টা করুন <b>'],
      ['Rejected', 'x'.repeat(500)],
      ['Rejected', null],
      ['Pending', null],
    ]);
    expect(JSON.stringify(granted)).not.toMatch(/Forged|Called|another/);
  });

  test('withdrawing a decision restores the record and hides the decision from the applicant, not from the office', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    await staff.call('approve', { params, json: { date: '2026-03-01', collectDate: '2026-03-09' } });
    await staff.call('reject', { params, json: { reason: 'Meant for another' } });
    harness.clock.advance(60);
    const withdraw = (reason: string) => owner.call('withdrawDecision', { params, json: { reason } });
    await withoutTrace(harness, async () => {
      const stale = { reason: 'Seen too long ago', version: 2 };
      expectRefusal(await owner.call('withdrawDecision', { params, json: stale }), 409, 'version_conflict');
    });
    const first = dataOf(await withdraw(' Wrong person '));
    expect(first).toMatchObject({ isStatus: 'Approved', approve: '2026-03-01', pending: '2026-03-09', version: 4 });
    expect(first.updatedAt).toBe('2026-03-10T06:01:00.000Z');
    const [kept, gone] = dataOf(await staff.call('application', { params })).history;
    expect(kept).toMatchObject({ status: 'Approved', withdrawn: null });
    expect(gone).toMatchObject({
      status: 'Rejected',
      reason: 'Meant for another',
      withdrawn: { at: '2026-03-10T06:01:00.000Z', by: expect.stringMatching(/^Staff/), reason: 'Wrong person' },
    });
    expect((await grantedTo(harness, added))?.history.map(({ status }) => status)).toEqual(['Approved']);
    expect(dataOf(await withdraw('And this one'))).toMatchObject({ isStatus: 'Pending', approve: null, pending: null });
    expect((await grantedTo(harness, added))?.history).toEqual([]);
    expectRefusal(await withdraw('Once more'), 409, 'nothing_to_withdraw');
    await staff.call('approve', { params });
    expect(dataOf(await withdraw('Again'))).toMatchObject({ isStatus: 'Pending', version: 7 });
    const summary = dataOf(await staff.call('applicationSummary'));
    expect(summary.byStatus).toEqual({ Pending: 1, Approved: 0, Rejected: 0 });
    const { entries } = dataOf(await owner.call('audit', { query: { record: added._id } }));
    const withdrawals = entries.filter(({ action }) => action === 'application.decision-withdrawn');
    expect(withdrawals.at(-1)?.fields).toEqual(['isStatus', 'pending', 'approve']);
    expect(JSON.stringify(entries)).not.toContain('Wrong person');
  });

  test('withdrawing is for the super admin alone, needs a reason, and is a 404 for a deleted or unknown record', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const { _id } = await addApplication(staff);
    const params = { id: _id };
    await staff.call('approve', { params });
    const json = { reason: 'Wrong person' };
    await withoutTrace(harness, async () => {
      expectRefusal(await harness.visitor().call('withdrawDecision', { params, json }), 401, 'unauthorized');
      expectRefusal(await staff.call('withdrawDecision', { params, json }), 403, 'forbidden');
      for (const wrong of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 7 }, { reason: null }]) {
        const refused = await owner.call('withdrawDecision', { params, json: wrong });
        expectRefusal(refused, 400, 'bad_request');
        expect(!refused.ok && refused.error.errorCodes).toEqual({ reason: 'invalid_reason' });
      }
    });
    await staff.call('deleteApplication', { params });
    expectRefusal(await owner.call('withdrawDecision', { params, json }), 404, 'not_found');
  });

  test('two concurrent withdrawals take back two decisions, never the same one twice', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const params = { id: (await addApplication(owner))._id };
    for (const name of ['approve', 'reject', 'setPending'] as const) await owner.call(name, { params });
    const json = { reason: 'Both of them' };
    await Promise.all([1, 2].map(() => owner.call('withdrawDecision', { params, json })));
    const { history, isStatus } = dataOf(await owner.call('application', { params }));
    expect([isStatus, history.map(({ withdrawn }) => withdrawn !== null)]).toEqual(['Approved', [false, true, true]]);
  });
});
