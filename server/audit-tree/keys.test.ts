import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { heldCheckpoints } from '../../test/held-checkpoints.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { inTransaction, systemContext } from '../context.ts';
import { newId } from '../identifiers.ts';
import { deriveKeys } from '../keys.ts';
import { newSecret } from '../secret.ts';
import { appendCheckpoints, checkpointFiles } from './checkpoint-files.ts';
import { adoptAuditKey, readVerifierKeys, signEntries } from './tree.ts';
import { verifyAudit } from './verify.ts';

onEachEngine('after the key of the product was replaced', (open) => {
  test.each([
    ['one that is still known', true],
    ['one that was lost', false],
  ])('by %s, checkpoints that it signed and entries that it wrote still verify', async (_, isKnown) => {
    const harness = await open();
    const ctx = systemContext(harness);
    const [file = ''] = checkpointFiles(ctx.settings);
    const add = async (of: typeof ctx) => writeAuditEntry(of, { action: 'slide.added', record: newId() });
    await add(ctx);
    await signEntries(ctx);
    await appendCheckpoints(ctx, file);
    const kept = heldCheckpoints('kept', await readFile(file, 'utf8'), true);
    // The last entry is not signed yet when the key is replaced.
    await add(ctx);
    const later = { ...ctx, keys: deriveKeys(Buffer.from(newSecret())) };
    await expect(verifyAudit(later, [kept])).resolves.toMatchObject({ problem: expect.stringContaining('altered') });
    await inTransaction(later, (later) => adoptAuditKey(later, isKnown ? ctx.keys : null));
    await add(later);
    await signEntries(later);
    await appendCheckpoints(later, file);
    const all = heldCheckpoints('kept', await readFile(file, 'utf8'), true);
    expect(await verifyAudit(later, [kept, all])).toEqual({ entries: 3, problem: null });
    expect(await readVerifierKeys(later)).toHaveLength(2);
    // The former key signs nothing any more.
    await add(ctx);
    await expect(signEntries(ctx)).rejects.toThrow();
    expect(await signEntries(later)).toHaveLength(1);
  });
});
