import { type Flag, type FoundClaim, type FoundMember, type Match } from '@redress/contract/console/search';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import { nameSpellingsOf } from '../../claims/filing/name-words.ts';
import { deriveRows, flagColumns, flagsOf, type SearchRow } from './derive-rows.ts';
import type { ParsedSearch } from './parse-search.ts';

type ReadContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement'>;

/** The results by look-up: `words` matched all typed words. */
export interface FoundIn {
  readonly id: string;
  readonly foundBy: readonly (Match | 'words')[];
}

const listColumns = [
  ...(['claim_id', 'number', 'form_id', 'case_id', 'name', 'zip', 'state'] as const),
  ...(['filed_day', 'status'] as const),
  ...(Object.values(flagColumns) satisfies (typeof flagColumns)[Flag][]),
] as const;

/** Reads the claims of the result list. Claims that the job has not reached yet are derived now. */
export async function readFoundClaims(
  context: ReadContext,
  found: readonly FoundIn[],
  parsed: ParsedSearch,
): Promise<FoundClaim[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const known: readonly Pick<SearchRow, (typeof listColumns)[number]>[] = await context.database
    .selectFrom('claim_search')
    .select(listColumns)
    .where('claim_id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const knownIds = new Set(known.map(({ claim_id: id }) => id));
  const unknown = ids.filter((id) => !knownIds.has(id));
  const rows = unknown.length === 0 ? known : [...known, ...(await deriveRows(context.database, context, unknown))];
  const foundById = new Map(found.map((each) => [each.id, each.foundBy]));
  return rows.map((row) => ({
    number: row.number,
    formId: row.form_id,
    caseId: row.case_id,
    name: row.name,
    zip: row.zip,
    state: row.state,
    filedDay: row.filed_day,
    status: row.status,
    flags: flagsOf(row),
    foundBy: explain(foundById.get(row.claim_id) ?? [], row.name, parsed),
  }));
}

export async function readFoundMembers(
  { database }: ReadContext,
  found: readonly FoundIn[],
  parsed: ParsedSearch,
): Promise<FoundMember[]> {
  if (found.length === 0) return [];
  const members = await database
    .selectFrom('member_mailing_addresses')
    .select(['notice_id', 'case_id', 'first_name', 'last_name', 'city', 'state', 'zip'])
    .select(
      sql<boolean>`exists (select from claims where claims.notice_id = member_mailing_addresses.notice_id)`.as(
        'hasFiled',
      ),
    )
    .where('notice_id', '=', sql<string>`any(${found.map(({ id }) => id)}::text[])`)
    .execute();
  const foundById = new Map(found.map((each) => [each.id, each.foundBy]));
  return members.map(({ notice_id: noticeId, case_id: caseId, first_name: first, last_name: last, ...address }) => {
    const name = `${first} ${last}`.trim();
    return { noticeId, caseId, name, ...address, foundBy: explain(foundById.get(noticeId) ?? [], name, parsed) };
  });
}

/** Describes what the typed words matched. */
function explain(foundBy: FoundIn['foundBy'], name: string, { parts }: ParsedSearch): Match[] {
  const names = new Set(nameSpellingsOf(name).flat());
  const ofWords = () =>
    parts.map(({ terms }): Match => {
      if (terms.some(({ kind, text }) => kind === 'name' && names.has(text))) return 'name';
      const [first] = terms;
      if (first?.kind === 'zip') return 'zip';
      if (first?.kind === 'taxId') return 'tax-id-end';
      return first?.kind === 'phone' || first?.kind === 'email' ? first.kind : 'other-name';
    });
  const all = foundBy.flatMap((by) => {
    if (by === 'words') return ofWords();
    // Besides the similar name, other words matched exactly.
    return by === 'similar-name'
      ? [by, ...ofWords().filter((match) => match !== 'other-name' && match !== 'name')]
      : [by];
  });
  return [...new Set(all)];
}
