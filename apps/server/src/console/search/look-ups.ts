import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { isDatabaseTimeout } from '../../platform/database/database-errors.ts';
import { limitConcurrency } from '../../platform/jobs/limit-concurrency.ts';
import type { SearchPart } from './parse-search.ts';
import { quoteTerm, termOf } from './search-terms.ts';

/**
 * One query of a search. Each has its own limit and time, and none joins conditions on several
 * columns by `or`.
 */
export interface LookUp<Row> {
  readonly query: RawBuilder<Row>;
  /**
   * Forces the index on terms. Otherwise, PostgreSQL would read a whole table to find a few rows.
   */
  readonly isByTerms?: true;
}

/** With fewer results, the search also tries names that are spelled differently. */
export const fewFound = 5;
/** Rows per look-up. One more is read, to show that there are more. */
export const maxFound = 25;
const limit = maxFound + 1;
const lookUpMilliseconds = 1_500;
/** A process runs few look-ups at a time, to leave connections to the rest of the console. */
const lookUpSlots = limitConcurrency(4);

export interface FoundClaim {
  readonly id: string;
}
export interface FoundMember {
  readonly id: string;
  /** More class members match than were compared with the claims. */
  readonly isCut?: boolean;
}
type Cases = readonly string[];

const isIn = (cases: Cases) => sql`case_id = any(${cases}::text[])`;

export const claimsByNumber = (numbers: readonly string[], cases: Cases): LookUp<FoundClaim> => ({
  query: sql`select id from claims where number = any(${numbers}::text[]) and ${isIn(cases)} limit ${limit}`,
});

export const claimsByNoticeId = (noticeIds: readonly string[], cases: Cases): LookUp<FoundClaim> => ({
  query: sql`select id from claims where notice_id = any(${noticeIds}::text[]) and ${isIn(cases)} limit ${limit}`,
});

export const claimsByCorrectedNoticeId = (noticeIds: readonly string[], cases: Cases): LookUp<FoundClaim> =>
  claimsByTerms(matchAll([noticeIds.map((id) => quoteTerm(termOf('notice', id)))]), cases);

export const claimsByLetter = (code: string, cases: Cases): LookUp<FoundClaim> => ({
  query: sql`
    select id from claims where id = (select claim_id from letters where code = ${code}) and ${isIn(cases)}`,
});

/** @param hashes all lookup hashes with which the tax IDs may be stored */
export const claimsByTaxId = (hashes: readonly Buffer[], cases: Cases): LookUp<FoundClaim> => ({
  query: sql`
    select distinct id from (
      select claim_id from claim_tax_ids where lookup = any(${hashes}::bytea[]) limit ${10 * limit}
    ) as tax_id join claims on claims.id = claim_id
    where ${isIn(cases)} limit ${limit}`,
});

export const claimsByTerms = (terms: string, cases: Cases): LookUp<FoundClaim> => ({
  query: sql`
    select claim_id as id from claim_search where terms @@ ${terms}::tsquery and ${isIn(cases)} limit ${limit}`,
  isByTerms: true,
});

/** Class members who have not filed, or all class members. */
export interface MemberOptions {
  readonly cases: Cases;
  readonly onlyUnfiled: boolean;
}

export const membersByNoticeId = (
  noticeIds: readonly string[],
  { cases, onlyUnfiled }: MemberOptions,
): LookUp<FoundMember> => ({
  query: sql`
    select notice_id as id from class_members as member
    where notice_id = any(${noticeIds}::text[]) and ${isIn(cases)} ${hasNotFiled(onlyUnfiled)} limit ${limit}`,
});

/** Maximum class members to compare with claims. If all have filed, each takes a look-up. */
const maxCompared = 500;

export const membersByTerms = (terms: string, { cases, onlyUnfiled }: MemberOptions): LookUp<FoundMember> => ({
  query: sql`
    with member as materialized (
      select notice_id from member_search where terms @@ ${terms}::tsquery and ${isIn(cases)} limit ${maxCompared}
    )
    select notice_id as id, (select count(*) from member) = ${maxCompared} as "isCut" from member
    where true ${hasNotFiled(onlyUnfiled)} limit ${limit}`,
  isByTerms: true,
});

