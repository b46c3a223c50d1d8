/** The number of database round trips that a call takes, the session check included. */
import { expect, test } from 'vitest';
import { hasPostgresServer } from '../../test/backends.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { roundTripsOf } from '../../test/round-trips.ts';
import { flushEnquiries } from '../enquiry/recorder.ts';

onEachEngine('an applicant', (open, engine) => {
  // PGlite answers at once, so statements are never in flight together.
  test.runIf(engine === 'postgres' && hasPostgresServer)(
    'reads the copy with its history in one round trip',
    async () => {
      const harness = await open();
      const { _id: id, passport, dob, currentN } = await addApplication(await harness.signIn('admin'));
      const applicant = harness.visitor();
      dataOf(await applicant.call('enquiry', { json: { search: passport, search1: currentN, search2: dob } }));
      // The find's delayed write must not be counted.
      await flushEnquiries(harness);
      const trips = await roundTripsOf(harness, async () => {
        expect(dataOf(await applicant.call('granted')).applications.map(({ _id }) => _id)).toEqual([id]);
      });
      expect(trips).toBe(1);
    },
  );
});

onEachEngine('a call of the staff', (open, engine) => {
  test.runIf(engine === 'postgres').each([
    ['a page of the list', 'applications', { query: { page: 2, limit: 2 } }],
    ['a page of the list with one status', 'applications', { query: { status: 'Pending' } }],
    ['a page with nothing on it', 'applications', { query: { status: 'Rejected', page: 3 } }],
    ['a page of what nobody works on', 'applications', { query: { assigned: 'nobody', status: 'Pending' } }],
    ['a page of what lacks papers', 'applications', { query: { missing: 1 } }],
    ['the counts of the dashboard', 'applicationSummary', {}],
    ['who can be given records', 'colleagues', {}],
    ['a search of four characters or more', 'applications', { query: { search: 'ROUN' } }],
    ['a search in everything', 'searchApplications', { json: { find: 'rahman' } }],
    ['a search that finds nothing', 'applications', { query: { search: 'NOWHERE' } }],
  ] as const)('%s waits for two round trips at most', async (_, name, input) => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    for (const passport of ['ROUND1', 'ROUND2', 'ROUND3']) await addApplication(staff, { passport });
    // A session that is not cached yet, so that reading it is counted.
    const fresh = await harness.signIn('admin');
    expect([1, 2]).toContain(await roundTripsOf(harness, async () => dataOf(await fresh.call(name, input))));
  });

  test.runIf(engine === 'postgres')('a record with its history is opened in two round trips at most', async () => {
    const harness = await open();
    const { _id: id } = await addApplication(await harness.signIn('admin'));
    const fresh = await harness.signIn('admin');
    const trips = await roundTripsOf(harness, async () => {
      expect(dataOf(await fresh.call('application', { params: { id } }))._id).toBe(id);
    });
    expect([1, 2]).toContain(trips);
  });

  test.runIf(engine === 'postgres')(
    'a decision waits for the session, the record and one statement that writes',
    async () => {
      const harness = await open();
      const { _id: id } = await addApplication(await harness.signIn('admin'));
      const fresh = await harness.signIn('admin');
      const trips = await roundTripsOf(harness, async () => {
        const decided = dataOf(await fresh.call('approve', { params: { id }, json: { note: 'Complete' } }));
        expect(decided.isStatus).toBe('Approved');
      });
      expect(trips).toBe(3);
      expect(dataOf(await fresh.call('application', { params: { id } })).history).toHaveLength(1);
    },
  );
});
