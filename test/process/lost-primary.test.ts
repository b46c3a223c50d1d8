/**
 * Three nodes behind HAProxy lose their PostgreSQL primary, and its synchronous standby takes over. Part of
 * `npm run faults`.
 */
import { expect, test } from 'vitest';
import { dataOf } from '../data-of.ts';
import { loseThePrimaryUnderLoad } from '../lost-primary.ts';
import { checkPassed, runCommand } from '../program.ts';
import { canOpenThreeNodes, openThreeNodes } from '../three-nodes.ts';

const recoveryMsMax = 10_000;

test('a primary that is killed under load, and a standby that is promoted: only 2xx or 503, nothing acknowledged is lost, back within ten seconds', async ({
  skip,
  task,
}) => {
  if (!process.env.MAPLEGATE_FAULTS) return skip('for npm run faults');
  if (!canOpenThreeNodes) return skip("needs Debian's packages haproxy and postgresql");
  const installation = await openThreeNodes();
  const { staff, products, environment } = installation;
  try {
    const { statuses, acknowledged, recoveryMs } = await loseThePrimaryUnderLoad(installation);
    task.meta.figure = `${acknowledged.size} records kept, back ${recoveryMs} ms after the promotion, answers ${JSON.stringify(statuses)}`;
    expect(Object.keys(statuses).filter((status) => !/^(20[01]|503)$/.test(status))).toEqual([]);
    expect(statuses['503']).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(products.length);
    expect(recoveryMs).toBeLessThan(recoveryMsMax);
    for (const [id, { version }] of acknowledged) {
      const found = dataOf(await staff.call('application', { params: { id } }));
      expect(found.version).toBeGreaterThanOrEqual(version);
    }
    for (const product of products) expect(product.output()).not.toContain('unexpected error');
    expect((await runCommand('check', environment)).stdout).toEqual(checkPassed);
  } finally {
    await installation.close();
  }
}, 240_000);
