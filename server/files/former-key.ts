/** Files that cannot be decrypted because their key was replaced and the former one is not set. */
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';

/** Whether a file of this generation, if it cannot be decrypted, may lack nothing but the former key. */
export function mayNeedFormerKey({ keys }: Pick<Context, 'keys'>, generation: number): boolean {
  return !keys.former && generation < keys.generation;
}

/** For the owner, in place of a sentence for each of these files. */
export function formerKeyNeeded(files: number): string {
  return `${counted(files, 'file')} encrypted with a former key cannot be read, because SECRET_KEY_BEFORE is not set. Set it to that key. If that key is lost, see docs/operations.md, “A lost key”.`;
}
