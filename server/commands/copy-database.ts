/** Copies the embedded database beside the running product, as it stands at one moment, into a new file. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { sync } from '../sync.ts';
import { runCommand } from './run.ts';

await runCommand(async (ctx) => {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length) throw new StartError('Where to? npm run copy-database -- FILE');
  if (ctx.database.engine !== 'sqlite') throw new StartError('With DATABASE_URL use pg_dump. Nothing was copied.');
  const file = resolve(name);
  if (existsSync(file)) throw new StartError(`There is a file ${file} already. Nothing was copied.`);
  // Made beforehand, so that it is the owner's alone.
  await (await open(file, 'wx', 0o600)).close();
  await sql`vacuum into ${sql.lit(file)}`.execute(ctx.query);
  await sync(file);
  const copy = new BetterSqlite(file, { readonly: true });
  const whole = copy.pragma('quick_check(1)', { simple: true });
  copy.close();
  if (whole !== 'ok') throw new StartError(`The copy ${file} is damaged: ${whole}. Do not keep it.`);
  return `The database stands in ${file}.`;
});
