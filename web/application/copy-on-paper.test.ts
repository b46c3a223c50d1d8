import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultLanguage, otherLanguages } from '../../contract/language.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

test('a copy on paper has page numbers in every language', async () => {
  expect(await read('copy.module.css')).toContain('content: var(--page-numbers);');
  expect(await read('../ui/tokens.css')).toContain('--page-numbers: ');
  const fonts = await read('../ui/fonts.css');
  for (const language of otherLanguages(defaultLanguage)) {
    const [, tokens = ''] = new RegExp(`:root:lang\\(${language}\\) \\{([^}]*)\\}`).exec(fonts) ?? [];
    expect(tokens, language).toContain('--page-numbers: ');
  }
});
