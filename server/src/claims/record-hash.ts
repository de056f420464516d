import type { SummarySection } from '@redress/forms/summarize';
import { keyedHash } from '../keys.ts';
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

/** A number as PostgreSQL gives it back is written otherwise than it came: `0012.50` as `12.5000`. */
function plain(decimal: string | null): string | null {
  if (decimal === null) return null;
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
}
