/** Reads the settings of the product from the environment. Reports all problems together and refuses the start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Brand } from '../contract/brand.ts';
import { errorText } from '../contract/errors.ts';
import { parse } from '../contract/fields.ts';
import { emailKey } from '../contract/text.ts';
import { password } from '../contract/user.ts';
import { isRecipient } from './backup/recipient.ts';
import { type Contact, readBrand, unsetContactsOf } from './brand-settings.ts';
import { readPostgresUrl } from './db/postgres-url.ts';
import { misspelledNames } from './misspelled-names.ts';
import { OperatorError } from './operator-error.ts';
import { secretBytesMin } from './secret.ts';
import { isEmailAddress, type ReadSetting, type ReportProblem } from './setting-reader.ts';
import { type Bucket, readBucket } from './storage/bucket.ts';
import { allowances, isGuessableKey, isLoopbackName, unsafeSettings } from './unsafe-settings.ts';

export interface Settings {
  isProduction: boolean;
  port: number;
  host: string;
  /** The one origin of the site, without a path. */
  publicUrl: string;
  isPublicUrlSet: boolean;
  isHttps: boolean;
  dataDir: string;
  databaseUrl: string | null;
  /** The bucket of STORAGE_URL; null when files are kept in the data folder. */
  bucket: Bucket | null;
  secretKey: string | null;
  /** The key that `secretKey` has replaced; null when none is being replaced. */
  secretKeyBefore: string | null;
  /** In the form in which accounts are stored. Unless it is set, it serves for a new installation alone. */
  superAdminEmail: string;
  isSuperAdminEmailSet: boolean;
  superAdminPassword: string | null;
  /** Who must have a second factor. */
  secondFactor: (typeof secondFactors)[number];
  trustedProxies: string[];
  attachmentsAllowPdf: boolean;
  /** How long decided records are kept before the office is reminded of them; null when nobody is. */
  retentionYears: number | null;
  logLevel: string;
  brand: Brand;
  /** The pages show contacts of an example in place of these. */
  unsetContacts: readonly Contact[];
  backup: BackupSettings;
  /** The token that a scraper of `/metrics` must send; null when nobody may read them. */
  metricsToken: string | null;
  /** A sentence for each variable that was probably meant to be a setting. */
  misspelled: string[];
}

interface BackupSettings {
  /** Public keys of age; a backup is encrypted for each of them. */
  recipients: string[];
  /** The folder of the scheduled backups; null when the product makes none. */
  folder: string | null;
  everyHours: number;
  /** How many of them are kept. */
  keep: number;
}

const secondFactors = ['optional', 'super-admin', 'everyone'] as const;

type Environment = Record<string, string | undefined>;

const retentionYearsMax = 100;

