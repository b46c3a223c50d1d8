import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testRecipients } from '../test/recipients.ts';
import { testSecretKey } from '../test/secret-key.ts';
import { brandWarning } from './brand-settings.ts';
import { OperatorError } from './operator-error.ts';
import { readSettings } from './settings.ts';

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message.split('\n').slice(1);
  }
};
const namesOf = (environment: Record<string, string>) => problemsOf(environment).map((line) => line.split(' ')[3]);

test('with nothing set, the product runs on one loopback port with all its data in ./data', () => {
  const nothing = readSettings({});
  expect(nothing).toEqual({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isPublicUrlSet: false,
    isHttps: false,
    dataDir: resolve('data'),
    databaseUrl: null,
    bucket: null,
    secretKey: null,
    secretKeyBefore: null,
    superAdminEmail: 'admin@maplegate.example',
    isSuperAdminEmailSet: false,
    superAdminPassword: null,
    secondFactor: 'optional',
    trustedProxies: [],
    attachmentsAllowPdf: false,
    metricsToken: null,
    retentionYears: null,
    logLevel: 'info',
    misspelled: [],
    backup: { recipients: [], folder: null, everyHours: 24, keep: 14 },
    brand: expect.objectContaining({
      name: 'Maplegate',
      educationUrl: expect.stringMatching(/^https:/),
      contactPerson: null,
      contactAddress: null,
      contactHours: null,
      licenceNumber: null,
      licenceBody: null,
      licenceRegisterUrl: null,
    }),
    unsetContacts: ['CONTACT_PHONE', 'CONTACT_EMAIL'],
  });
  const blank = Object.fromEntries(['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY'].map((n) => [n, ' ']));
  expect(readSettings(blank)).toEqual(nothing);
});

