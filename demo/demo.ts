/** `npm run demo`: the product with invented content, in a folder of its own. */
import { parseArgs } from 'node:util';
import { OperatorError } from '../server/operator-error.ts';
import { readSettings } from '../server/settings.ts';
import { exitAfter, run } from '../server/start.ts';
import { demoBrand } from './brand.ts';
import { removeUnfinishedDemo } from './unfinished.ts';

const defaultCount = '60';
const applicationsMax = 5_000_000;

exitAfter(async () => {
  const count = readCount();
  const dataDir = process.env.DATA_DIR?.trim() || 'data/demo';
  const settings = readSettings({ ...demoBrand, ...process.env, DATA_DIR: dataDir });
  if (settings.isProduction) {
    throw new OperatorError(
      'The passwords of the demo are known to everybody: it does not run with NODE_ENV=production.',
    );
  }
  if (await removeUnfinishedDemo(settings))
    process.stdout.write('An earlier demo was stopped half made, and begins again.\n');
  // The drawing needs packages that a production machine does not have.
  const { prepareDemo } = await import('./prepare.ts');
  await run(settings, {
    isDev: false,
    prepare: (ctx) => prepareDemo(ctx, count, (line) => void process.stdout.write(`${line}\n`)),
  });
});

function readCount(): number {
  try {
    const { values } = parseArgs({ options: { applications: { type: 'string', default: defaultCount } } });
    const count = /^\d{1,7}$/.test(values.applications) ? Number(values.applications) : 0;
    if (count >= 1 && count <= applicationsMax) return count;
  } catch {
    // An unknown option prints the same message as a wrong number.
  }
  throw new OperatorError(`Usage: npm run demo -- --applications N, with N from 1 to ${applicationsMax}.`);
}
