/** Finds settings that work but are not safe. A start with one is refused, unless `ALLOW_UNSAFE` names it. */
import { isIPv6 } from 'node:net';
import { isVerifiedMode } from './db/postgres-url.ts';
import type { Bucket } from './storage/bucket.ts';

export const allowances = ['plain-http', 'plain-postgres', 'plain-s3', 'any-proxy', 'short-metrics-token'] as const;
export type Allowance = (typeof allowances)[number];

interface CheckedSettings {
  isProduction: boolean;
  host: string;
  publicUrl: string;
  databaseUrl: string | null;
  /** `PGHOST` and `PGSSLMODE`, which the driver uses where the URL names neither. */
  databaseHost: string | null;
  databaseTls: string | null;
  bucket: Bucket | null;
  trustedProxies: readonly string[];
  metricsToken: string | null;
}

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
const metricsTokenLengthMin = 16;
const distinctCharactersMin = 8;

export function isLoopbackName(name: string): boolean {
  return loopbackName.test(name.toLowerCase());
}

/** For each unsafe setting its name, a sentence, and the allowance that permits it. */
export function unsafeSettings(settings: CheckedSettings): [string, string, Allowance][] {
  const { isProduction, host, publicUrl, bucket, trustedProxies, metricsToken } = settings;
  const unsafe: [string, string, Allowance][] = [];
  if (isPlain(publicUrl) && !isLoopbackName(host) && !isProduction) {
    unsafe.push(['PUBLIC_URL', `must begin with https:// when HOST is ${host}, which others can reach.`, 'plain-http']);
  }
  if (isProduction && isPlainDatabase(settings)) {
    unsafe.push([
      'DATABASE_URL',
      'must ask for TLS (sslmode=verify-full) when NODE_ENV is production and the server is on another machine.',
      'plain-postgres',
    ]);
  }
  if (isProduction && bucket?.endpoint && isPlain(bucket.endpoint)) {
    unsafe.push([
      'STORAGE_URL',
      'must have an https endpoint when NODE_ENV is production and the server is on another machine.',
      'plain-s3',
    ]);
  }
  for (const cidr of trustedProxies.filter(isWide)) {
    unsafe.push(['TRUSTED_PROXIES', `has ${cidr}, so that anybody could claim any address.`, 'any-proxy']);
  }
  if (isProduction && metricsToken && (metricsToken.length < metricsTokenLengthMin || isGuessableKey(metricsToken))) {
    const problem = `must be random and have at least ${metricsTokenLengthMin} characters when NODE_ENV is production.`;
    unsafe.push(['METRICS_TOKEN', problem, 'short-metrics-token']);
  }
  return unsafe;
}

/** Whether the key is guessable although it is long enough: few different characters, or one part repeated. */
export function isGuessableKey(key: string): boolean {
  return new Set(key).size < distinctCharactersMin || /^(.{1,16}?)\1+$/s.test(key);
}

function isPlain(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'http:' && !isLoopbackName(url.hostname);
}

function isPlainDatabase({ databaseUrl, databaseHost, databaseTls }: CheckedSettings): boolean {
  if (!databaseUrl || !URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = decodeURIComponent(searchParams.get('host') ?? (hostname || (databaseHost ?? '')));
  // Without a host name, or with a path, it is a socket of this machine.
  if (!host || host.startsWith('/') || isLoopbackName(host)) return false;
  return !isVerifiedMode(searchParams.get('sslmode') ?? databaseTls ?? '');
}

/** Wider than the widest private network: 10.0.0.0/8 and fc00::/7. */
function isWide(cidr: string): boolean {
  const [address = '', bits] = cidr.split('/');
  if (bits === undefined) return false;
  // An IPv4 network may be written within IPv6, where its bits are the last 32.
  const isMapped = /^[0:]*:ffff:/i.test(address);
  return Number(bits) < (!isIPv6(address) ? 8 : isMapped ? 104 : 7);
}
