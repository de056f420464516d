import { readReference } from '@redress/contract/receipt-request';
import { referencePrefixesOf } from '@redress/contract/settlement';
import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { AccessLogTable } from './tables.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { acceptedAccessLogKeys, keyedHash, type Keys } from '../../platform/keys/keys.ts';

export type Read = Omit<Insertable<AccessLogTable>, 'id' | 'hash'>;

/** SHA-256 of a logged read, without its ID. Hashes are stored: this must never change. */
export function hashRead({ at, staff_id: staff, session_id: session, ...read }: Read): Buffer {
  const text = canonicalJson([
    'read',
    staff,
    session,
    at.toISOString(),
    read.what,
    read.subject,
    read.reason,
    read.result_ids,
    read.search_hash?.toString('hex') ?? null,
  ]);
  return hash('sha256', text, 'buffer');
}

/** Search words that find the same things get the same hash. */
function normalizeWords(words: string): string {
  return words.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** Keyed hashes of search words, for each key that may have been used, the current key first. */
export function hashSearchWords(words: string, keys: Keys): [Buffer, ...Buffer[]] {
  const text = `search:${normalizeWords(words)}`;
  const [current, ...former] = acceptedAccessLogKeys(keys);
  return [keyedHash(current, text), ...former.map((key) => keyedHash(key, text))];
}

type ReferenceContext = Pick<ConsoleContext, 'keys' | 'settlement'>;

/** With 24 digits, no two members share a reference. */
const memberDigits = 24;

/**
 * The log's names for a record: one for each key that may have been used, the current key first. A
 * Notice ID is hashed, because the log outlives the purge.
 * @param id for example `claim 8001583106`, `member 200000001` or `export 7`; the numbers of
 *   claims and members may be spelled as people type them
 */
export function referencesTo(id: string, context: ReferenceContext): [string, ...string[]] {
  return findReferences(id, context) ?? [stripNulAndSurrogates(id)];
}

/** Like `referencesTo`; undefined if the text contains neither a claim number nor a Notice ID. */
export function findReferences(
  text: string,
  { keys, settlement }: ReferenceContext,
): [string, ...string[]] | undefined {
  const claimNumber = readReference(text.replace(/^claim /, ''), referencePrefixesOf(settlement));
  if (claimNumber !== undefined) return [`claim ${claimNumber}`];
  const noticeId = /^(?:member )?(\d{9})$/.exec(text.trim())?.[1];
  if (noticeId === undefined) return undefined;
  const referenceBy = (key: Buffer) =>
    `member ${keyedHash(key, `member:${noticeId}`).toString('hex').slice(0, memberDigits)}`;
  const [current, ...former] = acceptedAccessLogKeys(keys);
  return [referenceBy(current), ...former.map(referenceBy)];
}
