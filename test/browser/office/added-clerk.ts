/** An admin of the test's own with a session, to open a page `as`, where the login itself is not looked at. */
import { dataOf } from '../../data-of.ts';
import { type Cookie, cookieClient, type Staff } from '../../product.ts';
import type { openProduct } from '../open-product.ts';

export const clerkPassword = 'nine loud geese land';

export async function addedClerk(
  product: Pick<ReturnType<typeof openProduct>, 'origin' | 'staff'>,
  name: string,
  headers: Record<string, string> = {},
): Promise<Staff & { email: string }> {
  const json = { name, email: `${name.toLowerCase()}@office.example`, password: clerkPassword };
  dataOf(await (await product.staff()).call('addUser', { json }));
  const cookies = new Map<string, Cookie>();
  const client = cookieClient(product.origin, cookies);
  const { email, password } = json;
  const { token } = dataOf(await client.call('login', { json: { email, password }, headers }));
  const cookie = [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ');
  return { ...client, cookies: [...cookies.values()], cookie, token, email };
}
