/**
 * Every screen of the office between the smallest phone and a wide desktop, for fingers and for the keyboard: its width,
 * its targets, the buttons of its dialogues, and the hints that only one of the two needs.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Staff } from '../../product.ts';
import { brokenWords, expectNoSidewaysScroll, settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, photoFile } from './application-typing.ts';
import { openScreen, screenAddresses } from './screens.ts';
import { targetFaults } from './targets.ts';

const product = openProduct({ rows: 12 });
/** The narrowest of each layout: the breakpoints are 576, 768, 992, 1200 and 1400 px. */
const widths = [320, 577, 769, 993, 1201, 1401];
/** Not every width in every language: neither targets nor rings depend on both together. */
const targetWidths = { en: 360, bn: 1440 };

test.each(['en', 'bn'] as const)(
  'no screen scrolls horizontally, cuts a control, a word or a dialogue, or has a target under 24 px, in %s',
  async (language) => {
    const staff = await product.staff('super-admin');
    const addresses = await screenAddresses(staff, `nadia.${language}@example.org`);
    const { page } = await product.openPage({ as: staff, language, at: '/application?late=1' });
    for (const address of addresses) {
      await openScreen(page, address);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(address, product.origin).pathname);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // The layout for phones is rendered a moment after the screen has become narrow.
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(excess, { message: `${address} at ${width}, pixels too wide` }).toBeLessThanOrEqual(0);
        if (tableScreens.includes(address) && width === 769) expect.soft(await page.evaluate(brokenWords)).toEqual([]);
        if (formScreens.includes(address) && [320, 769, 1401].includes(width)) await expectSubmitLast(page, width);
      }
      const width = targetWidths[language];
      await page.setViewportSize({ width, height: 768 });
      expect.soft(await targetFaults(page), `${address} at ${width}`).toEqual([]);
      if (address === '/application') await expectFiltersFit(page);
      if (address === addPath) await expectCalendarFits(page, page.locator('#dob'));
    }
    const pending = await staff.call('applications', { query: { status: 'Pending', limit: 1 } });
    const id = pending.ok ? pending.data.applications[0]?._id : '';
    await openScreen(page, `/userView?id=${id}`);
    await expectDialoguesFit(page, language);
  },
);

/** The screens whose table shares its width among cells of prose. */
const tableScreens = ['/auditLog', '/userManagement'];

/** The screens whose last form has a row of buttons. */
const formScreens = ['/addUserManagement', '/addSliders', '/profile', '/setting', '/addUserApplication'];

/** The submit button is the last button of its row, at the end. */
async function expectSubmitLast(page: Page, width: number): Promise<void> {
  const submit = page.locator('main form button[type=submit]').last();
  const beside = () =>
    submit.evaluate((button) => {
      const row = button.parentElement?.getBoundingClientRect();
      const isGrid = row === undefined || row.width === 0;
      const end = isGrid ? innerWidth - 24 : row.right;
      return {
        after: button.nextElementSibling?.tagName,
        isAtEnd: end - button.getBoundingClientRect().right < 25,
      };
    });
  await expect.poll(beside, { message: `${page.url()} at ${width}` }).toEqual({ after: undefined, isAtEnd: true });
}

async function expectFiltersFit(page: Page): Promise<void> {
  const choices = page.getByRole('radiogroup').first();
  const cutOff = () =>
    choices.evaluate((group) =>
      [...group.querySelectorAll('label')]
        .filter((label) => {
          const text = document.createRange();
          text.selectNodeContents(label);
          const { left, right } = text.getBoundingClientRect();
          const edges = [group, label].map((box) => box.getBoundingClientRect());
          return edges.some((edge) => left < edge.left || right > edge.right);
        })
        .map((label) => label.textContent),
    );
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator('main li a[data-row]').first().waitFor();
    expect.soft(await cutOff(), `at ${width}`).toEqual([]);
  }
  await page.locator('main button[aria-expanded=false]').first().click();
  const days = page.locator('main input[aria-haspopup=dialog]');
  await days.first().waitFor();
  for (const day of await days.all()) await expectCalendarFits(page, day);
}

async function expectCalendarFits(page: Page, day: Locator): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  const calendar = page.locator('[role=dialog] table');
  await day.press('ArrowDown');
  await calendar.waitFor();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
}

/** A laptop and a small phone. */
const dialogueScreens = [
  { width: 1366, height: 768 },
  { width: 320, height: 568 },
];

/** In the order of the buttons of the record. */
const decisions = ['set to pending', 'approve', 'reject'];

/** Checks the dialogues of the record that is open, and of the list. */
async function expectDialoguesFit(page: Page, language: string): Promise<void> {
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
  for (const [at, name] of decisions.entries()) {
    await page.locator('article h3 + div > button').nth(at).click();
    for (const screen of dialogueScreens) {
      await page.setViewportSize(screen);
      await expectInSight(`${name} in ${language} at ${screen.width}`);
    }
    await close();
  }
  await openScreen(page, '/application');
  for (const screen of dialogueScreens) {
    await page.setViewportSize(screen);
    const row = page.locator(screen.width > 400 ? 'tbody tr' : 'ul[class*=cards] li').first();
    await row.getByRole('button').last().click();
    await expectInSight(`delete in ${language} at ${screen.width}`);
    await close();
  }
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

const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } };
const desktop = { viewport: { width: 1440, height: 900 } };

test('a phone shows no hints at keys and dragging, takes a photo with its camera, and links telephone and email', async () => {
  const staff = await product.staff('admin');
  const { _id: id, phone: number, email } = await newest(staff);
  const { page } = await product.openPage({ as: staff, at: addPath, ...phone });
  await page.getByText('Take a photo').scrollIntoViewIfNeeded();
  expect(await page.locator('#camera').getAttribute('capture')).toBe('environment');
  await page.setInputFiles('#camera', await photoFile());
  await page.locator('img[src^="blob:"]').waitFor();
  await page.getByRole('button', { name: 'Remove the photo' }).click();
  expect(await hintsShown(page, id)).toEqual({ saving: 0, dragging: 0 });
  expect(await page.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
  expect(await page.getByRole('link', { name: number }).getAttribute('href')).toBe(`tel:${number}`);
  expect(await listsKeys(page)).toBe(false);
});

test('a desktop shows the hints and no camera', async () => {
  const staff = await product.staff('admin');
  const { _id: id } = await newest(staff);
  const { page } = await product.openPage({ as: staff, at: addPath, ...desktop });
  await page.locator('#image').waitFor({ state: 'attached' });
  expect(await page.getByText('Take a photo').isVisible()).toBe(false);
  expect(await hintsShown(page, id)).toEqual({ saving: 1, dragging: 1 });
  expect(await listsKeys(page)).toBe(true);
});

async function newest(staff: Staff) {
  const list = await staff.call('applications', { query: { limit: 1 } });
  const application = list.ok && list.data.applications[0];
  if (!application) throw new Error('The list is empty.');
  return application;
}

/** How often the hints at keys and at dragging are shown on the screens that have them. */
async function hintsShown(page: Page, id: string) {
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).count();
  await page.getByText('Ctrl + Enter saves').first().waitFor({ state: 'attached' });
  const saving = await shown('Ctrl + Enter saves');
  await openScreen(page, `/userView?id=${id}`);
  await page.locator('#documents').waitFor();
  const dragging = await shown('Drag a file onto its place');
  return { saving, dragging };
}

/** Whether the settings list keys. */
async function listsKeys(page: Page): Promise<boolean> {
  await openScreen(page, '/setting');
  await page.locator('#current').waitFor();
  return (await page.locator('kbd').filter({ visible: true }).count()) > 0;
}
