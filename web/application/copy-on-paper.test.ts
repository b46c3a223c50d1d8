import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultLanguage, otherLanguages } from '../../contract/language.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

test('a copy and an article have page numbers in every language on paper', async () => {
  for (const sheet of ['copy.module.css', '../site/article.module.css'])
    expect(await read(sheet), sheet).toContain('content: var(--page-numbers);');
  expect(await read('../ui/tokens.css')).toContain('--page-numbers: ');
  const fonts = await read('../ui/fonts.css');
  for (const language of otherLanguages(defaultLanguage)) {
    const [, tokens = ''] = new RegExp(`:root:lang\\(${language}\\) \\{([^}]*)\\}`).exec(fonts) ?? [];
    expect(tokens, language).toContain('--page-numbers: ');
  }
});
