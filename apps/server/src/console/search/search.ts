import type { FoundClaim, FoundMember, Match, SearchAnswer } from '@redress/contract/console/search';
import { caseIdsOf, referencePrefixesOf } from '@redress/contract/settlement';
import type { ConsoleContext } from '../context.ts';
import { readLetterId } from '@redress/contract/letter-id';
import { hashTaxId } from '../../platform/keys/encrypted-fields.ts';
import * as lookUps from './look-ups.ts';
import { isSearchable, memberPartsOf, nameWordsIn, type ParsedSearch, parseSearch } from './parse-search.ts';
import { type FoundIn, readFoundClaims, readFoundMembers } from './read-found.ts';
import { readBehind } from './search-progress.ts';

type SearchContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now'>;

const { fewFound, maxFound, runLookUp } = lookUps;
/** The time for all look-ups together. */
const searchMilliseconds = 1_900;

/** A look-up's results, as IDs. */
interface Found {
  readonly kind: 'claims' | 'members';
  readonly by: Exclude<Match, 'zip' | 'phone'> | 'words';
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly isLate: boolean;
}

/**
 * Searches claims and class members for typed text. Class members who have filed are found by their
 * Notice ID, and otherwise by their claims. Each possible meaning is a
 * separate look-up. If one takes too long, the answer is partial.
 * @param cases the cases in which the person may search
 */
export async function search(context: SearchContext, typed: string, cases: readonly string[]): Promise<SearchAnswer> {
  const until = performance.now() + searchMilliseconds;
  const { settlement } = context;
  const parsed = parse(context, typed);
  if (!isSearchable(parsed)) return { ...nothing, hint: 'too-short' };
  const scope = { cases, isSearchOfAllCases: caseIdsOf(settlement).every((caseId) => cases.includes(caseId)) };
  const letter = readLetterId(typed);
  const exact = await Promise.all([
    ...(letter.ok ? [run(context, 'claims', 'letter-id', lookUps.claimsByLetter(letter.code, cases))] : []),
    ...lookUpIds(context, parsed, cases),
    ...lookUpTerms(context, parsed, scope),
  ]);
  const isFew = exact.reduce((sum, { ids }) => sum + ids.length, 0) < fewFound;
  const found = isFew ? [...exact, ...(await lookUpSimilar(context, parsed, scope, until))] : exact;
  return describe(context, parsed, found);
}

const parse = ({ settlement }: Pick<ConsoleContext, 'settlement'>, typed: string): ParsedSearch =>
  parseSearch(typed, referencePrefixesOf(settlement));

/** Numbers in a search that may be whole tax IDs. */
export const findTaxIds = (context: Pick<ConsoleContext, 'settlement'>, typed: string): readonly string[] =>
  parse(context, typed).taxIds;

const nothing: SearchAnswer = {
  claims: [],
  members: [],
  hasMoreClaims: false,
  hasMoreMembers: false,
  hint: null,
  isPartial: false,
  behind: null,
};

interface Scope {
  readonly cases: readonly string[];
  readonly isSearchOfAllCases: boolean;
}

async function run(
  { database }: SearchContext,
  kind: Found['kind'],
  by: Found['by'],
  lookUp: lookUps.LookUp<lookUps.FoundMember>,
  milliseconds?: number,
): Promise<Found> {
  const rows = await runLookUp(database, lookUp, milliseconds);
  const ids = [...new Set(rows?.map(({ id }) => id))];
  const hasMore = ids.length > maxFound || (rows ?? []).some(({ isCut }) => isCut === true);
  return { kind, by, ids: ids.slice(0, maxFound), hasMore, isLate: rows === undefined };
}

/** Finds claims and class members by numbers that identify them. */
function lookUpIds(context: SearchContext, parsed: ParsedSearch, cases: readonly string[]): Promise<Found>[] {
  const { claimNumbers, noticeIds, taxIds } = parsed;
  const hashes = taxIds.flatMap((taxId) => hashTaxId(taxId, context.keys));
  return [
    ...(claimNumbers.length === 0
      ? []
      : [run(context, 'claims', 'number', lookUps.claimsByNumber(claimNumbers, cases))]),
    ...(noticeIds.length === 0
      ? []
      : [
          run(context, 'claims', 'notice-id', lookUps.claimsByNoticeId(noticeIds, cases)),
          run(context, 'claims', 'notice-id', lookUps.claimsByCorrectedNoticeId(noticeIds, cases)),
          run(context, 'members', 'notice-id', lookUps.membersByNoticeId(noticeIds, { cases, onlyUnfiled: false })),
        ]),
    ...(hashes.length === 0 ? [] : [run(context, 'claims', 'tax-id', lookUps.claimsByTaxId(hashes, cases))]),
  ];
}