export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const report: ReportProblem = (name, problem) => problems.push(`${name} ${problem}`);
  const names = new Set(['SUPER_ADMIN_PASSWORD']);
  const get = (name: string) => {
    names.add(name);
    return environment[name]?.trim() || null;
  };

  const nodeEnvironment = get('NODE_ENV') ?? 'development';
  if (!['production', 'development', 'test'].includes(nodeEnvironment))
    report('NODE_ENV', 'must be production, development or test.');
  const isProduction = nodeEnvironment === 'production';
  const port = readPort(get('PORT') ?? '3000', report);
  const host = get('HOST') ?? '127.0.0.1';
  const publicUrl = readPublicUrl(get('PUBLIC_URL') ?? `http://localhost:${port}`, isProduction, report);
  const databaseText = get('DATABASE_URL');
  const databaseUrl = databaseText && readPostgresUrl(databaseText, environment.PGSSLMODE ?? null, report);
  const storageUrl = get('STORAGE_URL');
  const bucket = storageUrl ? readBucket(storageUrl, get('AWS_REGION') ?? get('AWS_DEFAULT_REGION')) : null;
  if (typeof bucket === 'string') report('STORAGE_URL', bucket);
  const secretKey = get('SECRET_KEY');
  if (secretKey && Buffer.byteLength(secretKey) < secretBytesMin)
    report('SECRET_KEY', `must have at least ${secretBytesMin} bytes.`);
  else if (secretKey && isGuessableKey(secretKey))
    report('SECRET_KEY', 'must be random, and this one repeats itself; `npm run secret-key` makes one.');
  const secretKeyBefore = get('SECRET_KEY_BEFORE');
  if (secretKeyBefore && Buffer.byteLength(secretKeyBefore) < secretBytesMin)
    report('SECRET_KEY_BEFORE', `must have at least ${secretBytesMin} bytes.`);
  else if (secretKeyBefore && secretKeyBefore === secretKey)
    report('SECRET_KEY_BEFORE', 'must be the former key, and differ from SECRET_KEY.');
  const setEmail = get('SUPER_ADMIN_EMAIL');
  const superAdminEmail = emailKey(setEmail ?? 'admin@maplegate.example');
  if (!isEmailAddress(superAdminEmail)) report('SUPER_ADMIN_EMAIL', 'must be an e-mail address.');
  const superAdminPassword = environment.SUPER_ADMIN_PASSWORD || null;
  const parsed = parse(password.nullable(), superAdminPassword);
  for (const code of parsed.ok ? [] : Object.values(parsed.errorCodes))
    report('SUPER_ADMIN_PASSWORD', `cannot be used. ${errorText(code)}`);
  const secondFactorText = get('SECOND_FACTOR') ?? secondFactors[0];
  const secondFactor = secondFactors.find((one) => one === secondFactorText);
  if (!secondFactor)
    report('SECOND_FACTOR', `must be ${secondFactors.slice(0, -1).join(', ')} or ${secondFactors.at(-1)}.`);
  const trustedProxies = readList(get('TRUSTED_PROXIES'));
  for (const cidr of trustedProxies)
    if (!isCidr(cidr)) report('TRUSTED_PROXIES', `has ${cidr}, which is no address or CIDR.`);
  const metricsToken = get('METRICS_TOKEN');
  if (metricsToken && !/^[\w.~+/-]+=*$/.test(metricsToken))
    report('METRICS_TOKEN', 'must have only letters, digits and -._~+/ (= at its end).');
  const allowed = readList(get('ALLOW_UNSAFE'));
  for (const name of allowed.filter((name) => !allowances.some((one) => one === name)))
    report('ALLOW_UNSAFE', `does not take ${name}, but ${allowances.join(', ')}.`);
  const unsafe = unsafeSettings({
    isProduction,
    host,
    publicUrl,
    databaseUrl: databaseText,
    trustedProxies,
    metricsToken,
    bucket: typeof bucket === 'string' ? null : bucket,
    databaseHost: get('PGHOST'),
    databaseTls: get('PGSSLMODE'),
  });
  for (const [name, problem, allowance] of unsafe)
    if (!allowed.includes(allowance)) report(name, `${problem} ALLOW_UNSAFE=${allowance} allows it.`);
  const allowPdf = get('ATTACHMENTS_ALLOW_PDF') ?? '0';
  if (!['0', '1'].includes(allowPdf)) report('ATTACHMENTS_ALLOW_PDF', 'must be 0 or 1.');
  const years = get('RETENTION_YEARS');
  const retentionYears = years === null ? null : readCount('RETENTION_YEARS', years, retentionYearsMax, report);
  const brand = readBrand(get, report);
  const backup = readBackup(get, report);
  const logLevel = get('LOG_LEVEL') ?? 'info';
  if (!['silent', 'error', 'warn', 'info', 'debug'].includes(logLevel))
    report('LOG_LEVEL', 'must be silent, error, warn, info or debug.');
  if (problems.length || typeof bucket === 'string')
    throw new OperatorError(`The settings cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`);

  return {
    isProduction,
    port,
    host,
    publicUrl,
    isPublicUrlSet: get('PUBLIC_URL') !== null,
    isHttps: publicUrl.startsWith('https:'),
    dataDir: resolve(get('DATA_DIR') ?? './data'),
    databaseUrl,
    bucket,
    secretKey,
    secretKeyBefore,
    superAdminEmail,
    isSuperAdminEmailSet: setEmail !== null,
    superAdminPassword,
    secondFactor: secondFactor ?? secondFactors[0],
    trustedProxies,
    attachmentsAllowPdf: allowPdf === '1',
    retentionYears,
    logLevel,
    brand,
    unsetContacts: unsetContactsOf(get),
    backup,
    metricsToken,
    misspelled: misspelledNames(environment, names),
  };
}

function readBackup(get: ReadSetting, report: ReportProblem): BackupSettings {
  const recipients = readList(get('BACKUP_RECIPIENTS'));
  // The value is not printed: somebody may have pasted the private key.
  if (!recipients.every(isRecipient))
    report(
      'BACKUP_RECIPIENTS',
      'must have public keys of age (age1…) alone. A private key (AGE-SECRET-KEY-…) does not belong on this server.',
    );
  const folder = get('BACKUP_DIR');
  if (folder && recipients.length === 0)
    report('BACKUP_RECIPIENTS', 'must name who can read the backups of BACKUP_DIR.');
  return {
    recipients,
    folder: folder && resolve(folder),
    everyHours: readCount('BACKUP_EVERY_HOURS', get('BACKUP_EVERY_HOURS') ?? '24', 24 * 31, report),
    keep: readCount('BACKUP_KEEP', get('BACKUP_KEEP') ?? '14', 1_000, report),
  };
}

function readCount(name: string, text: string, max: number, report: ReportProblem): number {
  const count = Number(text);
  if (/^\d{1,6}$/.test(text) && count >= 1 && count <= max) return count;
  report(name, `must be a whole number from 1 to ${max}.`);
  return 1;
}

function readList(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function readPort(text: string, report: ReportProblem): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  report('PORT', 'must be a whole number from 0 to 65535.');
  // By default PUBLIC_URL contains the port, and should not be reported as well.
  return 0;
}

function readPublicUrl(text: string, isProduction: boolean, report: ReportProblem): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  ) {
    report('PUBLIC_URL', 'must be an origin such as https://www.example.com, without a path.');
    return text;
  }
  if (url.protocol === 'http:' && isProduction && !isLoopbackName(url.hostname)) {
    report('PUBLIC_URL', 'must begin with https:// when NODE_ENV is production.');
  }
  return url.origin;
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
