/**
 * The image of deploy/Dockerfile without a container engine: the steps of the file in their order, each in the folder
 * and with the environment that the image would have, and the command as its unprivileged user.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('../..', import.meta.url));
const isLong = process.env.MAPLEGATE_FAULTS === '1';
const isRoot = process.getuid?.() === 0;

interface Stage {
  name: string;
  /** The folder that the steps see as `/`. */
  root: string;
  workFolder: string;
  environment: Record<string, string>;
  user: { uid: number; gid: number } | null;
  command: string[];
  healthCheck: string[];
}

function stepsOf(file: string): [step: string, rest: string][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [step = ''] = line.split(' ', 1);
      return [step, line.slice(step.length + 1)];
    });
}

/** Turns absolute paths of the image into paths of this machine. */
const inRoot = ({ root }: Stage, text: string) => text.replace(/(^|[\s=])\/(?=[a-z])/g, `$1${root}/`);

async function copy(stage: Stage, from: string, args: readonly string[]): Promise<void> {
  const to = args.at(-1) ?? '';
  const target = to.startsWith('/') ? inRoot(stage, to) : join(stage.workFolder, to);
  for (const name of args.slice(0, -1)) {
    const path = join(from, name);
    const isInto = to.endsWith('/') && statSync(path).isFile();
    await mkdir(isInto ? target : dirname(target), { recursive: true });
    await cp(path, isInto ? join(target, basename(name)) : target, { recursive: true, verbatimSymlinks: true });
  }
}

/** Runs the steps and returns the last stage; fails at a step that it does not know. */
async function buildImage(folder: string): Promise<Stage> {
  const stages: Stage[] = [];
  for (const [step, rest] of stepsOf(join(source, 'deploy/Dockerfile'))) {
    const stage = stages.at(-1) as Stage;
    if (step === 'FROM') {
      const root = join(folder, `stage-${stages.length}`);
      await mkdir(root);
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? '';
      stages.push({ name, root, workFolder: root, environment: {}, user: null, command: [], healthCheck: [] });
    } else if (step === 'ENV') {
      for (const pair of rest.split(' ')) {
        const [name = '', value = ''] = pair.split('=');
        stage.environment[name] = inRoot(stage, value);
      }
    } else if (step === 'WORKDIR') {
      stage.workFolder = inRoot(stage, rest);
      await mkdir(stage.workFolder, { recursive: true });
    } else if (step === 'COPY') {
      const args = rest.split(' ');
      const name = /^--from=(\w+)$/.exec(args[0] ?? '')?.[1];
      const before = stages.find((stage) => stage.name === name);
      if (before) await copy(stage, before.root, args.slice(1));
      else await copy(stage, source, args);
    } else if (step === 'RUN') {
      if (isRoot || !rest.startsWith('chown ')) await inside(stage, ['sh', '-c', inRoot(stage, rest)], packageSources);
    } else if (step === 'USER') {
      const [uid, gid] = rest.split(':').map(Number);
      stage.user = { uid: uid ?? 0, gid: gid ?? 0 };
    } else if (step === 'HEALTHCHECK') stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (step === 'CMD') stage.command = JSON.parse(rest);
    else expect(['EXPOSE', 'VOLUME', 'STOPSIGNAL']).toContain(step);
  }
  return stages.at(-1) as Stage;
}

/** The settings that a builder takes from its machine: npm's cache, and the certificates and proxies of its network. */
const packageSources = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] =>
    /^(HOME$|npm_config_(cache|registry|cafile)$|NODE_EXTRA_CA_CERTS$|SSL_CERT_|https?_proxy$|no_proxy$)/i.test(
      entry[0],
    ),
  ),
);

/** The environment of the image alone; its Node.js is the release that the project brings. */
function optionsOf({ workFolder, environment, user }: Stage, more: Record<string, string> = {}) {
  const PATH = `${join(source, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin`;
  return { cwd: workFolder, env: { PATH, HOME: '/nonexistent', ...environment, ...more }, ...(isRoot && user) };
}

async function inside(stage: Stage, [name = '', ...rest]: readonly string[], more: Record<string, string> = {}) {
  return run(name, rest, { ...optionsOf(stage, more), maxBuffer: 64 * 1024 * 1024 });
}

describe.runIf(isLong)('the image', () => {
  let folder = '';
  let image: Stage;
  let product: ChildProcess;
  let origin = '';
  let settings: Record<string, string> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-image-'));
    await chmod(folder, 0o755);
    const port = await freePort();
    origin = `http://localhost:${port}`;
    settings = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin };
    image = await buildImage(folder);
    const [name = '', ...rest] = image.command;
    product = spawn(name, rest, { ...optionsOf(image, settings), stdio: ['ignore', 'pipe', 'inherit'] });
    product.stdout?.resume();
    await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 250,
    });
  }, 600_000);
  afterAll(async () => {
    if (product?.exitCode === null) product.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('serves pages and the API, and its health check passes while it runs', async () => {
    const page = await fetch(`${origin}/`);
    expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true]);
    expect((await fetch(`${origin}/api/slider/fetchSlider`)).status).toBe(200);
    await inside(image, image.healthCheck, settings);
    await expect(inside(image, image.healthCheck, { ...settings, PORT: '1' })).rejects.toThrow();
  });

  it('runs as a user without rights, who writes into the data folder alone', async () => {
    const data = join(image.root, 'data');
    expect(await readdir(data)).toEqual(expect.arrayContaining(['maplegate.db', 'secret.key', 'files']));
    if (isRoot) expect(statSync(join(data, 'secret.key'))).toMatchObject({ uid: 1000, gid: 1000 });
    const { stdout } = await run('find', [image.workFolder, '-newer', join(data, 'secret.key')]);
    expect(stdout).toBe('');
    const writable = await run('find', [image.workFolder, '-writable', '-not', '-type', 'l', '-print', '-quit'], {
      ...(isRoot && image.user),
    });
    if (isRoot) expect(writable.stdout).toBe('');
  });

  it("runs the owner's commands beside the product", async () => {
    const { stdout } = await inside(image, ['npm', 'run', 'setup-code'], settings);
    expect(stdout).toContain(join(image.root, 'data', 'setup-code'));
    expect((await inside(image, ['npm', 'run', 'check'], settings)).stdout).toMatch(/ 0 problems/);
    await inside(image, ['npm', 'run', 'backup', '--', join(image.root, 'backups/a.tar'), '--plain'], settings);
  });

  it('has neither tests, sources of the demo, history nor development packages', () => {
    for (const name of ['test', 'demo', 'bench', '.git', 'node_modules/vitest', 'node_modules/playwright-core']) {
      expect(existsSync(join(image.workFolder, name)), name).toBe(false);
    }
  });

  it('ends by itself at the stop signal', async () => {
    const ended = once(product, 'exit');
    product.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