/** Finds claims and class members that match all words. */
function lookUpTerms(
  context: SearchContext,
  parsed: ParsedSearch,
  { cases, ...options }: Scope & Pick<lookUps.TermsOptions, 'similar'>,
  milliseconds?: number,
): Promise<Found>[] {
  const by = options.similar ? 'similar-name' : 'words';
  const ofClaims = lookUps.termsQuery(parsed.parts, cases, options);
  const ofMembers = lookUps.termsQuery(memberPartsOf(parsed), cases, options);
  return [
    ...(ofClaims === '' ? [] : [run(context, 'claims', by, lookUps.claimsByTerms(ofClaims, cases), milliseconds)]),
    ...(ofMembers === ''
      ? []
      : [run(context, 'members', by, lookUps.membersByTerms(ofMembers, { cases, onlyUnfiled: true }), milliseconds)]),
  ];
}

async function lookUpSimilar(
  context: SearchContext,
  parsed: ParsedSearch,
  scope: Scope,
  until: number,
): Promise<readonly Found[]> {
  const left = () => Math.max(1, until - performance.now());
  const words = nameWordsIn(parsed);
  if (words.length === 0) return [];
  const near = await runLookUp(context.database, lookUps.similarWords(words), left());
  if (!near) return [{ kind: 'claims', by: 'similar-name', ids: [], hasMore: false, isLate: true }];
  const similar = lookUps.closestWords(near);
  return Promise.all(lookUpTerms(context, parsed, { ...scope, similar }, left()));
}

async function describe(context: SearchContext, parsed: ParsedSearch, found: readonly Found[]): Promise<SearchAnswer> {
  const idsOf = (kind: Found['kind']) => {
    const reasons = new Map<string, Found['by'][]>();
    for (const { ids, by, ...each } of found)
      if (each.kind === kind)
        for (const id of ids) {
          const known = reasons.get(id) ?? [];
          // A claim found by the exact words does not count as similar.
          if (by !== 'similar-name' || known.length === 0) reasons.set(id, [...new Set([...known, by])]);
        }
    return [...reasons].slice(0, maxFound).map(([id, foundBy]): FoundIn => ({ id, foundBy }));
  };
  const hasMore = (kind: Found['kind']) => found.some((each) => each.kind === kind && each.hasMore);
  const [claims, members, behind] = await Promise.all([
    readFoundClaims(context, idsOf('claims'), parsed),
    readFoundMembers(context, idsOf('members'), parsed),
    readBehind(context),
  ]);
  const hasMoreClaims = hasMore('claims');
  const hasMoreMembers = hasMore('members');
  return {
    claims: sortFound(claims),
    members: sortFound(members),
    hasMoreClaims,
    hasMoreMembers,
    hint: hasMoreClaims || hasMoreMembers ? hintFor(parsed) : null,
    isPartial: found.some(({ isLate }) => isLate),
    behind,
  };
}

/** Suggests a narrower search. */
function hintFor({ parts }: ParsedSearch): SearchAnswer['hint'] {
  const hasZip = parts.some(({ terms }) => terms.some(({ kind }) => kind === 'zip'));
  return hasZip ? 'add-name' : 'add-zip';
}

/** Sorts matches of IDs first, then full names, then other and similar names, each newest first. */
function sortFound<Row extends FoundClaim | FoundMember>(rows: readonly Row[]): Row[] {
  const rank = ({ foundBy }: Row) => {
    if (foundBy.some((match) => match === 'number' || match === 'notice-id' || match === 'tax-id')) return 0;
    if (foundBy.includes('similar-name')) return 3;
    return foundBy.includes('other-name') ? 2 : 1;
  };
  const dayOf = (row: Row) => ('filedDay' in row ? row.filedDay : '');
  return rows.toSorted((a, b) => rank(a) - rank(b) || dayOf(b).localeCompare(dayOf(a)) || a.name.localeCompare(b.name));
}
