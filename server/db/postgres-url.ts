/** Reads DATABASE_URL, in which a password is easily mistaken for a host, and a mode of TLS for a weaker one. */
import type { ReportProblem } from '../setting-reader.ts';

/** User and password end at the first `/`, `?` or `#`, so a later `@` shows that one of these is part of them. */
const urlPattern = /^postgres(ql)?:\/\/([^/?#]*@)?[^@/?#]*(\/[^@?#]*)?(\?(\w+=[^#]*)?)?$/;

/**
 * What a connection of each sslmode is. The driver verifies the certificate in each of the verified modes, but warns
 * that a later release of it will not, so they become `verify-full`.
 */
const tlsModes: ReadonlyMap<string, 'plain' | 'verified' | 'unverified'> = new Map([
  ['disable', 'plain'],
  ['prefer', 'verified'],
  ['require', 'verified'],
  ['verify-ca', 'verified'],
  ['verify-full', 'verified'],
  ['no-verify', 'unverified'],
]);
const tlsModeNames = [...tlsModes.keys()].join(', ');

export const isVerifiedMode = (mode: string) => tlsModes.get(mode) === 'verified';

/** The driver takes a mode that it does not know, such as `Require`, for a connection without TLS. */
const isKnownMode = (mode: string | null) => !mode || tlsModes.has(mode);

/**
 * The URL for the driver, which uses `PGSSLMODE` where the URL has no sslmode. No problem quotes any part of the URL,
 * since each may belong to the password.
 */
export function readPostgresUrl(text: string, tlsOfEnvironment: string | null, report: ReportProblem): string {
  if (!(urlPattern.test(text) && URL.canParse(text) && isDecodable(text)))
    report(
      'DATABASE_URL',
      'must look like postgres://user:password@host:5432/name, with special characters of user and password percent-encoded (@ as %40, # as %23, / as %2F).',
    );
  else if (!isKnownMode(new URL(text).searchParams.get('sslmode')))
    report('DATABASE_URL', `must have one of these as its sslmode: ${tlsModeNames}.`);
  if (!isKnownMode(tlsOfEnvironment)) report('PGSSLMODE', `must be one of these: ${tlsModeNames}.`);
  if (text.includes('uselibpqcompat=true')) return text;
  return text.replace(/(?<=[?&]sslmode=)[\w-]+(?=&|$)/g, (mode) => (isVerifiedMode(mode) ? 'verify-full' : mode));
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
