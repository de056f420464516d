import { type Kysely, type Selectable, sql } from 'kysely';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { type Flag, flags } from '@redress/contract/console/search';
import { findForm } from '@redress/contract/settlement';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import type { AnyAnswers } from '@redress/forms/answers';
import type { TaxId } from '@redress/forms/tax-ids';
import { applyCorrections, readCorrectionsOf } from '../../claims/corrections/corrections.ts';
import { type AddedContacts, noContacts, readAddedContacts } from '../../claims/letters/claim-addresses.ts';
import { listDue, noUploads, readUploads, type Uploads } from '../../claims/status/claim-status.ts';
import { searchColumnsOf } from '../../claims/filing/search-columns.ts';
import { nameSpellingsOf, nameWordsOf } from '../../claims/filing/name-words.ts';
import type { ConsoleContext } from '../context.ts';
import type { ClaimSearchTable } from './tables.ts';
import type { ClaimsTable } from '../../claims/filing/tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { decryptTaxId, type EncryptedTaxId } from '../../platform/keys/encrypted-fields.ts';
import { answerTermsOf, contactTermsOf, cutText, termOf } from './search-terms.ts';

/** Raise this when rows are derived differently: all rows are then derived again. */
export const derivationVersion = 7;

export type DeriveContext = Pick<ConsoleContext, 'keys' | 'settlement'>;

/** A row of `claim_search`, with its terms as a list. */
export interface SearchRow extends Omit<Selectable<ClaimSearchTable>, 'terms' | 'filed_at'> {
  readonly filed_at: string;
  readonly terms: readonly string[];
}

/** The columns of `claims` from which rows are derived. */
const claimColumns = [
  ...(['id', 'number', 'form_id', 'form_version', 'case_id', 'language', 'notice_id', 'filed_at', 'late'] as const),
  ...(['status', 'duplicate_notice', 'name', 'zip', 'state', 'amount', 'answers', 'documents_due'] as const),
  ...(['suspected_machine', 'without_script'] as const),
] as const;
export type DerivedClaim = Pick<Selectable<ClaimsTable>, (typeof claimColumns)[number]>;

/** Besides its row and answers, these facts decide how a claim is found and listed. */
export interface DerivedFrom {
  readonly uploads: Uploads;
  readonly hasDataErrors: boolean;
  /** Whether the claim's scores reached their thresholds. */
  readonly reached: { readonly duplicate: boolean; readonly machine: boolean };
  readonly taxIds: readonly TaxId[];
  /** Corrections of answers that are in force. */
  readonly corrections: AnyAnswers;
  readonly contacts: AddedContacts;
  /** Undefined: the claim has no review yet. */
  readonly review: DerivedReview | undefined;
}

const reviewColumns = [
  ...(['claim_id', 'status', 'reasons', 'recognized_amount', 'assignee', 'reopened', 'queued_by_rule'] as const),
] as const;
type DerivedReview = Pick<Selectable<Tables['claim_review']>, (typeof reviewColumns)[number]>;

/** The value for a claim without scores. */
export const noneReached = { duplicate: false, machine: false };

/** Claims per turn, so that requests never wait long: a payor's claim can take 20 ms. */
const claimsPerTurn = 20;

