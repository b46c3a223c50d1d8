import { expect, test } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { leafHash, MerkleTree } from '../audit-tree/merkle.ts';
import { signEntries } from '../audit-tree/tree.ts';
import { systemContext } from '../context.ts';

const take = (caller: Caller, json: object) =>
  caller.request('/api/audit/export', {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json' },
  });

const formula = '=HYPERLINK("https://evil.example","ok")';

onEachEngine('an export of the audit log', (open) => {
  test('has the entries that the filter matches, is in the log itself, and holds no formula for a spreadsheet', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const ctx = systemContext(harness);
    for (const name of [formula, '+1', '-1', '@sum', 'Rahima, "R"']) {
      await writeAuditEntry(ctx, {
        action: 'user.changed',
        record: 'c'.repeat(24),
        fields: ['name'],
        actor: { id: 'b'.repeat(24), name },
      });
    }
    await writeAuditEntry(ctx, { action: 'slide.added', record: null });
    const answer = await take(owner, { format: 'csv', action: 'user.changed' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit-2026-03-10.csv"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const lines = bytes.toString().slice(1).split('\r\n');
    expect(lines[0]).toBe('position,sequence,at,actor_id,actor_name,action,record,fields,detail,id');
    expect(lines).toHaveLength(5 + 2);
    expect(lines[1]).toMatch(/,"Rahima, ""R""",user.changed,c{24},"\[""name""\]",,[0-9a-f]{24}$/);
    expect(lines.slice(2, 5).map((line) => line.split(',')[4])).toEqual(["'@sum", "'-1", "'+1"]);
    expect(lines[5]).toContain(`"'=HYPERLINK(""https://evil.example"",""ok"")"`);
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'audit.exported' } }));
    expect(entries).toMatchObject([{ actor: { _id: owner.accountId }, record: null, fields: ['csv', 'action'] }]);
  });

  test('as NDJSON holds every leaf in full, so that the signed root can be computed from it', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const ctx = systemContext(harness);
    // More entries than are read at once.
    for (let number = 0; number < 501; number++) await writeAuditEntry(ctx, { action: 'slide.added', record: null });
    await signEntries(ctx);
    const answer = await take(owner, { format: 'ndjson' });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await answer.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { position: number | null; action: string })
      .reverse();
    // The export itself is not signed yet.
    expect(lines.at(-1)).toMatchObject({ position: null, action: 'audit.exported' });
    const tree = new MerkleTree();
    for (const [at, { position, ...leaf }] of lines.slice(0, -1).entries()) {
      expect(position).toBe(at);
      tree.append(leafHash(JSON.stringify(leaf)));
    }
    const signed = dataOf(await owner.call('auditTree'));
    expect(signed).toMatchObject({ entries: 501, checkpointAt: '2026-03-10T06:00:00.000Z' });
    expect(signed.root).toBe(tree.root().toString('base64'));
    expect(signed.verifierKey).toMatch(/^localhost:3000\/audit\/[0-9a-f]{24}\+[0-9a-f]{8}\+.{44}$/);
  });

  test('and the state of the tree are for the super admin alone, and a wrong format or filter is refused', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    expect(dataOf(await owner.call('auditTree'))).toEqual({
      entries: 0,
      checkpointAt: null,
      root: null,
      verifierKey: null,
    });
    for (const [caller, status] of [
      [harness.visitor(), 401],
      [clerk, 403],
    ] as const) {
      expect((await take(caller, { format: 'csv' })).status).toBe(status);
      expectRefusal(await caller.call('auditTree'), status, status === 401 ? 'unauthorized' : 'forbidden');
    }
    for (const json of [{}, { format: 'xlsx' }, { format: 'csv', user: 'x' }, { format: ['csv'] }]) {
      expect((await take(owner, json)).status).toBe(400);
    }
    expect(dataOf(await owner.call('audit', { query: { action: 'audit.exported' } })).total).toBe(0);
  });
});
