/** The forms of an application on every screen, in both languages and colours. */
import { expect, test } from 'vitest';
import { formFields } from '../../../contract/application-form.ts';
import { errorText } from '../../../contract/errors.ts';
import applicationBn from '../../../web/texts/application.bn.json' with { type: 'json' };
import bn from '../../../web/texts/office/application-form.bn.json' with { type: 'json' };
import { expectAccessible, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addPath, choosePhoto, fillForm, photoFile, somebody } from './application-typing.ts';

const product = openProduct();

const onPhone = { viewport: { width: 360, height: 800 }, language: 'bn', colorScheme: 'dark' } as const;

test('on a phone, in Bangla and in the dark axe finds nothing, and nothing sticks out', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, ...onPhone });
  await page.locator('#surname').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  await page.locator('button[type=submit]').last().click();
  await page.locator('#error-summary').waitFor();
  await page.click('#currentN');
  await page.keyboard.type('B');
  await page.locator('[role=option]').first().waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
});

test('on a phone, in Bangla and in the dark the same holds for the choice between two versions', async () => {
  const application = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: `/editApplication?id=${application._id}`, ...onPhone });
  await fillForm(page, { company: 'A company with a name that has no end, and no space: '.padEnd(120, 'x') });
  await choosePhoto(page);
  const staff = await product.staff();
  const form = new FormData();
  form.append('company', 'Another company');
  form.append('salary', '1');
  await staff.call('updateApplication', { params: { id: application._id }, form });
  await page.locator('button[type=submit]').last().click();
  await page.locator('#conflict').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
});

test('the heading of the error summary is in sight, above two columns of errors on a desk and one on a phone', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath });
  const heading = page.locator('#error-summary');
  for (const { width, height, columns } of [
    { width: 1366, height: 768, columns: 2 },
    { width: 390, height: 844, columns: 1 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await heading.waitFor();
    const isInSight = () =>
      heading.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 2, (top + bottom) / 2) === element;
      });
    await expect.poll(isInSight).toBe(true);
    const lefts = heading
      .locator('xpath=..')
      .locator('li')
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().left)));
    expect(new Set(await lefts).size).toBe(columns);
  }
});

test('in Bangla every screen is in Bangla, and Bangla digits are stored as ASCII', async () => {
  const { page } = await product.openPage({ as: 'admin', at: addPath, language: 'bn' });
  await page.getByRole('heading', { level: 1, name: bn.addTitle }).waitFor();
  await page.getByRole('button', { name: bn.save, exact: true }).click();
  await page.locator('#error-summary').waitFor();
  await page.getByRole('link', { name: errorText('invalid_phone', 'bn') }).waitFor();
  await page.getByRole('heading', { name: applicationBn.section.A }).waitFor();
  const typed = somebody({ dob: '৩১/০১/১৯৯০', nationalId: '১২৩৪৫৬৭৮৯০', currentN: 'বাংলাদেশ' });
  await fillForm(page, typed);
  await choosePhoto(page);
  await page.getByRole('button', { name: bn.save, exact: true }).click();
  await page.waitForURL('**/application');
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'যোগ হয়েছে।' });
  await notice.getByRole('link', { name: 'আবেদনটি খুলুন' }).waitFor();
  const staff = await product.staff();
  const found = await staff.call('applications', { query: { search: typed.passport } });
  expect(found.ok && found.data.applications).toMatchObject([
    { dob: '1990-01-31', nationalId: '1234567890', currentN: 'বাংলাদেশ' },
  ]);
});

test('in Bangla what is chosen from a list is shown in Bangla everywhere and stored in English, and a file has its size in Bangla', async () => {
  const application = await product.addApplication({ sex: 'Male', jobTitle: 'Cook' });
  const at = `/editApplication?id=${application._id}`;
  const { page } = await product.openPage({ as: 'admin', at, language: 'bn' });
  const photo = await photoFile();
  const size = page.locator('#image ~ [role=status]');
  const large = Buffer.concat([photo.buffer, Buffer.alloc(1.5 * 1024 * 1024)]);
  await page.setInputFiles('#image', { ...photo, buffer: large });
  await expect.poll(() => size.innerText()).toBe('photo.jpg, ১.৫ এমবি');
  await page.setInputFiles('#image', photo);
  await expect.poll(() => size.innerText()).toMatch(/^photo\.jpg, [০-৯]+ কেবি$/);
  await fillForm(page, { sex: 'Female', jobTitle: 'Plumber' });
  const offered = Object.entries(applicationBn.jobTitle).filter(([title]) => title !== 'Welder');
  await expect
    .poll(() => page.locator('#jobTitle option').allInnerTexts())
    .toEqual([bn.choose, ...offered.map(([, label]) => label)]);
  const staff = await product.staff();
  const form = new FormData();
  form.append('jobTitle', 'Cleaner');
  await staff.call('updateApplication', { params: { id: application._id }, form });
  await page.locator('button[type=submit]').last().click();
  await page.locator('#conflict').waitFor();
  const { sex, jobTitle } = applicationBn;
  for (const [label, theirs, mine] of [
    [formFields.sex.label.bn, sex.Male, sex.Female],
    [formFields.jobTitle.label.bn, jobTitle.Cleaner, jobTitle.Plumber],
  ] as const) {
    await expect
      .poll(() => page.getByRole('group', { name: label }).locator('label').allInnerTexts())
      .toEqual([`${bn.conflict.theirs}\n${theirs}`, `${bn.conflict.mine}\n${mine}`]);
  }
  await page.getByRole('button', { name: bn.conflict.saveAgain }).click();
  await page.waitForURL('**/userView?id=*');
  const fact = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  await expect.poll(() => fact(formFields.sex.label.bn)).toBe(sex.Female);
  await expect.poll(() => fact(formFields.jobTitle.label.bn)).toBe(jobTitle.Plumber);
  await page.goto('/dashboard');
  const listed = page.locator('section[aria-labelledby=latest] li').filter({ hasText: application.passport });
  await expect.poll(() => listed.innerText()).toContain(`${jobTitle.Plumber}, ${application.company}`);
  await listed.locator('summary').click();
  const details = listed.locator('dd');
  await expect.poll(() => details.allInnerTexts()).toEqual(expect.arrayContaining([sex.Female, jobTitle.Plumber]));
  const stored = await staff.call('application', { params: { id: application._id } });
  expect(stored.ok && stored.data).toMatchObject({ sex: 'Female', jobTitle: 'Plumber' });
});
