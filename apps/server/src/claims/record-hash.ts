import type { RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { SummarySection } from '@redress/forms/summarize';
import type { ClaimDocumentsTable } from '../database/tables.ts';
import { keyedHash } from '../keys/keys.ts';
import { canonicalJson } from './canonical-json.ts';
import type { SearchColumns } from './search-columns.ts';

/** What a claim's row holds beside its answers: made from them once, and from the login. */
export interface ClaimRecord extends SearchColumns {
  readonly language: string;
  readonly summary: readonly SummarySection[];
}

/** Tells whether anything of a claim's row was changed that the hash of its answers does not cover: a keyed hash, so that it tells nothing else. */
export function hashRecord(record: ClaimRecord, key: Buffer): Buffer {
  const { notice_id, name, email, zip, state, amount, quantity, language, summary } = record;
  const sections = summary.map(({ letter, title, rows }) => [
    letter ?? null,
    title,
    rows.map((row) => [row.name, row.label, row.value]),
  ]);
  return keyedHash(
    key,
    canonicalJson([notice_id, name, email, zip, state, plain(amount), plain(quantity), language, sections]),
  );
}

// Each of these hashes contains what its value belongs to, so that equal values of two claims do
// not look equal.

export function hashIdempotencyKey(claimNumber: string, idempotencyKey: string | null, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson(['idempotency-key', claimNumber, idempotencyKey]));
}

/** The name of a document, and the one it came with. */
export function hashNames(
  { id, name, given_name: givenName }: Pick<Selectable<ClaimDocumentsTable>, 'id' | 'name' | 'given_name'>,
  key: Buffer,
): Buffer {
  return keyedHash(key, canonicalJson(['document-names', id, name, givenName]));
}

/**
 * Of JSON that is stored with the check of a document: how its tables are to be read, or the
 * report.
 */
export function hashCheckPart(
  part: 'chosen' | 'report',
  documentId: string,
  digest: string | null,
  key: Buffer,
): Buffer {
  return keyedHash(key, canonicalJson([part, documentId, digest]));
}

/**
 * SHA-256 over PostgreSQL's text of such JSON, as hexadecimal digits: computed there, because a
 * report can be large.
 */
export function digestOf(part: 'chosen' | 'report'): RawBuilder<string | null> {
  return sql<string | null>`encode(sha256(convert_to(${sql.ref(part)}::text, 'UTF8')), 'hex')`;
}

/** A number as PostgreSQL gives it back is written otherwise than it came: `0012.50` as `12.5000`. */
function plain(decimal: string | null): string | null {
  if (decimal === null) return null;
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
}
