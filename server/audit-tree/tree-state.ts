/** The state of the Merkle tree, which says how much of the audit log is signed. */
import type { Context } from '../context.ts';
import type { Keys } from '../keys.ts';
import { readTreeState } from './tree.db.ts';

/** Stored sealed in the table of settings, so that only the key of the product can change it. */
export interface TreeState {
  /** The name of this log in its checkpoints. */
  origin: string;
  size: number;
  /** The right edge of the tree, base64. */
  edge: string[];
  /** Every entry up to this sequence number is a leaf, or was found foreign, or does not exist. */
  through: number;
  /** Entries up to this sequence number may come from a release before the tree, and have no MAC. */
  withoutMacThrough: number;
  /** The public keys that have signed checkpoints, the present one included, base64. */
  keys: string[];
}

const sealName = 'audit tree';

export function sealState(keys: Keys, state: TreeState): string {
  return keys.seal(sealName, state);
}

export function openState(keys: Keys, sealed: string): TreeState | null {
  return keys.open(sealName, sealed) as TreeState | null;
}

/** Null before the first entry was signed, and where the state was altered. */
export async function readState(ctx: Context): Promise<TreeState | null> {
  const { state } = await readTreeState(ctx);
  return state === null ? null : openState(ctx.keys, state);
}
