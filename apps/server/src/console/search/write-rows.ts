import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { SearchRow } from './derive-rows.ts';
import type { MemberSearchTable } from './tables.ts';

/** The columns by which counts are grouped. */
const facets = [
  ...(['case_id', 'form_id', 'filed_day', 'state', 'language', 'status', 'without_script', 'late'] as const),
  ...(['duplicate', 'machine', 'documents_missing', 'data_errors'] as const),
  ...(['high_value', 'queued_by_rule', 'reopened'] as const),
] as const;
const columns = [
  ...facets,
  ...(['claim_id', 'number', 'filed_at', 'name', 'name_norm', 'zip', 'amount'] as const),
  ...(['recognized_amount', 'assignee', 'reasons'] as const),
] as const;

/**
 * SQL: `claim_counts` without some claims. Lists leave out claims that their reader is reviewing a
 * second time; if counts included them, the difference would reveal their status.
 * @param without IDs of claims to leave out
 */
export function countsWithout(without: readonly string[]): RawBuilder<unknown> {
  if (without.length === 0) return sql`claim_counts`;
  return sql`(
    select ${list(facets)}, sum(claims)::bigint as claims, sum(amount) as amount from (
      select ${list(facets)}, claims, amount from claim_counts
      union all
      select ${list(facets)}, -1, -coalesce(amount, 0) from claim_search where claim_id = any(${without}::bigint[])
    ) as counted group by ${list(facets)}
  )`;
}

const list = (names: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)));

const recordTypes = sql.raw(`case_id text, form_id text, filed_day text, state text, language text, status text,
  without_script boolean, late boolean, duplicate boolean, machine boolean, documents_missing boolean, data_errors boolean,
  high_value boolean, queued_by_rule boolean, reopened boolean, claim_id bigint, number text, filed_at timestamptz, name text,
  name_norm text, zip text, amount numeric, recognized_amount numeric, assignee uuid, reasons text[], terms text[]`);

/**
 * Writes the search rows of claims, and updates the counts by the difference from the old rows. The
 * transaction must hold the job's lock, so that no other one counts the same claims.
 */
export async function writeRows(transaction: Transaction<Tables>, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return;
  const before = await transaction
    .selectFrom('claim_search')
    .select([...facets, 'amount'])
    .where('claim_id', '=', sql<string>`any(${rows.map(({ claim_id: id }) => id)}::bigint[])`)
    .execute();
  await changeCounts(transaction, before, rows);
  await sql`
    insert into claim_search (${list(columns)}, terms)
    select ${list(columns)}, array_to_tsvector(terms) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${recordTypes})
    on conflict (claim_id) do update set ${sql.join(
      [...columns, 'terms'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
    )}
    where (${list([...columns, 'terms'], 'claim_search')}) is distinct from (${list([...columns, 'terms'], 'excluded')})
  `.execute(transaction);
  await addNameWords(
    transaction,
    rows.flatMap(({ terms }) => wordsOf(terms)),
  );
}

type Counted = Pick<SearchRow, (typeof facets)[number] | 'amount'>;

/** Counts whose sums stay the same are not written. */
async function changeCounts(
  transaction: Transaction<Tables>,
  before: readonly Counted[],
  after: readonly Counted[],
): Promise<void> {
  const signed = (rows: readonly Counted[], sign: 1 | -1) =>
    rows.map((row) => ({
      ...Object.fromEntries([...facets, 'amount' as const].map((name) => [name, row[name]])),
      sign,
    }));
  const changes = JSON.stringify([...signed(before, -1), ...signed(after, 1)]);
  await sql`
    insert into claim_counts (${list(facets)}, claims, amount)
    select ${list(facets)}, sum(sign), coalesce(sum(sign * amount), 0)
    from jsonb_to_recordset(${changes}::jsonb) as change (${recordTypes}, sign integer)
    group by ${list(facets)}
    having sum(sign) <> 0 or sum(sign * amount) <> 0
    order by ${list(facets)}
    on conflict (${list(facets)}) do update
    set claims = claim_counts.claims + excluded.claims, amount = claim_counts.amount + excluded.amount
  `.execute(transaction);
}

const wordsOf = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => (term.startsWith('n:') ? [term.slice(2)] : []));

/** Stores the words of names, so that a search can find similar spellings. */
export async function addNameWords(transaction: Kysely<Tables>, words: readonly string[]): Promise<void> {
  await sql`
    insert into name_words (word, sound)
    select word, case when word ~ '^[a-z]+$' then dmetaphone(word) else '' end
    from (select distinct unnest(${words}::text[]) as word) as given
    where not exists (select from name_words known where known.word = given.word)
    order by word
    on conflict do nothing`.execute(transaction);
}

type MemberRow = Readonly<Omit<MemberSearchTable, 'terms'> & { terms: readonly string[] }>;

/** Writes the search rows of class members, with the words of their names. */
export async function writeMemberRows(transaction: Transaction<Tables>, rows: readonly MemberRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into member_search (notice_id, case_id, name_norm, zip, terms)
    select notice_id, case_id, name_norm, zip, array_to_tsvector(terms)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (notice_id text, case_id text, name_norm text, zip text, terms text[])
    on conflict (notice_id) do update
    set case_id = excluded.case_id, name_norm = excluded.name_norm, zip = excluded.zip, terms = excluded.terms
    where (member_search.case_id, member_search.name_norm, member_search.zip, member_search.terms)
      is distinct from (excluded.case_id, excluded.name_norm, excluded.zip, excluded.terms)`.execute(transaction);
  await addNameWords(
    transaction,
    rows.flatMap(({ terms }) => wordsOf(terms)),
  );
}
