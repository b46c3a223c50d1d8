/** Reads what was typed behind the name of a command, before the command opens or changes anything. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { OperatorError } from '../operator-error.ts';

export interface CommandLine<Options extends ParseArgsOptionsConfig> {
  /** Printed for `--help`, and for arguments that the command does not know. */
  usage: string;
  options?: Options;
  /** Whether one argument that is no option, such as a file, must be given. */
  needsName?: boolean;
  /** What to do where the result, which nobody has seen, could not be printed. */
  adviceIfUnprinted?: string;
}

export interface Arguments<Options extends ParseArgsOptionsConfig> {
  /** Empty where the command needs no name. */
  name: string;
  values: ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>['values'];
}

/** Null for `--help`. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  { usage, options, needsName = false }: CommandLine<Options>,
  typed: string[],
): Arguments<Options> | null {
  if (typed.includes('--help')) return null;
  const { values, positionals } = parsed(typed, options ?? ({} as Options), usage);
  const [name = '', ...rest] = positionals;
  if (rest.length > 0 || (name !== '') !== needsName) throw new OperatorError(usage);
  return { name, values };
}

function parsed<Options extends ParseArgsOptionsConfig>(args: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}
