import { createHash, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { canonicalJson } from '../keys/canonical-json.ts';
import type { Tables } from '../database/tables.ts';
import { findSealKey, keyedHash, type Keys } from '../keys/keys.ts';

export interface SealContent {
  /** Counts up from 1 without gaps. */
  readonly position: number;
  readonly sealedAt: Date;
  readonly entries: number;
  /** The Merkle root of the entries' hashes, in order of claim and position. */
  readonly treeRoot: Buffer;
  readonly previousRoot: Buffer | null;
}
export interface Seal extends SealContent {
  readonly root: Buffer;
  /** The keyed hash of the root. */
  readonly signature: Buffer;
  readonly keyVersion: number;
}

/** The root of a seal: SHA-256 of its content. Stored: it must never change. */
export function hashSeal({ position, sealedAt, entries, treeRoot, previousRoot }: SealContent): Buffer {
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
  const root = hashSeal(content);
  return { ...content, root, signature: signRoot(root, keys.seals), keyVersion: keys.version };
}

/**
 * Describes what is wrong with a seal or its link to the previous one; undefined if it is valid.
 */
export function findSealFault(seal: Seal, previous: Seal | undefined, keys: Keys): string | undefined {
  if (seal.position !== (previous?.position ?? 0) + 1) return 'does not follow the seal before it: one is missing';
  const follows = previous ? seal.previousRoot?.equals(previous.root) === true : seal.previousRoot === null;
  if (!follows) return 'does not contain the root of the seal before it';
  if (!hashSeal(seal).equals(seal.root)) return 'was changed: its root does not match its content';
  const key = findSealKey(keys, seal.keyVersion);
  if (!key) return `was signed with a key of the unknown version ${seal.keyVersion}`;
  return timingSafeEqual(signRoot(seal.root, key), seal.signature)
    ? undefined
    : 'was not signed with the key of this website: someone else made it, or SECRET_KEY is wrong';
}

function signRoot(root: Buffer, key: Buffer): Buffer {
  return keyedHash(key, root.toString('hex'));
}

export async function findLastSeal(database: Kysely<Tables>): Promise<Seal | undefined> {
  const row = await selectSeals(database).orderBy('position', 'desc').limit(1).executeTakeFirst();
  return row && { ...row, position: Number(row.position) };
}

export async function readSealsAfter(database: Kysely<Tables>, position: number, limit: number): Promise<Seal[]> {
  const rows = await selectSeals(database)
    .where('position', '>', String(position))
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

function selectSeals(database: Kysely<Tables>) {
  return database
    .selectFrom('history_seals')
    .select(['position', 'sealed_at as sealedAt', 'entries', 'tree_root as treeRoot'])
    .select(['previous_root as previousRoot', 'root', 'signature', 'key_version as keyVersion']);
}
