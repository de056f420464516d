import { createHash } from 'node:crypto';

/**
 * The root that a leaf's path leads to; undefined for a path of the wrong length. The algorithm of
 * RFC 9162, section 2.1.3.2, which shares no code with the server.
 */
export function rootByPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | undefined {
  const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  let position = index;
  let last = size - 1;
  let root = hash(Buffer.of(0), leaf);
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (position % 2 === 1 || position === last) {
      root = hash(Buffer.of(1), sibling, root);
      for (; position % 2 === 0 && position > 0; last >>= 1) position >>= 1;
    } else root = hash(Buffer.of(1), root, sibling);
    position >>= 1;
    last >>= 1;
  }
  return last === 0 ? root : undefined;
}
