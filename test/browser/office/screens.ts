/** Every screen of the office, with new records, for tests that hold on all of them. */
import type { Page } from 'playwright-core';
import { officeScreens } from '../../../contract/pages.ts';
import type { Staff } from '../../product.ts';

/** The address of each screen, with a record for those that show one. */
export async function screenAddresses(staff: Staff, email: string): Promise<string[]> {
  const [list, slides, user] = await Promise.all([
    staff.call('applications'),
    staff.call('slides'),
    staff.call('addUser', { json: { name: 'Nadia Karim', email, password: 'mango-season-in-june' } }),
  ]);
  if (!list.ok || !slides.ok || !user.ok) throw new Error('The records are missing.');
  const application = list.data.applications[0]?._id ?? '';
  const query: Record<string, string> = {
    userView: application,
    editApplication: application,
    editSlider: slides.data[0]?._id ?? '',
    editUserManagement: user.data._id,
  };
  return [...officeScreens, 'profile'].map((screen) => {
    const id = query[screen];
    return `/${screen.replace(':id', application)}${id ? `?id=${id}` : ''}`;
  });
}

/** Looks at the window again a minute later, when what it shows is old enough to be requested again. */
export async function lookAgainLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    window.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Opens a screen from an open one, as a link of the office does, with the state that some of its links hand over. */
export async function openScreen(page: Page, path: string, state: unknown = null): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(
    async ([path, state]) => {
      // React Router leaves its router there.
      await Reflect.get(window, '__reactRouterDataRouter').navigate(path, { state });
    },
    [path, state] as const,
  );
  await rendered(page);
}

/**
 * Waits until React has rendered the present address, which it does in pieces, and one to which that leads at once. Not
 * while the page's clock stands still.
 */
export function rendered(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    // A page with an animation may never be idle.
    await new Promise((isIdle) => requestIdleCallback(isIdle, { timeout: 500 }));
  });
}
