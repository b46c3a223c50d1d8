import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { languageNames } from '../../contract/language.ts';

test('a copy on paper has page numbers in every language', async () => {
  const css = await readFile(new URL('copy.module.css', import.meta.url), 'utf8');
  for (const language of languageNames) {
    expect(css).toContain(`page: copy-${language};`);
    expect(css).toContain(`@page copy-${language} {`);
  }
});
