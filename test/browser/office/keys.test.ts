/** The keys that `?` and the staff guide list, and those of the dialogues with fields. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openProduct } from '../open-product.ts';

const product = openProduct();

/** The first column of the guide's table; a key for a Mac is in brackets. */
async function keysOfGuide(): Promise<string[]> {
  const guide = await readFile(new URL('../../../docs/staff-guide.md', import.meta.url), 'utf8');
  const [, rows = ''] = /^\| key \| where \| does \|\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  return rows.split('\n').flatMap((row) => {
    const signs = [...(row.split('|')[1] ?? '').replace(/\(.*\)/, '').matchAll(/`(.+?)`/g)].map(
      ([, sign]) => sign ?? '',
    );
    return signs[0] === 'Ctrl' ? [signs.join(' + ')] : signs;
  });
}

test('? lists the keys of the staff guide, and no other', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/slider' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByText('Next application in the list').waitFor();
  const listed = await page.getByRole('dialog').locator('dt').allInnerTexts();
  const inGuide = await keysOfGuide();
  expect(inGuide.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(inGuide.toSorted());
});
