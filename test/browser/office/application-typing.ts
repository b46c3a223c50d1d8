/** The form of an application as a clerk fills it in. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FormField } from '../../../contract/application-form.ts';
import { buildFields, buildPhoto } from '../../build.ts';

export type Typed = Partial<Record<FormField, string>>;

export const addPath = '/addUserApplication';

/** Form values of a different person at each call. */
export function somebody(overrides: Typed = {}): Record<FormField, string> {
  return { ...(buildFields() as Record<FormField, string>), jobTitle: 'Cook', ...overrides };
}

export async function fillForm(page: Page, typed: Typed): Promise<void> {
  await page.locator('#surname').waitFor();
  for (const [name, value] of Object.entries(typed)) {
    if (name === 'sex') await page.locator(`input[name=sex][value=${value}]`).check();
    else if (name === 'jobTitle') await page.selectOption('#jobTitle', value);
    else await page.fill(`#${name}`, value);
  }
  // A list that is still open would cover the next field.
  await page.keyboard.press('Escape');
}

export async function photoFile(red?: number, name = 'photo.jpg') {
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await buildPhoto(red)) };
}

export async function choosePhoto(page: Page, red?: number): Promise<void> {
  await page.setInputFiles('#image', await photoFile(red));
  await page.locator('img[src^="blob:"]').waitFor();
}

/** Makes chosen files unreadable, like files that were moved in the meantime. */
export const loseFiles = (page: Page) =>
  page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('It is gone.', 'NotReadableError'));
  });

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** The lines of the error summary, which has the focus. */
export async function problems(page: Page): Promise<string[]> {
  const summary = page.getByRole('alert').filter({ has: page.locator('#error-summary') });
  // The summary of the previous attempt may still be shown; the new one takes the focus.
  await page.waitForFunction(() => document.activeElement?.querySelector('#error-summary'));
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  return summary.locator('li').allInnerTexts();
}

/** The error text of a field, by the id that associates it with its input. */
export async function errorAt(page: Page, name: string): Promise<string | null> {
  const error = page.locator(`[id="${name}-error"]`);
  return (await error.count()) ? error.innerText() : null;
}
