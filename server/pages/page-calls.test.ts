import { expect, it } from 'vitest';
import { onEachEngine } from '../../test/world.ts';
import type { PageDoor } from './rendering.ts';

/** A page that shows what one call to the API answered. */
const showing =
  (path: string, init?: RequestInit) =>
  async (_: Request, door: PageDoor): Promise<Response> => {
    const answer = await door.fetch(path, init);
    return Response.json({ status: answer.status, cookies: answer.headers.getSetCookie(), body: await answer.json() });
  };

onEachEngine('a page that calls the API within the process', (open) => {
  it('is the person whose cookie it was asked with, and nobody else', async () => {
    const world = await open({ pages: showing('/api/users/me') });
    const staff = await world.signIn('admin');
    expect((await (await staff.request('/dashboard')).json()).body.user.email).toBe(staff.email);
    expect((await (await world.visitor().request('/dashboard')).json()).status).toBe(401);
  });

  it('gets the API’s cookies to hand on', async () => {
    const world = await open({ pages: showing('/api/users/me') });
    const { cookies } = await (await world.visitor().request('/dashboard')).json();
    expect(cookies.some((cookie: string) => cookie.startsWith('session=;'))).toBe(true);
  });

  it('is under the same request id, and one line of the log', async () => {
    const world = await open({ pages: showing('/api/nothing') });
    const answer = await world.visitor().request('/view-one');
    expect((await answer.json()).body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(world.lines).toHaveLength(1);
  });

  it('passes the permission check and the cross-site check like anybody', async () => {
    const init = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
    const world = await open({ pages: showing('/api/users/logout', init) });
    const staff = await world.signIn('admin');
    expect(await (await staff.request('/view-one')).json()).toMatchObject({
      status: 403,
      body: { code: 'cross_site' },
    });
    expect((await staff.call('me')).status).toBe(200);
  });

  it('writes nothing for a form that another site sent', async () => {
    const world = await open({ pages: showing('/api/users/logout', { method: 'POST' }) });
    const staff = await world.signIn('admin');
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await staff.request('/enquiry', { method: 'POST', headers, body: 'a=1' })).status).toBe(403);
    expect((await staff.call('me')).status).toBe(200);
  });

  it('counts for the address of its own caller, which no header can change', async () => {
    const triple = { search: 'ZZ0000001', search1: 'Bangladesh', search2: '1990-01-01' };
    const init = {
      method: 'POST',
      body: JSON.stringify(triple),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
    };
    const world = await open({ pages: showing('/api/application/fetchApplicationEnquiry', init) });
    await (await world.visitor('203.0.113.77').request('/view-one')).json();
    await (await world.visitor('203.0.113.77').request('/view-one')).json();
    await (await world.visitor('203.0.113.78').request('/view-one')).json();
    const rows = await world.database.query.selectFrom('enquiryMiss').select('address').execute();
    expect(new Set(rows.map((row) => row.address)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });
});
