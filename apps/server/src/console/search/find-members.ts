import type { ConsoleContext } from '../context.ts';
import { closestWords, fewFound, maxFound, membersByTerms, runLookUp, similarWords, termsQuery } from './look-ups.ts';
import { memberPartsOf, nameWordsIn, parseSearch } from './parse-search.ts';

/** Class members found by words, at most `maxFound`. */
export interface FoundMembers {
  /** Exact matches of the words come first. */
  readonly noticeIds: readonly string[];
  /** More class members match, or the search took too long. */
  readonly isPartial: boolean;
}

/**
 * Finds class members by the words of a name, with or without a ZIP code, whether they have filed
 * or not. Tolerates typing errors in names.
 * @param cases the cases in which the person may search
 */
export async function findMembersByWords(
  { database }: Pick<ConsoleContext, 'database'>,
  cases: readonly string[],
  typed: string,
): Promise<FoundMembers> {
  const parts = memberPartsOf(parseSearch(typed, []));
  if (cases.length === 0 || parts.length === 0) return { noticeIds: [], isPartial: false };
  const find = async (similar?: ReadonlyMap<string, readonly string[]>) => {
    const terms = termsQuery(parts, cases, { isSearchOfAllCases: false, ...(similar && { similar }) });
    return runLookUp(database, membersByTerms(terms, { cases, onlyUnfiled: false }));
  };
  const exact = await find();
  const names = nameWordsIn({ parts });
  const isFew = exact !== undefined && exact.length < fewFound && names.length > 0;
  const near = isFew ? await runLookUp(database, similarWords(names)) : [];
  const alike = isFew && near ? await find(closestWords(near)) : [];
  const noticeIds = [...new Set([...(exact ?? []), ...(alike ?? [])].map(({ id }) => id))];
  const isLate = [exact, near, alike].includes(undefined);
  return { noticeIds: noticeIds.slice(0, maxFound), isPartial: isLate || noticeIds.length > maxFound };
}
