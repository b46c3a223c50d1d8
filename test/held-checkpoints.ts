/** A source of checkpoints in memory. */
import { parseEntries } from '../server/audit-tree/checkpoint.ts';
import type { CheckpointSource } from '../server/audit-tree/checkpoint-sources.ts';

export function heldCheckpoints(name: string, text: string, isExternal: boolean): CheckpointSource {
  const bytes = Buffer.from(text);
  return {
    name,
    isExternal,
    async *read(from, to) {
      async function* chunks() {
        yield bytes.subarray(from, to);
      }
      for await (const { at, checkpoint } of parseEntries(chunks())) yield { at: from + at, checkpoint };
    },
  };
}
