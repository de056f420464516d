import { createHash } from 'node:crypto';

/**
 * Merkle trees as RFC 6962 (section 2.1) has them, with SHA-256: leaves are hashed with a 0 before them and nodes with a 1, so that no
 * node can be passed off as a leaf; the left half of a tree is the largest power of two that leaves something on the right.
 */
export interface GrowingTree {
  add(leaf: Buffer): void;
  readonly size: number;
  /** Of all leaves so far. */
  root(): Buffer;
}

/** A tree to which leaves are added one by one; it keeps one hash for each bit of its size. */
export function growTree(): GrowingTree {
  // Whole trees, the largest first; their sizes are the bits of the tree's size.
  const whole: { readonly size: number; readonly hash: Buffer }[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(leaf) {
      let added = { size: 1, hash: hashLeaf(leaf) };
      for (let last = whole.at(-1); last?.size === added.size; last = whole.at(-1)) {
        added = { size: 2 * added.size, hash: hashNode(last.hash, added.hash) };
        whole.pop();
      }
      whole.push(added);
      size += 1;
    },
    root() {
      const root = whole.reduceRight<Buffer | undefined>(
        (right, left) => (right ? hashNode(left.hash, right) : left.hash),
        undefined,
      );
      return root ?? createHash('sha256').digest();
    },
  };
}

export function merkleRoot(leaves: Iterable<Buffer>): Buffer {
  const tree = growTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/** The hashes that lead from one leaf to the root, the nearest first (RFC 6962, section 2.1.1). */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (index < 0 || index >= leaves.length) throw new RangeError('There is no such leaf');
  if (leaves.length === 1) return [];
  const left = leftOf(leaves.length);
  return index < left
    ? [...inclusionPath(leaves.slice(0, left), index), merkleRoot(leaves.slice(left))]
    : [...inclusionPath(leaves.slice(left), index - left), merkleRoot(leaves.slice(0, left))];
}

/** The root of a tree of `size` leaves that has this leaf at `index`, if the path is right; undefined when its length cannot be. */
export function rootByPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  if (size === 1) return path.length === 0 ? hashLeaf(leaf) : undefined;
  const sibling = path.at(-1);
  if (!sibling) return undefined;
  const left = leftOf(size);
  const rest = path.slice(0, -1);
  if (index < left) {
    const inner = rootByPath(leaf, index, left, rest);
    return inner && hashNode(inner, sibling);
  }
  const inner = rootByPath(leaf, index - left, size - left, rest);
  return inner && hashNode(sibling, inner);
}

/** The largest power of two below a size of two or more. */
function leftOf(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

function hashLeaf(leaf: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(leaf).digest();
}

function hashNode(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}
