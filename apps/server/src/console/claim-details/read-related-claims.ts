import { shortenFormTitle } from '@redress/contract/console/form-title';
import type { RelatedBy, RelatedClaims } from '@redress/contract/console/claim-details';
import { sql } from 'kysely';
import {
  claimsByCorrectedNoticeId,
  claimsByNoticeId,
  claimsByTaxId,
  claimsByTerms,
  type FoundClaim as FoundId,
  type LookUp,
  matchAll,
  runLookUp,
} from '../search/look-ups.ts';
import { answerTermsOf, contactTermsOf, quoteTerm, type TermKind, termOf } from '../search/search-terms.ts';
import { applyCorrections, readCorrections } from '../../claims/corrections/corrections.ts';
import { nameSpellingsOf } from '../../claims/filing/name-words.ts';
import { searchColumnsOf } from '../../claims/filing/search-columns.ts';
import { readRanges } from '../../claims/filing/claimed-range.ts';
import { noContacts, readAddedContacts } from '../../claims/letters/claim-addresses.ts';
import type { ConsoleContext } from '../context.ts';
import { formOf } from './describe-answers.ts';
import type { FoundClaim } from './find-claim.ts';

/** Maximum claims shown per shared value. One more is read, to show that there are more. */
const maxRelated = 20;
/** An agent's claim has up to 2,000 tax IDs. The first ones show whose claims it repeats. */
const maxTaxIds = 50;

type RelatedContext = Pick<ConsoleContext, 'database' | 'settlement'>;

/**
 * Finds other claims with the same Notice ID, tax ID, email address, phone number, address, or name
 * and ZIP code. Each is a separate index look-up, and a slow one is left out.
 * @param cases the cases in which the person may see names
 */
export async function readRelatedClaims(
  context: RelatedContext,
  claim: FoundClaim,
  cases: readonly string[],
): Promise<RelatedClaims> {
  if (claim.status === 'purged') return { groups: [], isPartial: false };
  const lookUps = await lookUpsOf(context, claim, cases);
  const found = await Promise.all(
    lookUps.map(async ([by, lookUp]) => {
      const rows = await runLookUp(context.database, lookUp);
      const ids = [...new Set(rows?.map(({ id }) => id))].filter((id) => id !== claim.id);
      return { by, ids: ids.slice(0, maxRelated), more: ids.length > maxRelated, isLate: rows === undefined };
    }),
  );
  const claims = await readClaims(context, [...new Set(found.flatMap(({ ids }) => ids))]);
  return {
    groups: found
      .filter(({ ids }) => ids.length > 0)
      .map(({ by, ids, more }) => ({ by, more, claims: ids.flatMap((id) => claims.get(id) ?? []) })),
    isPartial: found.some(({ isLate }) => isLate),
  };
}

/** The numbers of these claims, each once. */
export const numbersOf = ({ groups }: RelatedClaims): string[] => [
  ...new Set(groups.flatMap(({ claims }) => claims.map(({ number }) => number))),
];

async function lookUpsOf(
  { database, settlement }: RelatedContext,
  claim: FoundClaim,
  cases: readonly string[],
): Promise<(readonly [RelatedBy, LookUp<FoundId>])[]> {
  const taxIds = await database
    .selectFrom('claim_tax_ids')
    .select('lookup')
    .where('claim_id', '=', claim.id)
    .orderBy('path')
    .limit(maxTaxIds)
    .execute();
  const hashes = taxIds.map(({ lookup }) => lookup);
  const form = formOf(settlement, claim);
  const corrected = applyCorrections(claim.answers, await readCorrections(database, claim.id));
  const contacts = (await readAddedContacts(database, [claim.id])).get(claim.id) ?? noContacts;
  const ofAnswers = form
    ? [claim.answers, corrected].flatMap((answers) => answerTermsOf({ form, answers, taxIds: [] }))
    : [];
  const terms = [...new Set([...ofAnswers, ...contactTermsOf(contacts)])];
  const ofKind = (kind: TermKind) => terms.filter((term) => term.startsWith(termOf(kind, '')));
  const sharing = (by: RelatedBy, kind: TermKind) => {
    const alternatives = ofKind(kind);
    return alternatives.length === 0
      ? []
      : [[by, claimsByTerms(matchAll([alternatives.map(quoteTerm)]), cases)] as const];
  };
  // Only the claimant's name is compared, as filed and as corrected, not other names in the claim.
  const inForce = form && searchColumnsOf(form, corrected, {});
  const names = new Set([claim.name, inForce?.name ?? null]);
  const zips = ofKind('zip').map(quoteTerm);
  const namesAndZips = [...names].flatMap((name) => {
    const words = nameSpellingsOf(name ?? '');
    if (words.length === 0 || zips.length === 0) return [];
    return matchAll([...words.map((spellings) => spellings.map((word) => quoteTerm(termOf('name', word)))), zips]);
  });
  const noticeIds = [...new Set([claim.notice_id, inForce?.notice_id])].flatMap((id) => id ?? []);
  return [
    ...(noticeIds.length === 0
      ? []
      : [
          ['notice-id', claimsByNoticeId(noticeIds, cases)] as const,
          ['notice-id', claimsByCorrectedNoticeId(noticeIds, cases)] as const,
        ]),
    ...(hashes.length === 0 ? [] : [['tax-id', claimsByTaxId(hashes, cases)] as const]),
    ...sharing('email', 'email'),
    ...sharing('phone', 'phone'),
    ...sharing('address', 'address'),
    ...(namesAndZips.length === 0 ? [] : [['name-and-zip', claimsByTerms(namesAndZips.join(' | '), cases)] as const]),
  ];
}

type RelatedClaim = RelatedClaims['groups'][number]['claims'][number];

async function readClaims({ database, settlement }: RelatedContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, RelatedClaim>();
  const rows = await database
    .selectFrom('claims')
    .select(['id', 'number', 'name', 'form_id', 'form_version', 'filed_at', 'amount'])
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const claims = rows.map((row) => ({ id: row.id, formId: row.form_id }));
  const ranges = await readRanges(database, settlement, claims);
  return new Map(
    rows.map(({ id, number, name, filed_at: filedAt, amount, ...row }): [string, RelatedClaim] => {
      const form = formOf(settlement, row);
      const reference = `${form?.referencePrefix ?? ''}${number}`;
      const title = form ? shortenFormTitle(form.title) : row.form_id;
      const range = ranges.get(id) ?? null;
      return [id, { number, reference, name: name ?? '', form: title, filedAt: filedAt.toISOString(), amount, range }];
    }),
  );
}