const hasNotFiled = (isAsked: boolean) =>
  isAsked ? sql`and not exists (select from claims where claims.notice_id = member.notice_id)` : sql``;

/** A stored word that is spelled or sounds like a given one. */
export interface SimilarWord {
  readonly given: string;
  readonly word: string;
  /** Letters to change, add or remove. */
  readonly distance: number;
}
const maxSimilarWords = 30;
/** Words of this similarity are compared letter by letter. */
const minSimilarity = 0.25;

/** `levenshtein` refuses more than 255 letters. */
const maxLetters = 100;

export const similarWords = (words: readonly string[]): LookUp<SimilarWord> => ({
  query: sql`
    select given, word, levenshtein(left(word, ${maxLetters}), given) as distance from unnest(${words.filter(({ length }) => length <= maxLetters)}::text[]) as given, lateral (
      (select word, false as is_heard from name_words where word % given order by similarity(word, given) desc limit 50)
      union all
      (select word, true from name_words where sound = dmetaphone(given) and sound <> '' limit 500)
    ) as known
    where levenshtein(left(word, ${maxLetters}), given) <= case when is_heard then length(given) / 2 else greatest(1, length(given) / 3) end
    group by given, word order by distance, word`,
});

/** The closest stored words for each given word. */
export function closestWords(found: readonly SimilarWord[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(found, ({ given }) => given);
  return new Map([...groups].map(([given, near]) => [given, near.slice(0, maxSimilarWords).map(({ word }) => word)]));
}

/** An unfinished word is completed if it has at least this many letters. */
const minPrefixLength = 3;

/** The `tsquery` of claims or class members that match all parts; empty if there are none. */
export function termsQuery(
  parts: readonly SearchPart[],
  cases: Cases,
  { isSearchOfAllCases, similar }: TermsOptions,
): string {
  const conditions = parts.map(({ terms }) =>
    terms.flatMap(({ kind, text }) => [
      quoteTerm(termOf(kind, text)),
      ...(kind === 'name' ? (similar?.get(text) ?? []).map((word) => quoteTerm(termOf('name', word))) : []),
      ...(kind === 'name' && similar && text.length >= minPrefixLength ? [`${quoteTerm(termOf('name', text))}:*`] : []),
    ]),
  );
  if (conditions.length === 0) return '';
  // In a small case among large ones, this avoids reading rows that are not shown.
  if (!isSearchOfAllCases) conditions.push(cases.map((caseId) => quoteTerm(`case:${caseId}`)));
  return matchAll(conditions);
}

/** The `tsquery` of conditions that all have to be met, each by one of its quoted terms. */
export const matchAll = (conditions: readonly (readonly string[])[]): string =>
  conditions.map((alternatives) => `(${alternatives.join(' | ')})`).join(' & ');

export interface TermsOptions {
  /** Whether the person may see every case in the database. */
  readonly isSearchOfAllCases: boolean;
  /** Similar words to accept for each word of a name. */
  readonly similar?: ReadonlyMap<string, readonly string[]>;
}

/** The settings of a look-up. They turn off compilation, which takes longer than it saves. */
export const lookUpSettings = ({ isByTerms }: Pick<LookUp<unknown>, 'isByTerms'>, milliseconds: number) => sql`
  select set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true), set_config('jit', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('pg_trgm.similarity_threshold', ${String(minSimilarity)}, true),
    set_config('enable_indexscan', ${isByTerms ? 'off' : 'on'}, true)`;

/** Runs a look-up; undefined when it takes too long. */
export async function runLookUp<Row>(
  database: Database,
  lookUp: LookUp<Row>,
  milliseconds = lookUpMilliseconds,
): Promise<readonly Row[] | undefined> {
  try {
    return await lookUpSlots(() =>
      database.transaction().execute(async (transaction) => {
        await lookUpSettings(lookUp, Math.min(milliseconds, lookUpMilliseconds)).execute(transaction);
        return (await lookUp.query.execute(transaction)).rows;
      }),
    );
  } catch (error) {
    if (isDatabaseTimeout(error)) return undefined;
    throw error;
  }
}
