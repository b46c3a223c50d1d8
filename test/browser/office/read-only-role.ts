/** A role that may read everything and change nothing, made by changing the endpoint table that the browser gets. */
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** In the table, the functions that make a row for the staff, as the build has named them. */
const rowMakers = /([\w$]+)=[\w$]+\(`(?:staff|superAdmin)`\)/g;
/** The start of the row of a call that changes something; two searches are by POST, too. */
const change = '(?=\\(`(?:POST|PUT|DELETE)`,(?!`/api/application/fetchApplication`|`/api/audit`))';
const rowOfNobody = '((method,path,rules)=>({method,path,permission:`nobody`,...rules}))';

const assets = new URL('../../../build/client/assets/', import.meta.url);

/** The scripts with the endpoint table; the browser gets all others from the server. */
async function scriptsWithTable(): Promise<{ name: string; body: string }[]> {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, assets), 'utf8') })),
  );
  return scripts.flatMap(({ name, text }) => {
    const makers = [...text.matchAll(rowMakers)].map(([, name = '']) => RegExp.escape(name));
    const body = text.replace(new RegExp(`(?<=:|=>)(?:${makers.join('|')})${change}`, 'g'), () => rowOfNobody);
    return body === text ? [] : [{ name, body }];
  });
}

export async function mayOnlyRead(page: Page): Promise<void> {
  const scripts = await scriptsWithTable();
  if (scripts.length === 0) throw new Error('No script of the build has the endpoint table in the expected form.');
  for (const { name, body } of scripts) {
    // The next test of the file must not find it in the browser's cache.
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
    await page.route(`**/assets/${name}`, (route) => route.fulfill({ body, headers }));
  }
}
