/**
 * Adds people twice by the keyboard alone: with every field typed, and as colleagues of an applicant of the employer.
 */
import type { Page } from 'playwright-core';
import type { Application } from '../contract/answers.ts';
import { type FormField, formFieldNames, formFields, isOfKind } from '../contract/application-form.ts';
import { applicant } from '../demo/applicants.ts';
import { portrait } from '../demo/portrait.ts';
import { addApplication } from '../test/build.ts';
import type { Staff } from '../test/product.ts';
import { employerFields } from '../web/application/fields-and-documents.ts';
import { resetPresses } from './presses.ts';

/** These people are none of those added at the start of the day. */
const people = [20, 21, 22, 23, 24];
const today = '2026-11-21';

type Fields = Record<FormField, string>;

/** The number of keys with copied fields of the employer, in percent of that with all fields typed. */
export async function addForSameEmployer(page: Page, staff: Staff): Promise<number> {
  let all = 0;
  let sameEmployer = 0;
  for (const index of people) {
    const person = applicant(index, 60, today);
    const fields = Object.fromEntries(formFieldNames.map((name) => [name, person[formFields[name].name]])) as Fields;
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await portrait(index)) };
    const colleague = await addApplication(
      staff,
      Object.fromEntries(employerFields.map((name) => [name, fields[name]])),
    );
    await page.goto('/addUserApplication');
    await page.locator('#surname:focus').waitFor();
    await resetPresses(page);
    const added = await add(page, staff, fields, photo);
    all += (await resetPresses(page)).keys;
    await staff.call('deleteApplication', { params: { id: added._id } });

    await page.goto(`/userView?id=${colleague._id}`);
    await page.locator('#copy-person').waitFor();
    await resetPresses(page);
    await page.keyboard.press('n');
    await page.locator('#surname:focus').waitFor();
    await add(page, staff, fields, photo);
    sameEmployer += (await resetPresses(page)).keys;
  }
  return (sameEmployer / all) * 100;
}

type Photo = Exclude<Parameters<Page['setInputFiles']>[1], string | readonly string[]>;

/** Enter goes to the next field that is not filled. */
async function add(page: Page, staff: Staff, fields: Fields, photo: Photo): Promise<Application> {
  // This comes before the keys: the browser takes a moment until it intercepts file choosers.
  const picker = page.waitForEvent('filechooser', { timeout: 60_000 });
  for (;;) {
    const name = await page.evaluate(() => document.activeElement?.id ?? '');
    if (name === 'image') break;
    await typeInto(page, name as FormField, fields);
  }
  await page.keyboard.press('Space');
  await (await picker).setFiles(photo);
  await page.locator('img[src^="blob:"]').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/application');
  const found = await staff.call('applications', { query: { search: fields.passport } });
  const [stored] = found.ok ? found.data.applications : [];
  if (!stored || formFieldNames.some((name) => stored[name] !== fields[name]))
    throw new Error(`What was typed is not what is stored: ${JSON.stringify({ stored, fields })}`);
  return stored;
}

async function typeInto(page: Page, name: FormField, fields: Fields): Promise<void> {
  const { keyboard } = page;
  if (name === 'sex') {
    await keyboard.press('Space');
    if (fields.sex === 'Female') await keyboard.press('ArrowDown');
  } else await keyboard.type(isOfKind(name, 'choice') ? fields[name].slice(0, 3) : fields[name]);
  // Tab keeps a country as it is typed; Enter would enter the one that it names.
  await keyboard.press(isOfKind(name, 'country') ? 'Tab' : 'Enter');
}
