/** Prints each step of the build, since the first start takes a while. */
import type { Plugin } from 'vite';

const steps = ['what browsers get', 'what the server renders', 'compressed copies'] as const;

export function buildProgress(write: (text: string) => void = (text) => void process.stdout.write(text)): Plugin {
  const say = (step: 1 | 2 | 3) => write(`  ${step} of ${steps.length}: ${steps[step - 1]}\n`);
  return {
    name: 'build-progress',
    apply: 'build',
    buildStart() {
      say(this.environment.name === 'client' ? 1 : 2);
    },
    buildApp: {
      order: 'post',
      handler: async () => say(3),
    },
  };
}
