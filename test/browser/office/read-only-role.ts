/** A role that may read everything and change nothing, made by changing the endpoint table that the browser gets. */
import type { Page } from 'playwright-core';

/** The rows of all calls that change something; two searches are by POST, too. */
const changes =
  /(method:`(?:POST|PUT|DELETE)`,path:`(?!\/api\/application\/fetchApplication`|\/api\/audit`)[^,]+,permission:)`(?:staff|superAdmin)`/g;

export async function mayOnlyRead(page: Page): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(changes, '$1`nobody`');
    // The next test of the file must not find it in the browser's cache.
    await route.fulfill({ body, headers: { ...response.headers(), 'cache-control': 'no-store' } });
  });
}
