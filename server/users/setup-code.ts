/**
 * The one-time set-up code. Before there is any account, it proves that its user can read the data folder. The database
 * stores a random number, and the code is derived from it with the product's key. So nodes that start together have the
 * same code, a stolen database reveals none, and a lost file can be written again.
 */
import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../contract/limits.ts';
import { typedCode } from '../../contract/typed-code.ts';
import { codeAlphabet } from '../code-alphabet.ts';
import { type Context, inTransaction } from '../context.ts';
import { addSetting, deleteSetting, getSetting } from '../db/settings-table.ts';
import { newId } from '../identifiers.ts';
import { countWrongSetupCode, resetWrongSetupCodes } from './users.db.ts';

const setting = 'setup-code';
const codeLength = 20;

/** The path of the file with the current code; creates a code when there is none. */
export async function provideSetupCode(ctx: Context): Promise<string> {
  await addSetting(ctx.db, setting, newNumber());
  return writeCode(ctx);
}

/** Replaces the code with a new one, and resets the count of wrong attempts. */
export async function renewSetupCode(ctx: Context): Promise<string> {
  await inTransaction(ctx, async (ctx) => {
    await withdrawSetupCode(ctx);
    await addSetting(ctx.db, setting, newNumber());
  });
  return writeCode(ctx);
}

/** Whether this is the code. Too many wrong attempts invalidate it. */
export async function trySetupCode(ctx: Context, typed: string | null): Promise<boolean> {
  if (!typed) return false;
  return inTransaction(ctx, async (ctx) => {
    const code = await currentCode(ctx);
    if (!code) return false;
    if (typedCode(typed) === code) return true;
    if ((await countWrongSetupCode(ctx)) >= limits.setupCodeTries) await withdrawSetupCode(ctx);
    return false;
  });
}

/** Runs within the caller's transaction; false when there was no code any more. */
export async function withdrawSetupCode(ctx: Context): Promise<boolean> {
  await resetWrongSetupCodes(ctx);
  return deleteSetting(ctx.db, setting);
}

export async function removeCodeFile(ctx: Context): Promise<void> {
  await rm(codePath(ctx), { force: true });
}

async function currentCode(ctx: Context): Promise<string | null> {
  const number = await getSetting(ctx.db, setting);
  if (number === null) return null;
  let bits = BigInt(`0x${ctx.keys.hash('setup code', number)}`);
  let code = '';
  while (code.length < codeLength) {
    code += codeAlphabet[Number(bits % 32n)];
    bits /= 32n;
  }
  return code;
}

async function writeCode(ctx: Context): Promise<string> {
  const code = await currentCode(ctx);
  if (!code) throw new Error('The set-up code was used while it was being written.');
  const path = codePath(ctx);
  const unfinished = `${path}.${newId()}`;
  await writeFile(unfinished, `${code.match(/.{5}/g)?.join('-')}\n`, { mode: 0o600 });
  await rename(unfinished, path);
  return path;
}

function codePath({ settings }: Context): string {
  return join(settings.dataDir, 'setup-code');
}

function newNumber(): string {
  return randomBytes(16).toString('hex');
}
