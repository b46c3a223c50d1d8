/** Reads DATABASE_URL, as which a password is easily mistaken for a host. */
import type { Report } from '../brand-settings.ts';

/** User and password end at the first `/`, `?` or `#`, so a later `@` shows that one of these is part of them. */
const form = /^postgres(ql)?:\/\/([^/?#]*@)?[^@/?#]*(\/[^@?#]*)?(\?(\w+=[^#]*)?)?$/;

/** The URL for the driver. No problem quotes any part of it, since each may belong to the password. */
export function readPostgresUrl(text: string, report: Report): string {
  if (!(form.test(text) && URL.canParse(text) && isDecodable(text)))
    report(
      'DATABASE_URL',
      'must look like postgres://user:password@host:5432/name, with special characters of user and password percent-encoded (@ as %40, # as %23, / as %2F).',
    );
  return text;
}

function isDecodable(text: string): boolean {
  const { username, password, pathname } = new URL(text);
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}
