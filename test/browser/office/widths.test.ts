/** Every screen of the office between the smallest phone and a wide desktop. */
import { expect, test } from 'vitest';
import { officeScreens } from '../../../contract/pages.ts';
import { settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 12 });
/** One on each side of the breakpoints 576, 768, 992, 1200 and 1400 px. */
const widths = [320, 575, 577, 767, 769, 991, 993, 1199, 1201, 1399, 1401];

test.each(['en', 'bn'] as const)('no screen scrolls horizontally at any breakpoint, in %s', async (language) => {
  const staff = await product.staff('super-admin');
  const [list, slides, user] = await Promise.all([
    staff.call('applications'),
    staff.call('slides'),
    staff.call('addUser', {
      json: { name: 'Nadia Karim', email: `nadia.${language}@example.org`, password: 'mango-season-in-june' },
    }),
  ]);
  if (!list.ok || !slides.ok || !user.ok) throw new Error('The records are missing.');
  const application = list.data.applications[0]?._id ?? '';
  const query: Record<string, string> = {
    userView: application,
    editApplication: application,
    editSlider: slides.data[0]?._id ?? '',
    editUserManagement: user.data._id,
  };
  const { page } = await product.openPage({ as: staff, language });
  for (const screen of [...officeScreens, 'profile']) {
    const id = query[screen];
    await page.goto(`/${screen.replace(':id', application)}${id ? `?id=${id}` : ''}`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await expect
      .poll(() => new URL(page.url()).pathname, { message: screen })
      .toBe(`/${screen.replace(':id', application)}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // What a phone gets in another form is drawn a moment after the screen has become narrow.
      const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(excess, { message: `${screen} at ${width}, pixels too wide` }).toBeLessThanOrEqual(0);
    }
  }
});

test.each(['addUserManagement', 'addSliders', 'profile', 'setting', 'addUserApplication'])(
  'what sends the form is the last button of its row, at its end: %s',
  async (screen) => {
    const { page } = await product.openPage({ as: 'super-admin', at: `/${screen}` });
    const submit = page.locator('main form button[type=submit]').last();
    await submit.waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
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
      await expect.poll(beside, { message: `${width}` }).toEqual({ after: undefined, isAtEnd: true });
    }
  },
);
