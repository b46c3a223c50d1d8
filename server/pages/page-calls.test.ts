import { expect, it } from 'vitest';
import type { CallInput } from '../../contract/client.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { onOneEngine } from '../../test/harness.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import type { PageContext, RenderedPage } from '../../web/page-context.ts';

/** A page that shows what one call to the API answered. */
const showing =
  (name: EndpointName, input?: CallInput) =>
  async (_: Request, { api }: PageContext): Promise<RenderedPage> => {
    const result = await api.call(name, input);
    return renderedPage(JSON.stringify({ status: result.status, body: result.ok ? result.data : result.error }));
  };

onOneEngine('a page that calls the API', (open) => {
  it('acts as the person whose cookie was sent, and nobody else', async () => {
    const harness = await open({ pages: showing('me') });
    const staff = await harness.signIn('admin');
    expect((await (await staff.request('/dashboard')).json()).body.user.email).toBe(staff.email);
    expect((await (await harness.visitor().request('/dashboard')).json()).status).toBe(401);
  });

  it('is sent with the cookies that the API set', async () => {
    const harness = await open({ pages: showing('me') });
    const cookies = (await harness.visitor().request('/dashboard')).headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['session', 'refreshToken']);
    expect(cookies[0]).toMatch(/^session=; .*Max-Age=0/);
  });

  it('has one request id and one line of the log', async () => {
    const harness = await open({ pages: showing('applications') });
    const answer = await harness.visitor().request('/view-one');
    expect((await answer.json()).body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(harness.lines).toHaveLength(1);
  });

  it('passes the permission check and the cross-site check like any caller', async () => {
    const harness = await open({ pages: showing('logout', { headers: { 'sec-fetch-site': 'cross-site' } }) });
    const staff = await harness.signIn('admin');
    expect(await (await staff.request('/view-one')).json()).toMatchObject({
      status: 403,
      body: { code: 'cross_site' },
    });
    expect((await staff.call('me')).status).toBe(200);
  });

  it('writes nothing for a form that another site sent', async () => {
    const harness = await open({ pages: showing('logout') });
    const staff = await harness.signIn('admin');
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await staff.request('/enquiry', { method: 'POST', headers, body: 'a=1' })).status).toBe(403);
    expect((await staff.call('me')).status).toBe(200);
  });

  it('counts for the address of its own caller, which no header can change', async () => {
    const triple = { search: 'ZZ0000001', search1: 'Bangladesh', search2: '1990-01-01' };
    const input = { json: triple, headers: { 'x-forwarded-for': '198.51.100.1' } };
    const harness = await open({ pages: showing('enquiry', input) });
    await (await harness.visitor('203.0.113.77').request('/view-one')).json();
    await (await harness.visitor('203.0.113.77').request('/view-one')).json();
    await (await harness.visitor('203.0.113.78').request('/view-one')).json();
    const rows = await harness.database.db.selectFrom('enquiryMiss').select('address').execute();
    expect(new Set(rows.map((row) => row.address)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });
});
