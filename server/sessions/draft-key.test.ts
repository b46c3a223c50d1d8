/** The key of the drafts that a browser keeps on its device. */
import { expect, it } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onOneEngine } from '../../test/harness.ts';

onOneEngine('the key of drafts', (open) => {
  it('is the same within a session, different in every other session, and gone when the session ends', async () => {
    const harness = await open();
    const clerk = await harness.signIn('admin');
    const { key } = dataOf(await clerk.call('draftKey'));
    expect(dataOf(await clerk.call('draftKey'))).toEqual({ key });
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    // No cookie contains the key.
    for (const value of clerk.cookies.values()) expect(value).not.toContain(key);
    const colleague = await harness.signIn('admin');
    expect(dataOf(await colleague.call('draftKey')).key).not.toBe(key);
    const response = await clerk.request('/api/users/draftKey');
    expect(response.headers.get('cache-control')).toBe('no-store');
    await clerk.call('logout');
    expectRefusal(await clerk.call('draftKey'), 401, 'unauthorized');
    expectRefusal(await harness.visitor().call('draftKey'), 401, 'unauthorized');
  });
});
