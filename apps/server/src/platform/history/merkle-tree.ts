import { createHash } from 'node:crypto';

// Merkle trees by RFC 6962, section 2.1, with SHA-256. The leading 0 of a hashed leaf and 1 of a
// node prevent a node from passing as a leaf.

export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [leaf] = leaves;
  if (!leaf) return createHash('sha256').digest();
  if (leaves.length === 1) return hashLeaf(leaf);
  const left = leftSize(leaves.length);
  return hashNode(merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)));
}

/** The hashes that lead from a leaf to the root, nearest first (RFC 6962, section 2.1.1). */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const left = leftSize(leaves.length);
  return index < left
    ? [...inclusionPath(leaves.slice(0, left), index), merkleRoot(leaves.slice(left))]
    : [...inclusionPath(leaves.slice(left), index - left), merkleRoot(leaves.slice(0, left))];
}

/** The size of the left subtree: the largest power of two below a size of two or more. */
function leftSize(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

function hashLeaf(leaf: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(leaf).digest();
}

function hashNode(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}
