/** Accounts with second factors for tests: the codes of their app, and how they sign in. */
import { codeOf } from '../server/factors/codes.ts';
import { newTestPasskey, type PasskeyOptions, type TestPasskey } from './authenticator.ts';
import { dataOf } from './data-of.ts';
import type { Caller, TestHarness } from './harness.ts';

export const password = 'six quiet herons wade';

/** The code that an app shows now, or so many time steps later. */
export function appCode({ clock }: TestHarness, secret: string, stepsLater = 0): string {
  return codeOf(secret, Math.floor(clock.now.getTime() / 30_000) + stepsLater);
}

/** A code that is wrong now. */
export function wrongCode(harness: TestHarness, secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => appCode(harness, secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

export interface Person extends Caller {
  email: string;
  id: string;
}

/** A new admin, signed in by the password. */
export async function newPerson(harness: TestHarness, name = 'rahima'): Promise<Person> {
  const owner = await harness.signIn('super-admin');
  const email = `${name}@staff.example`;
  const { _id: id } = dataOf(await owner.call('addUser', { json: { name, email, password } }));
  const person = harness.visitor();
  dataOf(await person.call('login', { json: { email, password } }));
  return Object.assign(person, { email, id });
}

/** Enables an authenticator app with its current code. */
export async function addApp(harness: TestHarness, person: Caller): Promise<{ secret: string; codes: string[] }> {
  const { secret } = dataOf(await person.call('startTotp'));
  const { recoveryCodes } = dataOf(await person.call('enableTotp', { json: { code: appCode(harness, secret) } }));
  return { secret, codes: recoveryCodes };
}

export async function addTestPasskey(person: Caller, name = 'Laptop'): Promise<TestPasskey & { _id: string }> {
  const passkey = newTestPasskey();
  const options = dataOf(await person.call('passkeyOptions')) as PasskeyOptions;
  const { _id } = dataOf(await person.call('addPasskey', { json: { name, credential: passkey.create(options) } }));
  return Object.assign(passkey, { _id });
}

export const signInBy = (caller: Caller, email: string, code?: string) =>
  caller.call('login', { json: { email, password, ...(code !== undefined && { code }) } });
