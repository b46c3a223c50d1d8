/** A role that may read everything and change nothing, made by changing the endpoint table that the browser gets. */
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** The rows of all calls that change something; two searches are by POST, too. */
const changes =
  /(method:`(?:POST|PUT|DELETE)`,path:`(?!\/api\/application\/fetchApplication`|\/api\/audit`)[^,]+,permission:)`(?:staff|superAdmin)`/g;

const assets = new URL('../../../build/client/assets/', import.meta.url);

/** The scripts with the endpoint table; the browser gets all others from the server. */
async function scriptsWithTable(): Promise<{ name: string; body: string }[]> {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, assets), 'utf8') })),
  );
  return scripts.flatMap(({ name, text }) => {
    const body = text.replace(changes, '$1`nobody`');
    return body === text ? [] : [{ name, body }];
  });
}

export async function mayOnlyRead(page: Page): Promise<void> {
  for (const { name, body } of await scriptsWithTable()) {
    // The next test of the file must not find it in the browser's cache.
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
    await page.route(`**/assets/${name}`, (route) => route.fulfill({ body, headers }));
  }
}