/** Derives the search rows of claims from their stored data. */
export async function deriveRows(
  database: Kysely<Tables>,
  context: DeriveContext,
  claimIds: readonly string[],
): Promise<SearchRow[]> {
  const isOneOf = sql<string>`any(${claimIds}::bigint[])`;
  const claims = await database.selectFrom('claims').select(claimColumns).where('id', '=', isOneOf).execute();
  const taxIds = await database
    .selectFrom('claim_tax_ids')
    .select(['claim_id', 'path', 'encrypted', 'key_version'])
    .where('claim_id', '=', isOneOf)
    .execute();
  const uploads = await readUploads(database, claimIds);
  // The history has every check, even after a purge.
  const errors = await database
    .selectFrom('claim_history')
    .select('claim_id')
    .distinct()
    .where('claim_id', '=', isOneOf)
    .where('kind', '=', 'data-checked')
    .where(sql<boolean>`(details->>'outcome' = 'unreadable' or (details->>'errors')::int > 0)`)
    .execute();
  const scores = await database
    .selectFrom('claim_scores')
    .select(['claim_id', 'duplicate_reached as duplicate', 'machine_reached as machine'])
    .where('claim_id', '=', isOneOf)
    .where(({ or, eb }) => or([eb('duplicate_reached', '=', true), eb('machine_reached', '=', true)]))
    .execute();
  const reachedBy = new Map(scores.map((score) => [score.claim_id, score]));
  const reviews = await database
    .selectFrom('claim_review')
    .select(reviewColumns)
    .where('claim_id', '=', isOneOf)
    .execute();
  const reviewOf = new Map(reviews.map((review) => [review.claim_id, review]));
  const corrections = await readCorrectionsOf(database, claimIds);
  const contacts = await readAddedContacts(database, claimIds);
  const withErrors = new Set(errors.map(({ claim_id: id }) => id));
  const taxIdsOf = Map.groupBy(taxIds, ({ claim_id: id }) => id);
  const rows: SearchRow[] = [];
  for (const [index, claim] of claims.entries()) {
    if (index > 0 && index % claimsPerTurn === 0) await yieldToRequests();
    const derivedFrom = {
      uploads: uploads.get(claim.id) ?? noUploads,
      hasDataErrors: withErrors.has(claim.id),
      reached: reachedBy.get(claim.id) ?? noneReached,
      corrections: corrections.get(claim.id) ?? {},
      contacts: contacts.get(claim.id) ?? noContacts,
      review: reviewOf.get(claim.id),
      taxIds: decryptAll(claim.number, taxIdsOf.get(claim.id) ?? [], context),
    };
    rows.push(deriveRow(claim, derivedFrom, context));
  }
  return rows;
}

/** A tax ID that cannot be decrypted does not keep claims from being found. */
function decryptAll(number: string, stored: readonly Omit<EncryptedTaxId, 'lookup'>[], { keys }: DeriveContext) {
  return stored.flatMap((taxId) => {
    try {
      return [decryptTaxId(number, taxId, keys)];
    } catch {
      return [];
    }
  });
}

/** Returns the words of a name, by which lists are sorted. They have to fit into an index. */
export const sortedNameOf = (name: string): string => cutText(nameWordsOf(name).join(' '));

export function deriveRow(
  claim: DerivedClaim,
  { uploads, hasDataErrors, reached, taxIds, corrections, contacts, review }: DerivedFrom,
  { settlement }: Pick<DeriveContext, 'settlement'>,
): SearchRow {
  const { form_id: formId, answers, name, state, filed_at: filedAt } = claim;
  const isPurged = claim.status === 'purged';
  const form = findForm(settlement, formId, claim.form_version);
  const documentsMissing = !isPurged && form !== undefined && isMissingDocuments(claim, form, uploads);
  const corrected = Object.keys(corrections).length > 0 ? applyCorrections(answers, corrections) : undefined;
  const inForce = form && corrected ? searchColumnsOf(form, corrected, {}) : undefined;
  const amountInForce = inForce ? inForce.amount : claim.amount;
  const row = {
    claim_id: claim.id,
    case_id: claim.case_id,
    form_id: formId,
    number: claim.number,
    filed_at: filedAt.toISOString(),
    filed_day: dayIn(form?.timeZone ?? settlement.site.timeZone, filedAt),
    name: name ?? '',
    name_norm: sortedNameOf(name ?? ''),
    state: state ?? '',
    zip: claim.zip ?? '',
    language: claim.language,
    amount: claim.amount,
    without_script: claim.without_script,
    late: claim.late,
    duplicate: claim.duplicate_notice || reached.duplicate,
    machine: claim.suspected_machine || reached.machine,
    documents_missing: documentsMissing,
    data_errors: hasDataErrors,
    high_value: Number(amountInForce ?? 0) >= settlement.review.highValueFrom,
    queued_by_rule: review?.queued_by_rule ?? false,
    reopened: review?.reopened ?? false,
    recognized_amount: review?.recognized_amount ?? null,
    assignee: review?.assignee ?? null,
    reasons: review?.reasons ?? [],
    status: isPurged ? 'purged' : (review?.status ?? statusWithoutReview(documentsMissing)),
  } as const;
  // A claim is found by its filed and by its corrected answers, and by later addresses.
  const answerTerms =
    isPurged || !form
      ? []
      : [answers, ...(corrected ? [corrected] : [])].flatMap((each) => answerTermsOf({ form, answers: each, taxIds }));
  const noticeId = isPurged ? null : (inForce?.notice_id ?? null);
  const noticeTerms = noticeId === null ? [] : [termOf('notice', noticeId)];
  const terms = new Set([...answerTerms, ...noticeTerms, ...contactTermsOf(contacts)]);
  return { ...row, terms: [...terms, ...facetTermsOf(row)] };
}

