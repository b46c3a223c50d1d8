import { expect, test } from 'vitest';
import { publicPages } from '../../contract/pages.ts';
import { englishPath, languageOfPath, pathIn } from './language.ts';

test.each(publicPages)('$en and $bn are one page in two languages', ({ en, bn }) => {
  expect([pathIn('en', en), pathIn('bn', en)]).toEqual([en, bn]);
  expect([englishPath(en), englishPath(bn)]).toEqual([en, en]);
  expect([languageOfPath(en), languageOfPath(bn)]).toEqual(['en', 'bn']);
});
