/** A role that may read everything and change nothing. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { mayOnlyRead } from './read-only-role.ts';
import { openScreen, screenAddresses } from './screens.ts';

const product = openProduct({ rows: 3 });

/** The names of the controls that such a role may press. */
const reading = [
  ...['Filters', 'Filters1', 'Remove the filter: Deleted', 'Clear search and filters'],
  ...[
    'Name',
    'Passport',
    'Status',
    'Arrived',
    'Previous',
    'Next',
    'Print',
    'Show backups and server',
    'Columns and rows',
    'Views',
  ],
  ...['Office view', 'What the applicant sees'],
];
/** A document in the strip of a record opens it. */
const isReading = (name: string) => reading.includes(name) || name.endsWith('Missing');

/** The buttons and fields of the screen, and the links to forms; switches are of this device alone. */
function controls(page: Page): Promise<string[]> {
  return page
    .locator(
      'main :is(button, input:not([type=search], [type=radio], [role=switch]), a[href^="/add"], a[href^="/edit"])',
    )
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    );
}

test('a role that may only read sees no button for a call that changes something, and no screen for one, and has no key for one', async () => {
  const staff = await product.staff('super-admin');
  // Ending the other session is a change.
  await product.staff('super-admin');
  const { _id: id } = await product.addApplication({ passport: 'RO1234567', email: 'ro@example.org' });
  await staff.call('deleteApplication', { params: { id } });
  const addresses = await screenAddresses(staff, 'nadia.reads@example.org');
  const { page } = await product.openPage({ as: staff, viewport: { width: 1440, height: 900 } });
  await mayOnlyRead(page);
  await page.goto('/import');
  const opened = new Set<string>();
  // The profile's call is public because of the set-up, and the audit log can only be read.
  for (const address of [...addresses, '/application?deleted=1'].filter((at) => !/profile|auditLog/.test(at))) {
    await openScreen(page, address);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const screen = new URL(page.url()).pathname.split('/')[1] ?? '';
    opened.add(screen);
    if (screen === 'userView') {
      for (const key of ['a', 'p', 'r', 'e']) await page.keyboard.press(key);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe('/userView');
    }
    const others = (await controls(page)).filter((name) => !isReading(name));
    expect.soft(others, address).toEqual([]);
  }
  await page.getByText('RO1234567').waitFor();
  const screens = [
    'dashboard',
    'userManagement',
    'application',
    'userView',
    'updateApplicationView',
    'slider',
    'setting',
  ];
  expect([...opened]).toEqual(screens);
});
