import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether the machine has the program, which no package of the project brings. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, program)));
}
