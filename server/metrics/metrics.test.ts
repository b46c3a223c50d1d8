import { expect, it } from 'vitest';
import { addApplication, buildFields, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import routes from '../../web/routes.ts';
import { writeBackupDone } from '../backup/state.ts';
import { systemContext } from '../context.ts';
import { metricsPath } from '../http/routes.ts';
import { pagePattern } from './route-names.ts';

const token = 'the-token-of-the-scraper';
const environment = { METRICS_TOKEN: token };
const scrape = ({ request }: TestHarness, authorization = `Bearer ${token}`, method = 'GET') =>
  request(metricsPath, { method, headers: { authorization } });

const sample = /^([a-z_]+)(?:\{((?:[a-z_]+="[^"\\\n]*",?)+)\})? (-?[\d.]+(?:e[+-]?\d+)?|[+-]Inf|NaN)$/;

/** The samples by their names with their labels; throws where the text is not the format of Prometheus. */
async function figuresOf(answer: Response): Promise<Map<string, number>> {
  const figures = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of (await answer.text()).split('\n')) {
    const [, typed, type] = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (typed && type) types.set(typed, type);
    if (!line || /^# (HELP|TYPE) \w+ \S/.test(line)) continue;
    const [, name = '', labels = '', value = ''] = sample.exec(line) ?? [];
    expect(name, line).not.toBe('');
    const kind = types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, ''));
    expect(kind, line).toBeDefined();
    expect(name.endsWith('_total'), line).toBe(kind === 'counter');
    const key = labels ? `${name}{${labels}}` : name;
    expect(/\b(le|quantile)=/.test(labels) && kind !== 'histogram', line).toBe(false);
    expect(figures.has(key), line).toBe(false);
    figures.set(key, value.endsWith('Inf') ? Number.POSITIVE_INFINITY : Number(value));
  }
  return figures;
}

onEachEngine('metrics', (open) => {
  it('are hidden without the right token: every method gets the bytes and headers of an unknown path', async () => {
    const given = await open({ environment });
    const none = await open();
    const unknown = async (answer: Response) => ({
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
      text: (await answer.text()).replace(/[0-9a-f]{24}/, 'id'),
    });
    const expected = await unknown(await given.request('/api/metrics'));
    expect(expected.status).toBe(404);
    for (const harness of [given, none]) {
      for (const authorization of [
        '',
        'Bearer',
        'Bearer ',
        `Bearer ${token}x`,
        `Basic ${token}`,
        token,
        'Bearer null',
      ]) {
        expect(await unknown(await scrape(harness, authorization)), authorization).toEqual(expected);
      }
      expect(await unknown(await scrape(harness, 'Bearer wrong', 'POST'))).toEqual(expected);
    }
    expect((await scrape(none)).status).toBe(404);
    const wrongMethod = await scrape(given, undefined, 'POST');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('count requests, status checks, sign-ins and uploads by names of the contract, and name nobody', async () => {
    const harness = await open({ environment });
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const form = formOf(buildFields(), { image: new TextEncoder().encode('no picture') });
    expect((await staff.call('addApplication', { form })).status).toBe(415);
    const visitor = harness.visitor();
    const triple = { search: added.passport, search1: added.currentN, search2: added.dob };
    dataOf(await visitor.call('enquiry', { json: triple }));
    for (let miss = 0; miss < 6; miss++) {
      await harness.visitor().call('enquiry', { json: { ...triple, search2: '1901-01-01' } });
    }
    const canary = 'canary-of-somebody';
    await visitor.call('login', { json: { email: `${canary}@example.org`, password: canary } });
    for (const path of [
      `/${canary}`,
      `/api/${canary}`,
      `/api/application/${added._id}`,
      '/enquiry',
      '/bn/view-one/job',
    ]) {
      await staff.request(path);
    }
    const answer = await scrape(harness);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.clone().text();
    for (const secret of [canary, added._id, added.passport, added.email, added.givenN, staff.email, token]) {
      expect(text).not.toContain(secret);
    }
    const figures = await figuresOf(answer);
    const count = (route: string, status: number) =>
      figures.get(`maplegate_http_request_seconds_count{route="${route}",status="${status}"}`);
    expect([count('addApplication', 201), count('addApplication', 415)]).toEqual([1, 1]);
    expect([count('enquiry', 200), count('enquiry', 429), count('login', 401)]).toEqual([6, 1, 1]);
    expect([count('application', 200), count('/enquiry', 200), count('/bn/view-one/:document', 200)]).toEqual([
      1, 1, 1,
    ]);
    expect([count('unknown page', 200), count('unmatched', 404)]).toEqual([1, 1]);
    const outcomes = (name: string) =>
      Object.fromEntries(
        [...figures].flatMap(([key, value]) => {
          const [, outcome] = new RegExp(`^maplegate_${name}_total{outcome="(\\w+)"}$`).exec(key) ?? [];
          return outcome ? [[outcome, value]] : [];
        }),
      );
    expect(outcomes('enquiries')).toEqual({ found: 1, missed: 5, over_budget: 1 });
    expect(outcomes('sign_ins')).toMatchObject({ signed_in: 0, refused: 1 });
    expect(outcomes('uploads')).toEqual({ accepted: 1, refused: 1 });
    for (const name of ['maplegate_database_calls_total', 'maplegate_storage_calls_total{operation="put"}']) {
      expect(figures.get(name), name).toBeGreaterThan(0);
    }
  });

  it('report the state of the process, its disks, the backups and the audit log', async () => {
    const harness = await open({ environment: { ...environment, BACKUP_EVERY_HOURS: '6' } });
    const staff = await harness.signIn('admin');
    await addApplication(staff);
    const before = await figuresOf(await scrape(harness));
    expect(before.get('maplegate_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY);
    expect(before.get('maplegate_backup_interval_seconds')).toBe(6 * 3_600);
    expect([before.get('maplegate_ready'), before.get('maplegate_audit_entries')]).toEqual([1, 1]);
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'maplegate_disk_free_bytes{place="data"}',
      'maplegate_event_loop_delay_seconds{point="p99"}',
    ]) {
      expect(before.get(name), name).toBeGreaterThanOrEqual(0);
    }
    await writeBackupDone(systemContext(harness), harness.clock.now, 1);
    harness.clock.advance(3_600);
    harness.storage.check = () => Promise.reject(new Error('The bucket is gone.'));
    // The check before is still believed for a moment.
    await expect.poll(async () => (await figuresOf(await scrape(harness))).get('maplegate_ready')).toBe(0);
    expect((await figuresOf(await scrape(harness))).get('maplegate_backup_age_seconds')).toBe(3_600);
  });

  it('have no negative age of a backup: one that lies ahead counts as none', async () => {
    const harness = await open({ environment });
    const ageOf = async (minutesAhead: number) => {
      const at = new Date(harness.clock.now.getTime() + minutesAhead * 60_000);
      await writeBackupDone(systemContext(harness), at, 1);
      return (await figuresOf(await scrape(harness))).get('maplegate_backup_age_seconds');
    };
    expect(await ageOf(400 * 24 * 60)).toBe(Number.POSITIVE_INFINITY);
    expect(await ageOf(4)).toBe(0);
  });
});

it('has a pattern for every page of the site and of the office', () => {
  const paths: string[] = [];
  const walk = (entries: typeof routes, above: string) => {
    for (const { path = '', children = [], index } of entries) {
      const full = path ? `${above}/${path}` : above;
      if (children.length) walk(children, full);
      else if (path !== '*') paths.push(index ? full || '/' : full);
    }
  };
  walk(routes, '');
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) expect(pagePattern(path.replace(/:\w+/, 'x')), path).toBe(path);
  expect(pagePattern('/_root.data')).toBe('/');
  expect(pagePattern('/enquiry.data')).toBe('/enquiry');
  expect(pagePattern('/anything')).toBe('unknown page');
});
