/** The process of `command-host.ts`. */
import { stopSignals } from '../server/shutdown.ts';
import type { HostedCommand } from './command-host.ts';
import type { Outcome } from './program.ts';

let runs = 0;

process.on('message', async (command: HostedCommand) => {
  const outcome = await run(command);
  process.send?.(outcome, () => {});
});

async function run({ name, environment, args }: HostedCommand): Promise<Outcome> {
  for (const known of Object.keys(process.env)) delete process.env[known];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, name, ...args];
  process.exitCode = undefined;
  const { stdout, stderr } = process;
  const originals = [stdout.write, stderr.write] as const;
  const printed: string[] = [];
  const complained: string[] = [];
  stdout.write = (text: unknown, ...rest: unknown[]) => {
    printed.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  };
  stderr.write = (text) => complained.push(String(text)) > 0;
  try {
    // A module is run once, unless its address is another one.
    await import(`../server/commands/${name}.ts?run=${++runs}`);
    return { code: Number(process.exitCode ?? 0), stdout: printed.join(''), stderr: complained.join('') };
  } finally {
    [stdout.write, stderr.write] = originals;
    // A command leaves its listeners to the end of its process, and Node.js would warn of the eleventh.
    for (const signal of stopSignals) process.removeAllListeners(signal);
  }
}
