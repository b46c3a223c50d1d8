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

/** Opens a screen from an open one, as a link of the office does, with the state that some of its links hand over. */
export async function openScreen(page: Page, path: string, state: unknown = null): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(
    async ([path, state]) => {
      // React Router leaves its router there. React shows the screen after the navigation has ended.
      await Reflect.get(window, '__reactRouterDataRouter').navigate(path, { state });
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    },
    [path, state] as const,
  );
}