/** Finds the claims whose documents are missing among some claims, from their stored data. */
export async function findMissingDocuments(
  database: Kysely<Tables>,
  { settlement }: Pick<DeriveContext, 'settlement'>,
  claimIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const claims = await database
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'answers', 'notice_id', 'documents_due'])
    .where('id', '=', sql<string>`any(${claimIds}::bigint[])`)
    .where('documents_due', '=', true)
    .where('status', '<>', 'purged')
    .execute();
  const uploads = await readUploads(database, claimIds);
  return new Set(
    claims.flatMap((claim) => {
      const form = findForm(settlement, claim.form_id, claim.form_version);
      return form && isMissingDocuments(claim, form, uploads.get(claim.id) ?? noUploads) ? claim.id : [];
    }),
  );
}

/** The status of a claim without a review. */
export const statusWithoutReview = (isMissing: boolean) => (isMissing ? 'waiting-documents' : 'ready');

/** Whether documents that the answers of a filed claim require have not arrived. */
export function isMissingDocuments(
  claim: Pick<DerivedClaim, 'answers' | 'notice_id' | 'documents_due'>,
  form: ClaimForm,
  uploads: Uploads,
): boolean {
  const { answers, notice_id, documents_due: isDue } = claim;
  return isDue && listDue({ form, answers, notice_id, uploads }).length > 0;
}

/** The flags of a claim, by the columns that hold them. */
export const flagColumns = {
  late: 'late',
  duplicate: 'duplicate',
  machine: 'machine',
  'documents-missing': 'documents_missing',
  'data-errors': 'data_errors',
  'high-value': 'high_value',
  rule: 'queued_by_rule',
  reopened: 'reopened',
  'no-script': 'without_script',
} as const satisfies Record<Flag, keyof SearchRow>;

/** Returns terms for all list filters, so that a search within a filter uses one index. */
function facetTermsOf(row: Omit<SearchRow, 'terms'>): string[] {
  return [
    `case:${row.case_id}`,
    `form:${row.form_id}`,
    `lang:${row.language}`,
    `status:${row.status}`,
    ...(row.state === '' ? [] : [`state:${row.state}`]),
    ...flagsOf(row).map((flag) => `flag:${flag}`),
    ...row.reasons.map((reason) => `reason:${reason}`),
    ...(row.assignee === null ? [] : [`assignee:${row.assignee}`]),
  ];
}

export const flagsOf = (row: Pick<SearchRow, (typeof flagColumns)[Flag]>): Flag[] =>
  flags.filter((flag) => row[flagColumns[flag]]);

/** The terms of a class member: name and ZIP code. */
export function memberTermsOf(caseId: string, name: string, zip: string): string[] {
  const words = nameSpellingsOf(name).flat();
  const zipTerms = /^\d{5}/.test(zip) ? [termOf('zip', zip.slice(0, 5))] : [];
  return [...new Set([`case:${caseId}`, ...words.map((word) => termOf('name', word)), ...zipTerms])];
}