test('each variable sets its setting', () => {
  const settings = readSettings({
    NODE_ENV: 'production',
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://Visa.Example/',
    DATA_DIR: '/srv/maplegate',
    DATABASE_URL: 'postgres://user:pass@db:5432/maplegate?sslmode=verify-full',
    STORAGE_URL: 's3://our-papers?endpoint=https://s3.example.com/&region=ca-central-1',
    SECRET_KEY: testSecretKey,
    SECRET_KEY_BEFORE: 'the key for tests that it has replaced',
    SUPER_ADMIN_EMAIL: 'Owner@Agency.Example',
    SUPER_ADMIN_PASSWORD: ' six quiet herons ',
    SECOND_FACTOR: 'super-admin',
    TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,192.0.2.1',
    ATTACHMENTS_ALLOW_PDF: '1',
    RETENTION_YEARS: '7',
    LOG_LEVEL: 'warn',
    BRAND_NAME: 'Padma Visas',
    CONTACT_EMAIL: 'ask@padma.example',
    CONTACT_PHONE: '+880 1700 000000',
    CONTACT_PERSON: 'Rupa Akter',
    CONTACT_PERSON_BN: 'রূপা আক্তার',
    CONTACT_ADDRESS: 'Sylhet',
    CONTACT_HOURS: '9 to 5',
    CONTACT_HOURS_BN: '৯টা থেকে ৫টা',
    EDUCATION_URL: 'https://study.example/',
    BACKUP_DIR: '/backups',
    BACKUP_RECIPIENTS: testRecipients.join(', '),
    BACKUP_KEEP: '7',
    METRICS_TOKEN: 'the-token-of-the-scraper',
    LICENCE_NUMBER: ' R700000 ',
    LICENCE_BODY: 'College of Consultants',
    LICENCE_BODY_BN: 'পরামর্শক কলেজ',
    LICENCE_REGISTER_URL: 'https://register.example/R700000',
  });
  expect(settings).toEqual({
    isProduction: true,
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://visa.example',
    isPublicUrlSet: true,
    isHttps: true,
    dataDir: '/srv/maplegate',
    databaseUrl: 'postgres://user:pass@db:5432/maplegate?sslmode=verify-full',
    bucket: { name: 'our-papers', region: 'ca-central-1', endpoint: 'https://s3.example.com' },
    secretKey: testSecretKey,
    secretKeyBefore: 'the key for tests that it has replaced',
    superAdminEmail: 'owner@agency.example',
    isSuperAdminEmailSet: true,
    superAdminPassword: ' six quiet herons ',
    secondFactor: 'super-admin',
    trustedProxies: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'],
    attachmentsAllowPdf: true,
    metricsToken: 'the-token-of-the-scraper',
    retentionYears: 7,
    logLevel: 'warn',
    misspelled: [],
    backup: {
      folder: '/backups',
      recipients: testRecipients,
      everyHours: 24,
      keep: 7,
    },
    brand: {
      name: 'Padma Visas',
      contactEmail: 'ask@padma.example',
      contactPhone: '+880 1700 000000',
      contactPerson: { en: 'Rupa Akter', bn: 'রূপা আক্তার' },
      contactAddress: { en: 'Sylhet', bn: 'Sylhet' },
      contactHours: { en: '9 to 5', bn: '৯টা থেকে ৫টা' },
      educationUrl: 'https://study.example/',
      licenceNumber: 'R700000',
      licenceBody: { en: 'College of Consultants', bn: 'পরামর্শক কলেজ' },
      licenceRegisterUrl: 'https://register.example/R700000',
    },
    unsetContacts: [],
  });
  expect(readSettings({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
});

test('a bad value is reported with what it must be', () => {
  const bad: Record<string, string[]> = {
    NODE_ENV: ['prod', 'Production', 'staging'],
    PORT: ['-1', '65536', '3000.5', 'http', '1e3', '0x50', '+80'],
    PUBLIC_URL: [
      'visa.example',
      'ftp://visa.example',
      'https://visa.example/path',
      'https://visa.example/?a=1',
      'https://visa.example/#a',
      'https://user@visa.example',
      '//visa.example',
    ],
    SECRET_KEY_BEFORE: ['0123456789abcdefghijklmnopqrstu'],
    SECRET_KEY: ['0123456789abcdefghijklmnopqrstu', 'k'.repeat(32), 'ab'.repeat(32), 'sixteen letters!'.repeat(3)],
    STORAGE_URL: [
      's3://bucket',
      'our-papers',
      'https://bucket.s3.amazonaws.com?region=ca-central-1',
      's3://?region=ca-central-1',
      's3://Our_Papers?region=ca-central-1',
      's3://bucket/folder?region=ca-central-1',
      's3://key:secret@bucket?region=ca-central-1',
      's3://bucket?region=ca-central-1&prefix=a',
      's3://bucket?region=Ca%20Central',
      's3://bucket?endpoint=s3.example.com',
      's3://bucket?endpoint=ftp://s3.example.com',
      's3://bucket?endpoint=https://s3.example.com/bucket',
    ],
    SUPER_ADMIN_EMAIL: ['nobody', 'a b@c.example', '@'],
    SUPER_ADMIN_PASSWORD: ['seven c', 'অ'.repeat(7), 'x'.repeat(1_025), 'অ'.repeat(342), ' '.repeat(12)],
    TRUSTED_PROXIES: ['10.0.0.0/33', 'proxy.example', '*', '2001:db8::/129', '10.0.0.0/8/8'],
    ATTACHMENTS_ALLOW_PDF: ['yes', 'true', '2'],
    RETENTION_YEARS: ['0', '-1', '1.5', 'two', '101'],
    LOG_LEVEL: ['loud'],
    SECOND_FACTOR: ['1', 'admin', 'Everyone'],
    BACKUP_RECIPIENTS: ['age1', 'AGE-SECRET-KEY-1QQQ', `age1${'b'.repeat(58)}`, `${testRecipients[0].slice(0, -1)}y`],
    BACKUP_EVERY_HOURS: ['0', '1.5', '745'],
    BACKUP_KEEP: ['0', '-1', '1001'],
    METRICS_TOKEN: ['two words', 'a"b', 'ünicode'],
    EDUCATION_URL: ['http://study.example', 'javascript:alert(1)', 'https://'],
  };
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) expect(namesOf({ [name]: value }), `${name}=${value}`).toEqual([name]);
  }
  expect(namesOf({ DATABASE_URL: 'mysql://x', SECRET_KEY: testSecretKey })).toEqual(['DATABASE_URL']);
});

test('a password whose special characters are not encoded is refused, and no part of it is printed', () => {
  const at = '127.0.0.1:24998/records';
  const misread = [
    'p@secret#w/1',
    'secret/1',
    '12/secret',
    '12?secret',
    'secret#1',
    '12#secret',
    'secret%ff',
    '50%secret',
  ];
  for (const password of misread) {
    const [problem, ...more] = problemsOf({ DATABASE_URL: `postgres://odd:${password}@${at}` });
    expect([problem, more], password).toEqual([expect.stringMatching(/- DATABASE_URL .* percent-encoded/), []]);
    expect(problem).not.toMatch(/secret|odd|24998/);
  }
  const understood = [
    `odd:${encodeURIComponent('p@ss#w/1?%')}@${at}`,
    `odd:p@ss@${at}`,
    'odd@%2Frun%2Fpostgresql/records',
  ];
  for (const rest of [...understood, '127.0.0.1?user=odd&password=p@ss', '/records?host=/run/postgresql'])
    expect(problemsOf({ DATABASE_URL: `postgres://${rest}` }), rest).toEqual([]);
});

test('a private key among the recipients of backups is refused, and no part of it is printed', () => {
  const problems = problemsOf({ BACKUP_RECIPIENTS: `${testRecipients[0]}, AGE-SECRET-KEY-1QQQSECRET` });
  expect(problems).toEqual([expect.stringMatching(/- BACKUP_RECIPIENTS .*age1…/)]);
  expect(problems.join()).not.toMatch(/QQQ|1q/i);
});

test('every sslmode with TLS but no-verify verifies the certificate, and an unknown one is refused', () => {
  const urlFor = (query: string) => `postgres://maple@db.example/x?${query}`;
  const queryOf = (query: string) => readSettings({ DATABASE_URL: urlFor(query) }).databaseUrl?.split('?')[1];
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect(queryOf(`sslmode=${mode}&sslrootcert=/ca.pem`)).toBe('sslmode=verify-full&sslrootcert=/ca.pem');
  for (const query of ['sslmode=disable', 'sslmode=no-verify', 'application_name=x', 'sslmode='])
    expect(queryOf(query)).toBe(query);
  for (const mode of ['bogus', 'Require', 'allow'])
    expect(problemsOf({ DATABASE_URL: urlFor(`sslmode=${mode}`) }), mode).toEqual([
      '  - DATABASE_URL must have one of these as its sslmode: disable, prefer, require, verify-ca, verify-full, no-verify.',
    ]);
  // The driver reads the variable as it stands, spaces included.
  for (const PGSSLMODE of ['Require', 'allow', ' require'])
    expect(problemsOf({ DATABASE_URL: urlFor('application_name=x'), PGSSLMODE })).toEqual([
      '  - PGSSLMODE must be one of these: disable, prefer, require, verify-ca, verify-full, no-verify.',
    ]);
  expect(problemsOf({ DATABASE_URL: urlFor('application_name=x'), PGSSLMODE: 'require' })).toEqual([]);
  expect(problemsOf({ PGSSLMODE: 'Require' })).toEqual([]);
});

test('a licence must be complete or absent', () => {
  const register = 'https://register.example/';
  expect(namesOf({ LICENCE_NUMBER: 'R700000' })).toEqual([]);
  expect(namesOf({ LICENCE_REGISTER_URL: register })).toEqual(['LICENCE_NUMBER']);
  expect(namesOf({ LICENCE_BODY: 'College of Consultants' })).toEqual(['LICENCE_NUMBER']);
  for (const url of ['http://register.example', 'javascript:alert(1)', 'https://', 'register.example']) {
    expect(namesOf({ LICENCE_NUMBER: 'R1', LICENCE_REGISTER_URL: url }), url).toEqual(['LICENCE_REGISTER_URL']);
  }
  expect(namesOf({ LICENCE_NUMBER: ' ', LICENCE_REGISTER_URL: ' ', LICENCE_BODY: ' ' })).toEqual([]);
});

test('a Bangla text about the consultancy needs the English one', () => {
  for (const name of ['CONTACT_PERSON', 'CONTACT_ADDRESS', 'CONTACT_HOURS', 'LICENCE_BODY']) {
    const others = { LICENCE_NUMBER: 'R700000' };
    expect(namesOf({ ...others, [`${name}_BN`]: 'ঢাকা' })).toEqual([name]);
    expect(namesOf({ ...others, [`${name}_BN`]: 'ঢাকা', [name]: 'Dhaka' })).toEqual([]);
  }
});

test('one sentence names what is not set about the consultancy, and there is none when all are', () => {
  const sentenceOf = (environment: Record<string, string>) => brandWarning(readSettings(environment));
  const facts = { LICENCE_NUMBER: 'R1', CONTACT_PERSON: 'Rupa', CONTACT_ADDRESS: 'Sylhet', CONTACT_HOURS: '9 to 5' };
  const all = { ...facts, CONTACT_PHONE: '16123', CONTACT_EMAIL: 'ask@padma.example' };
  expect(sentenceOf(all)).toBeNull();
  for (const name of Object.keys(all)) {
    const others = Object.keys(all).filter((other) => other !== name);
    const sentence = sentenceOf({ ...all, [name]: ' ' });
    expect(sentence).toMatch(RegExp(`^[^.]*\\b${name}\\b[^.]*\\.$`));
    expect(others.filter((other) => sentence?.includes(other))).toEqual([]);
    expect(sentenceOf({})).toContain(name);
  }
});

test('a telephone or e-mail address that nobody can use is refused, and a name too long for a title', () => {
  for (const CONTACT_PHONE of ['abc', '12', '+880 ১৭', '01700 call me'])
    expect(namesOf({ CONTACT_PHONE }), CONTACT_PHONE).toEqual(['CONTACT_PHONE']);
  for (const CONTACT_PHONE of ['16123', '+880 (1700) 000-000', '01700000000'])
    expect(namesOf({ CONTACT_PHONE }), CONTACT_PHONE).toEqual([]);
  expect(namesOf({ CONTACT_EMAIL: 'nobody' })).toEqual(['CONTACT_EMAIL']);
  const long = 'x'.repeat(61);
  expect(namesOf({ BRAND_NAME: long, LICENCE_NUMBER: long }).sort()).toEqual(['BRAND_NAME', 'LICENCE_NUMBER']);
});

test("a bucket takes its region from the usual variable, and one that is not Amazon's needs none", () => {
  const bucketOf = (STORAGE_URL: string, AWS_REGION = '') => readSettings({ STORAGE_URL, AWS_REGION }).bucket;
  expect(bucketOf('s3://papers', 'ap-south-1')).toEqual({ name: 'papers', region: 'ap-south-1', endpoint: null });
  expect(bucketOf('s3://papers?endpoint=http://127.0.0.1:9000')).toEqual({
    name: 'papers',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
  });
});

test('an unsafe setting is refused, unless it is allowed by its name', () => {
  const production = { NODE_ENV: 'production' };
  const key = { SECRET_KEY: testSecretKey };
  const unsafe: [string, Record<string, string>, string][] = [
    ['plain-http', { HOST: '0.0.0.0', PUBLIC_URL: 'http://visa.example' }, 'PUBLIC_URL'],
    ['plain-postgres', { ...production, ...key, DATABASE_URL: 'postgres://db.example/x' }, 'DATABASE_URL'],
    ['plain-postgres', { ...production, ...key, DATABASE_URL: 'postgres://db/x?sslmode=no-verify' }, 'DATABASE_URL'],
    ['plain-postgres', { ...production, ...key, PGHOST: 'db', DATABASE_URL: 'postgres:///x' }, 'DATABASE_URL'],
    ['plain-s3', { ...production, STORAGE_URL: 's3://papers?endpoint=http://s3.example' }, 'STORAGE_URL'],
    ['short-metrics-token', { ...production, METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    ['short-metrics-token', { ...production, METRICS_TOKEN: 'abcabcabcabcabcabc' }, 'METRICS_TOKEN'],
    ...['0.0.0.0/0', '::/0', '128.0.0.0/1', '::ffff:0:0/96', '10.0.0.1,0.0.0.0/0'].map(
      (cidrs): [string, Record<string, string>, string] => ['any-proxy', { TRUSTED_PROXIES: cidrs }, 'TRUSTED_PROXIES'],
    ),
  ];
  for (const [allowance, environment, name] of unsafe) {
    const [problem, ...more] = problemsOf(environment);
    expect([problem, more], allowance).toEqual([expect.stringMatching(RegExp(`- ${name} .*=${allowance} `)), []]);
    expect(problemsOf({ ...environment, ALLOW_UNSAFE: `${allowance}` }), allowance).toEqual([]);
    expect(namesOf({ ...environment, ALLOW_UNSAFE: 'plain-talk' }).sort()).toEqual(['ALLOW_UNSAFE', name].sort());
  }
});

test('loopback, TLS and private networks need no allowance', () => {
  const safe: Record<string, string>[] = [
    { HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://visa.example' },
    { DATABASE_URL: 'postgres://localhost/x' },
    { DATABASE_URL: 'postgres://[::1]/x' },
    { DATABASE_URL: 'postgres:///x?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://db.example/x?sslmode=require' },
    { DATABASE_URL: 'postgres://db.example/x?sslmode=prefer' },
    { DATABASE_URL: 'postgres://db.example/x', PGSSLMODE: 'prefer' },
    { DATABASE_URL: 'postgres://db.example/x', PGSSLMODE: 'verify-full' },
    { STORAGE_URL: 's3://papers?endpoint=http://127.0.0.1:9000' },
    { TRUSTED_PROXIES: '10.0.0.0/8,fc00::/7,::1/128' },
  ];
  for (const environment of safe) {
    const production = environment.HOST ? {} : { NODE_ENV: 'production' };
    const key = environment.DATABASE_URL ? { SECRET_KEY: testSecretKey } : {};
    expect(problemsOf({ ...production, ...key, ...environment }), JSON.stringify(environment)).toEqual([]);
  }
});

test('all problems are reported at once', () => {
  const names = ['PORT', 'SECRET_KEY', 'SUPER_ADMIN_PASSWORD', 'LOG_LEVEL'];
  expect(namesOf(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(names);
});

test('a database on a server needs no key in the settings: one is made in the data folder', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres://db/maplegate' })).toEqual([]);
});

test('in production the public address is https, unless it is loopback', () => {
  const inProduction = (url: string) => namesOf({ NODE_ENV: 'production', PUBLIC_URL: url });
  expect(inProduction('http://visa.example')).toEqual(['PUBLIC_URL']);
  for (const url of ['https://visa.example', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080']) {
    expect(inProduction(url), url).toEqual([]);
  }
  expect(namesOf({ NODE_ENV: 'production' })).toEqual([]);
  expect(namesOf({ PUBLIC_URL: 'http://visa.example' })).toEqual([]);
});

test('a name that is a letter or two beside that of an unset setting is named, and no other is', () => {
  const misspelled = (environment: Record<string, string>) =>
    readSettings({ HOME: '/root', ...environment }).misspelled;
  for (const [name, meant] of [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['STORAGE_URI', 'STORAGE_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['SUPERADMIN_PASSWORD', 'SUPER_ADMIN_PASSWORD'],
    ['CONTACT_HOUR_BN', 'CONTACT_HOURS_BN'],
  ] as const)
    expect(misspelled({ [name]: 'x' })).toEqual([`${name} is not a setting. ${meant} is one, and is not set.`]);
  expect(misspelled({ DATA_DIR: '/srv', DATA_DIR2: '/srv' })).toEqual([]);
  expect(misspelled({ PATH: '/bin', HOSTNAME: 'x', PGPORT: '1', NODE_PATH: '/x', LOGNAME: 'x', PWD: '/' })).toEqual([]);
});
