/** The state of the Merkle tree, which says how much of the audit log is signed. */
import type { Context } from '../context.ts';
import type { Keys } from '../keys.ts';
import { readStoredState } from './tree.db.ts';

/** Stored signed in the table of settings, so that only the key of the product can change it. */
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

const signingPurpose = 'audit tree';

export function signState(keys: Keys, state: TreeState): string {
  return keys.sign(signingPurpose, state);
}

export function verifiedState(keys: Keys, signed: string): TreeState | null {
  return keys.verify(signingPurpose, signed) as TreeState | null;
}

/** Null before the first entry was signed, and where the state was altered. */
export async function readTreeState(ctx: Context): Promise<TreeState | null> {
  const { state } = await readStoredState(ctx);
  return state === null ? null : verifiedState(ctx.keys, state);
}
