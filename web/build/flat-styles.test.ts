import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const assets = new URL('../../build/client/assets/', import.meta.url);

/** The headers of rules that stand within another rule; only at-rules such as `@media` may contain rules. */
function nestedRules(sheet: string): string[] {
  const open: string[] = [];
  const nested: string[] = [];
  for (const [, header = '', end] of sheet.matchAll(/([^{};]*)([{};])/g)) {
    if (end === '{') {
      if (open.some((outer) => !outer.startsWith('@'))) nested.push(header);
      open.push(header);
    } else if (end === '}') open.pop();
  }
  return nested;
}

test('browsers get style sheets without nested rules, which older phones ignore', async () => {
  expect(nestedRules('.a{b:c;@media print{d:e}}@media print{.a{b:c}}')).toEqual(['@media print']);
  const sheets = (await readdir(assets)).filter((name) => name.endsWith('.css'));
  const texts = await Promise.all(sheets.map((name) => readFile(new URL(name, assets), 'utf8')));
  expect(texts.join()).toContain('@media print');
  expect(texts.flatMap(nestedRules)).toEqual([]);
});
