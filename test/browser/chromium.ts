/** The browser that comes from npm on Linux, and an installed Chrome elsewhere. */
import sparticuz from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

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
  return process.platform === 'linux'
    ? { executablePath: await sparticuz.executablePath(), args: flags }
    : { channel: 'chrome' };
}

/** Once before all tests: of those that begin together the second would start what the first is still unpacking. */
export async function setup(): Promise<void> {
  await launchOptions();
}
