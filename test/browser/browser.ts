/** A browser for the tests, and what they look at in it. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchOptions } from './chromium.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, scripts that threw, and violations of the content security policy. */
  complaints: string[];
}

/** A page in a fresh profile, which remembers every complaint of the browser. */
export async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  context.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    // The status of an answer is what some tests are about, no complaint.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page: await context.newPage(), context, complaints };
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}
