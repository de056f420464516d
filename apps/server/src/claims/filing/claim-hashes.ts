import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import type { ClaimsTable } from './tables.ts';
import { keyedHash } from '../../platform/keys/keys.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import type { SearchColumns } from './search-columns.ts';

// These hashes are stored: what goes into them, and its order, must never change. The hashes are
// keyed, so that nobody can guess the hashed data, and include its owner, so that equal data of two
// claims has different hashes.

/** Equal hashes mean that two requests file the same claim. */
export function hashAnswers(form: Pick<ClaimForm, 'id' | 'version'>, answers: AnyAnswers, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson([form.id, form.version, answers]));
}

/** The columns of a claim that derive from its answers and login. */
type ClaimRecord = SearchColumns & Pick<Selectable<ClaimsTable>, 'language' | 'summary'>;

/** Detects changes to a claim's row that the hash of its answers does not cover. */
export function hashRecord(record: ClaimRecord, key: Buffer): Buffer {
  const { notice_id, name, email, zip, state, amount, quantity, language, summary } = record;
  const sections = summary.map(({ letter, title, rows }) => [
    letter ?? null,
    title,
    rows.map((row) => [row.name, row.label, row.value]),
  ]);
  const decimals = [normalizeDecimal(amount), normalizeDecimal(quantity)];
  // Without objects, whose keys would have to be sorted.
  return keyedHash(key, JSON.stringify([notice_id, name, email, zip, state, ...decimals, language, sections]));
}

/** PostgreSQL writes a number differently from how it was sent: `0012.50` becomes `12.5000`. */
function normalizeDecimal(decimal: string | null): string | null {
  if (decimal === null) return null;
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
}

export function hashIdempotencyKey(claimNumber: string, idempotencyKey: string | null, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson(['idempotency-key', claimNumber, idempotencyKey]));
}

/** Hashes an upload's name and, if it was renamed, its original name. */
export function hashFileNames(
  document: { readonly id: string; readonly name: string; readonly given_name: string | null },
  key: Buffer,
): Buffer {
  return keyedHash(key, canonicalJson(['document-names', document.id, document.name, document.given_name]));
}

/** Hashes what staff wrote in a note or about a call. */
export function hashNote(note: { readonly id: string; readonly text: string }, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson(['note', note.id, note.text]));
}

/** Hashes what staff made of an answer, and what shows it. */
export function hashCorrection(
  correction: { readonly id: string; readonly value: string | null; readonly note: string | null },
  key: Buffer,
): Buffer {
  return keyedHash(key, canonicalJson(['correction', correction.id, correction.value, correction.note]));
}

/** A JSON column of `data_checks`: the tables that the claimant chose, or the report. */
type CheckColumn = 'chosen' | 'report';

export function hashCheckPart(column: CheckColumn, documentId: string, digest: string | null, key: Buffer): Buffer {
  return keyedHash(key, canonicalJson([column, documentId, digest]));
}

/** PostgreSQL computes the SHA-256 of the column's text, because a report can be large. */
export function digestJsonColumn(column: CheckColumn): RawBuilder<string | null> {
  return sql<string | null>`encode(sha256(convert_to(${sql.ref(column)}::text, 'UTF8')), 'hex')`;
}
