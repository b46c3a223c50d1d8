/** What the form asks while it is filled in: whether another record has the passport number or the e-mail. */
import { expect, it } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const ask = (caller: Caller, json: unknown) => caller.call('takenValues', { json });

onEachEngine('a passport number or an e-mail', (open) => {
  it('is reported as taken in any spelling, with the record that has it, without a trace', async () => {
    const harness = await open();
    const clerk = await harness.signIn('admin');
    const { _id: id } = await addApplication(clerk, { passport: 'EB1234567', email: 'rahim@example.org' });
    const nothing = { passport: null, email: null };
    await withoutTrace(harness, async () => {
      expect(dataOf(await ask(clerk, { passport: ' eb 123-4567 ' }))).toEqual({ ...nothing, passport: id });
      expect(dataOf(await ask(clerk, { passport: 'EB১২৩৪৫৬৭', email: 'RAHIM@example.org' }))).toEqual({
        passport: id,
        email: id,
      });
      expect(dataOf(await ask(clerk, { passport: 'EB1234568', email: 'karim@example.org' }))).toEqual(nothing);
      expect(dataOf(await ask(clerk, { passport: 'EB1234567', email: 'rahim@example.org', except: id }))).toEqual(
        nothing,
      );
      expect(dataOf(await ask(clerk, {}))).toEqual(nothing);
    });
    dataOf(await clerk.call('deleteApplication', { params: { id } }));
    expect(dataOf(await ask(clerk, { passport: 'EB1234567', email: 'rahim@example.org' }))).toEqual(nothing);
  });

  it('is looked up for staff alone, and only when it is valid', async () => {
    const harness = await open();
    const clerk = await harness.signIn('admin');
    await addApplication(clerk, { passport: 'EB1234567' });
    expectRefusal(
      await withoutTrace(harness, () => ask(harness.visitor(), { passport: 'EB1234567' })),
      401,
      'unauthorized',
    );
    for (const [wrong, field] of [
      [{ passport: '' }, 'passport'],
      [{ passport: ['EB1234567'] }, 'passport'],
      [{ email: 'nobody' }, 'email'],
      [{ email: null }, 'email'],
      [{ except: 'short' }, 'except'],
    ] as const) {
      const result = await withoutTrace(harness, () => ask(clerk, wrong));
      expect(result).toMatchObject({ status: 400, error: { errors: { [field]: expect.any(String) } } });
    }
    expect((await clerk.request('/api/application/taken?passport=EB1234567')).status).toBe(405);
  });
});
