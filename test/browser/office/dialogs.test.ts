/** What every dialogue of the office promises: its buttons are in sight, however small the screen. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Language } from '../../../contract/language.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();

const screens = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

const decision = (page: Page, at: number) => page.locator('article h3 + div > button').nth(at).click();

/** Each dialogue with the way that leads to it. */
const dialogues: Record<string, (page: Page, id: string) => Promise<unknown>> = {
  'set to pending': async (page, id) => {
    await page.goto(`/userView?id=${id}`);
    await decision(page, 0);
  },
  approve: (page) => decision(page, 1),
  reject: (page) => decision(page, 2),
  delete: async (page) => {
    await page.goto('/application');
    await page.locator(':is(tbody tr, ul[class*=cards] li):first-of-type button').last().click();
  },
};

for (const screen of screens) {
  test(`at ${screen.width} × ${screen.height} the buttons of every dialogue are in sight, at once and at its end`, async () => {
    const { _id: id } = await product.addApplication();
    for (const language of ['en', 'bn'] satisfies Language[]) {
      const { page } = await product.openPage({ as: 'admin', at: '/dashboard', viewport: screen, language });
      for (const [name, open] of Object.entries(dialogues)) {
        await open(page, id);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button').last().waitFor();
        await expect.poll(() => hidden(dialog), { message: `${name} in ${language}` }).toEqual([]);
        await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await expect.poll(() => hidden(dialog), { message: `${name} in ${language}, at its end` }).toEqual([]);
        await page.keyboard.press('Escape');
      }
    }
  });
}

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
