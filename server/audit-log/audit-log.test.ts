import { expect, it } from 'vitest';
import { auditActionNames } from '../../contract/audit.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { changelessActions } from '../audit/action-groups.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction, systemContext } from '../context.ts';
import { newId } from '../identifiers.ts';
import { auditSize } from './reading.ts';

const someone = { id: 'b'.repeat(24), name: 'Rahima' };
const aRecord = 'c'.repeat(24);

/** Entries as `record` would write them, many at a time. */
async function fill(harness: TestHarness, count: number): Promise<void> {
  const row = {
    at: '2026-01-01T00:00:00.000Z',
    actorId: null,
    actorName: null,
    action: 'user.added',
    fields: '[]',
    detail: null,
  };
  for (let done = 0; done < count; done += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - done) }, () => ({ ...row, id: newId(), record: null }));
    await harness.database.db.insertInto('audit').values(rows).execute();
  }
}

const empty = (harness: TestHarness) => harness.database.db.deleteFrom('audit').execute();

onEachEngine('the audit log', (open) => {
  it('is returned newest first, ten a page, with who did what to which fields', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await empty(harness);
    const ctx = systemContext(harness);
    for (let number = 1; number <= 11; number++) {
      harness.clock.advance(60);
      await writeAuditEntry(ctx, {
        action: 'user.changed',
        record: aRecord,
        fields: ['name', 'email'],
        actor: someone,
      });
    }
    await writeAuditEntry(ctx, { action: 'slide.added', record: null });
    const first = dataOf(await owner.call('audit'));
    expect(first).toMatchObject({ total: 12, totalPages: 2 });
    expect(first.entries).toHaveLength(10);
    expect(first.entries[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: '2026-03-10T06:11:00.000Z',
      actor: null,
      action: 'slide.added',
      record: null,
      fields: [],
      subject: null,
      detail: null,
    });
    expect(first.entries[1]).toMatchObject({
      actor: { _id: someone.id, name: someone.name },
      record: aRecord,
      fields: ['name', 'email'],
    });
    const second = dataOf(await owner.call('audit', { query: { page: 2 } }));
    expect(second.entries.map((entry) => entry.at)).toEqual(['2026-03-10T06:02:00.000Z', '2026-03-10T06:01:00.000Z']);
    for (const page of [3, 2_147_483_647, '9'.repeat(30)]) {
      const beyond = dataOf(await owner.call('audit', { query: { page } }));
      expect(beyond).toEqual({ entries: [], total: 12, totalPages: 2 });
    }
  });

  it('is filtered by person or the product itself, and by record', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await empty(harness);
    const ctx = systemContext(harness);
    await writeAuditEntry(ctx, { action: 'user.added', record: aRecord, actor: someone });
    await writeAuditEntry(ctx, { action: 'user.changed', record: 'd'.repeat(24), actor: someone });
    await writeAuditEntry(ctx, { action: 'user.deleted', record: aRecord });
    const found = async (query: Record<string, string>) => {
      const { entries, total } = dataOf(await owner.call('audit', { query }));
      expect(total).toBe(entries.length);
      return entries.map((entry) => entry.action);
    };
    expect(await found({ user: someone.id })).toEqual(['user.changed', 'user.added']);
    expect(await found({ record: aRecord })).toEqual(['user.deleted', 'user.added']);
    expect(await found({ user: someone.id, record: aRecord })).toEqual(['user.added']);
    expect(await found({ user: 'e'.repeat(24) })).toEqual([]);
    expect(await found({ user: 'product' })).toEqual(['user.deleted']);
    expect(await found({ user: 'product', record: 'd'.repeat(24) })).toEqual([]);
  });

  it('is filtered to changes, without sign-ins, reading, exports and refusals', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await empty(harness);
    const ctx = systemContext(harness);
    for (const action of auditActionNames) await writeAuditEntry(ctx, { action, record: null });
    const actions = new Set<string>();
    const query = { action: 'changes' };
    const { total, totalPages } = dataOf(await owner.call('audit', { query }));
    for (let page = 1; page <= totalPages; page++) {
      for (const { action } of dataOf(await owner.call('audit', { query: { ...query, page } })).entries) {
        actions.add(action);
      }
    }
    const changeless = auditActionNames.filter((action) => !actions.has(action));
    expect(total).toBe(auditActionNames.length - changeless.length);
    expect(changeless.toSorted()).toEqual([...changelessActions].sort());
    expect([...actions].filter((action) => /viewed|exported|refused|session/.test(action))).toEqual([]);
  });

  it('has every entry on exactly one page', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await empty(harness);
    await fill(harness, 47);
    const seen: string[] = [];
    for (let page = 1; page <= 5; page++) {
      seen.push(...dataOf(await owner.call('audit', { query: { page } })).entries.map((entry) => entry._id));
    }
    const rows = await harness.database.db.selectFrom('audit').select('id').orderBy('sequence', 'desc').execute();
    expect(seen).toEqual(rows.map((row) => row.id));
  });

  it('opens to the super admin alone', async () => {
    const harness = await open();
    expectRefusal(await harness.visitor().call('audit'), 401, 'unauthorized');
    expectRefusal(await (await harness.signIn('admin')).call('audit'), 403, 'forbidden');
    expect((await (await harness.signIn('super-admin')).call('audit')).status).toBe(200);
  });

  it('refuses an invalid filter', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const wrong = [
      'page=0',
      'page=-1',
      'page=x',
      'page=1.5',
      'page=1&page=2',
      'user=1',
      'user=Product',
      'record=',
      `user=${'A'.repeat(24)}`,
    ];
    wrong.push(`user=${someone.id}&user=${someone.id}`, 'record[]=1&record=%00');
    for (const query of wrong) {
      const answer = await owner.request(`/api/audit?${query}`);
      expect(answer.status, query).toBe(400);
    }
  });

  it('is written in the transaction of the change, so a rolled-back change leaves no entry', async () => {
    const harness = await open();
    const ctx: Context = systemContext(harness);
    await expect(
      inTransaction(ctx, async (ctx) => {
        await writeAuditEntry(ctx, { action: 'user.added', record: aRecord });
        throw new Error('afterwards');
      }),
    ).rejects.toThrow('afterwards');
    expect(await auditSize(ctx)).toBe(0);
  });

  it('keeps a correct total beyond the rows that are counted each time', async () => {
    const harness = await open();
    const ctx = systemContext(harness);
    await fill(harness, 25_000);
    expect(await auditSize(ctx)).toBe(25_000);
    await fill(harness, 3);
    expect(await auditSize(ctx)).toBe(25_003);
    // A rolled-back transaction leaves a gap in PostgreSQL's numbers.
    await inTransaction(ctx, async (ctx) => {
      await writeAuditEntry(ctx, { action: 'user.added', record: null });
      throw new Error('no');
    }).catch(() => {});
    await fill(harness, 12_000);
    expect(await auditSize(ctx)).toBe(37_003);
    expect(await auditSize(ctx)).toBe(37_003);
  });
});
