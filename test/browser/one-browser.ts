/** Starts the browser in which all tests open their pages, each in a profile of its own, and ends it after them. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
  }
}

export default async function startBrowser({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await launchOptions());
  provide('browser', server.wsEndpoint());
  return () => server.close();
}
