/**
 * `npm run three-nodes`: starts the installation of three-nodes.ts and prints its addresses, until Ctrl-C. With
 * `-- --lose-primary` it kills the primary while staff work, promotes the standby, prints the statuses, and ends.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { loseThePrimaryUnderLoad } from './lost-primary.ts';
import { superAdmin } from './product.ts';
import { canOpenThreeNodes, openThreeNodes } from './three-nodes.ts';

const { values } = parseArgs({ options: { 'lose-primary': { type: 'boolean', default: false } } });
if (!canOpenThreeNodes) {
  process.stderr.write('Install haproxy and postgresql first: apt-get install haproxy postgresql\n');
  process.exit(1);
}
const installation = await openThreeNodes();
const { origin, products, environment } = installation;
const lines = [
  `Three nodes behind HAProxy: ${origin}, and ${products.map((product) => product.origin).join(', ')}`,
  `PostgreSQL primary with a synchronous standby: ${environment.DATABASE_URL}`,
  `Super admin: ${superAdmin.email}, ${superAdmin.password}`,
];
process.stdout.write(`${lines.join('\n')}\n`);
if (values['lose-primary']) {
  const { statuses, acknowledged, recoveryMs } = await loseThePrimaryUnderLoad(installation);
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(
    `The primary was killed under load and the standby promoted: back after ${recoveryMs} ms, ${acknowledged.size} records kept, answers ${answers.join(', ')}\n`,
  );
} else {
  process.stdout.write('Ctrl-C ends all of it.\n');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
await installation.close();
