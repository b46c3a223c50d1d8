/**
 * Loaded first by a process that shall be killed at its KILL_AT_STEPth step: a change of a disk or a statement of a
 * database. Without one it writes the number of its steps to its standard error when it ends.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

const last = Number(process.env.KILL_AT_STEP ?? 0);
let steps = 0;

function counted(owner, name) {
  const original = owner[name];
  owner[name] = function (...given) {
    steps += 1;
    if (steps === last) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, this, given);
  };
}

for (const name of ['link', 'mkdir', 'rename', 'rm', 'unlink', 'writeFile']) counted(fs.promises, name);
for (const name of ['exec', 'prepare']) counted(BetterSqlite.prototype, name);
counted(pg.Client.prototype, 'query');
syncBuiltinESMExports();
if (!last) process.once('exit', () => process.stderr.write(`${steps} steps\n`));
