import { createHash, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../keys/keys.ts';
import { keyedHash, sealKeyOf } from '../keys/keys.ts';
import { canonicalJson } from '../claims/canonical-json.ts';

/** What a seal says: which entries there were, in which order, and which seal came before. */
export interface SealContent {
  /** From 1, without a gap. */
  readonly position: number;
  readonly sealedAt: Date;
  /** How many it covers. */
  readonly entries: number;
  /** Merkle tree over the hashes of the entries, by claim and position. */
  readonly treeRoot: Buffer;
  readonly previousRoot: Buffer | null;
}
export interface Seal extends SealContent {
  readonly root: Buffer;
  /** Keyed hash of the root. */
  readonly signature: Buffer;
  /** Of the key that signed it. */
  readonly keyVersion: number;
}

/** The root of a seal: SHA-256 over all that it says, the root before it too. */
export function rootOfSeal({ position, sealedAt, entries, treeRoot, previousRoot }: SealContent): Buffer {
  const text = canonicalJson([
    position,
    sealedAt.toISOString(),
    entries,
    treeRoot.toString('hex'),
    previousRoot?.toString('hex') ?? null,
  ]);
  return createHash('sha256').update(text).digest();
}

export function signSeal(content: SealContent, keys: Keys): Seal {
  const root = rootOfSeal(content);
  return { ...content, root, signature: signatureOf(root, keys.seals), keyVersion: keys.version };
}

/** What is wrong with a seal by itself and after the one before it, in words; undefined when nothing is. */
export function findSealFault(seal: Seal, before: Seal | undefined, keys: Keys): string | undefined {
  if (seal.position !== (before?.position ?? 0) + 1) return 'does not follow on the seal before it: one is missing';
  const follows = before ? seal.previousRoot?.equals(before.root) === true : seal.previousRoot === null;
  if (!follows) return 'does not name the root of the seal before it';
  if (!rootOfSeal(seal).equals(seal.root)) return 'was changed: its root is another one';
  const key = sealKeyOf(keys, seal.keyVersion);
  if (!key) return `was signed with a key of version ${seal.keyVersion}, which is not known`;
  return timingSafeEqual(signatureOf(seal.root, key), seal.signature)
    ? undefined
    : 'is not signed with the key of this website: it was made by somebody else, or SECRET_KEY is another one';
}

function signatureOf(root: Buffer, key: Buffer): Buffer {
  return keyedHash(key, root.toString('hex'));
}
