/** The key of what a browser keeps on its device until it is saved. */
import { expect, it } from 'vitest';
import { dataOf, expectRefusal, onOneEngine } from '../../test/harness.ts';

onOneEngine('the key of drafts', (open) => {
  it('is the same within a session, another one in each other session, and gone with it', async () => {
    const harness = await open();
    const clerk = await harness.signIn('admin');
    const { key } = dataOf(await clerk.call('draftKey'));
    expect(dataOf(await clerk.call('draftKey'))).toEqual({ key });
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    // The cookie and what the database has of it are something else.
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
