/** The ports that tests give to the programs they start. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, portsPerRange } from './free-port.ts';

test('two processes take their ports from different ranges, whatever worker they belong to', async () => {
  const own = await freePort();
  const source = `import { freePort } from '${new URL('free-port.ts', import.meta.url)}'; console.log(await freePort());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source]);
  const rangeOf = (port: number) => Math.floor(port / portsPerRange);
  expect(rangeOf(Number(stdout))).not.toBe(rangeOf(own));
});
