/** What every dialogue of the office promises: its buttons are in sight, however small the screen. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openProduct } from '../open-product.ts';
import { openScreen } from './screens.ts';

const product = openProduct();

const screens = [
  { width: 1366, height: 768 },
  { width: 320, height: 568 },
];

/** In the order of the buttons of the record. */
const decisions = ['set to pending', 'approve', 'reject'];

test('on every screen, in both languages, the buttons of every dialogue are in sight, at once and at its end', async () => {
  const { _id: id } = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin' });
  const dialog = page.getByRole('dialog');
  const expectInSight = async (name: string) => {
    await dialog.getByRole('button').last().waitFor();
    await dialog.evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(() => hidden(dialog), { message: name }).toEqual([]);
    await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => hidden(dialog), { message: `${name}, at its end` }).toEqual([]);
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  for (const language of ['en', 'bn'] as const) {
    await product.chooseLanguage(page, language);
    await page.goto(`/userView?id=${id}`);
    for (const [at, name] of decisions.entries()) {
      await page.locator('article h3 + div > button').nth(at).click();
      for (const screen of screens) {
        await page.setViewportSize(screen);
        await expectInSight(`${name} in ${language} at ${screen.width}`);
      }
      await close();
    }
    await openScreen(page, '/application');
    for (const screen of screens) {
      await page.setViewportSize(screen);
      const row = page.locator(screen.width > 400 ? 'tbody tr' : 'ul[class*=cards] li').first();
      await row.getByRole('button').last().click();
      await expectInSight(`delete in ${language} at ${screen.width}`);
      await close();
    }
  }
});

/** The buttons that lie outside the window, or under something else; those within a field scroll with it. */
function hidden(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((element) =>
    [...element.querySelectorAll<HTMLButtonElement>('button:not([tabindex="-1"])')]
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !(isWithin && button.contains(front));
      })
      .map((button) => button.innerText || button.ariaLabel || ''),
  );
}
