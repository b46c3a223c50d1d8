/**
 * The Merkle tree hash of RFC 6962, section 2.1. Only the right edge of the tree is stored, which is the roots of the
 * full subtrees that it consists of: this is enough to append a leaf and to compute the root.
 */
import { hash } from 'node:crypto';

const leafPrefix = '\0';
const nodePrefix = Buffer.of(1);

export type Hash = Buffer;

export function leafHash(leaf: string | Uint8Array): Hash {
  if (typeof leaf === 'string') return hash('sha256', leafPrefix + leaf, 'buffer');
  return hash('sha256', Buffer.concat([Buffer.from(leafPrefix), leaf]), 'buffer');
}

function nodeHash(left: Hash, right: Hash): Hash {
  return hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer');
}

export class MerkleTree {
  #size: number;
  /** One root for each bit of the size, the largest subtree first. */
  readonly #edge: Hash[];

  constructor(size = 0, edge: readonly Hash[] = []) {
    this.#size = size;
    this.#edge = [...edge];
  }

  get size(): number {
    return this.#size;
  }

  get edge(): readonly Hash[] {
    return this.#edge;
  }

  append(leaf: Hash): void {
    let root = leaf;
    // Merges the new subtree with each last subtree of the same size.
    for (let left = this.#size; left % 2 === 1; left = (left - 1) / 2) root = nodeHash(this.#edge.pop() as Hash, root);
    this.#edge.push(root);
    this.#size++;
  }

  root(): Hash {
    const last = this.#edge.at(-1);
    if (!last) return hash('sha256', '', 'buffer');
    return this.#edge.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }
}
