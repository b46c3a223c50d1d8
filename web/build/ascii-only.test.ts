import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inAscii } from './ascii-only.ts';

test.each([
  ['a text', "'পাসপোর্ট — “A1”'"],
  ['a template', '`নাম: \\t…`'],
  ['a letter beyond sixteen bits', "'👋'.length + '👋'"],
  ['a pattern', "'ক-খ'.replace(/[\u0980-\u09ff]/g, 'x')"],
  ['a pattern of whole letters', "'👋ক'.match(/^[👋ক]{2}$/u)[0]"],
  ['a letter behind a backslash', "'\\ক' + /\\—/.test('—')"],
  ['a backslash before a letter', "'\\\\ক'"],
  ['a name', '(() => { const নাম = 1; return { নাম }; })()'],
  ['a line separator', "'a\u2028b'"],
])('%s means the same in ASCII', (_, program) => {
  const ascii = inAscii(program);
  expect(ascii).toMatch(/^\p{ASCII}*$/u);
  expect(JSON.stringify(runInNewContext(ascii))).toBe(JSON.stringify(runInNewContext(program)));
});

test('the pages are built that way', async () => {
  const built = await readFile(new URL('../../build/server/pages.js', import.meta.url), 'utf8');
  expect(built.match(/[\u0080-\uffff]/g)).toBeNull();
});
