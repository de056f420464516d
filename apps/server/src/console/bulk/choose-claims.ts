import { isDeepStrictEqual } from 'node:util';
import { type BulkSelection, maxBulkClaims } from '@redress/contract/console/bulk';
import { readClaimListQuery, writeClaimListQuery } from '@redress/contract/console/claim-list';
import type { LetterDue } from '@redress/contract/letters';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import { and, casesOf, facetConditions, rowConditions } from '../claim-list/claim-conditions.ts';
import { formatClaims } from './approval-content.ts';
import { findBulkJob } from './read-bulk-jobs.ts';
import type { BulkJobRow } from './tables.ts';

export interface Asker {
  readonly id: string;
  /** The cases in which the person may start bulk actions. */
  readonly cases: readonly string[];
  /** Other cases whose claims the person sees in lists. */
  readonly otherCases?: readonly string[];
}

export interface Chosen {
  readonly id: string;
  readonly number: string;
  readonly caseId: string;
}

/** The claims of a list, of an earlier action or of letters, as the person chose them. */
export async function chooseClaims(
  transaction: Kysely<Tables>,
  { id, cases, otherCases = [] }: Asker,
  selection: BulkSelection,
): Promise<{ claims: readonly Chosen[]; query: string | null; claimsOf: string | null }> {
  if ('numbers' in selection) {
    const conditionOf = (ofCases: readonly string[]) =>
      and([isNumbered(selection.numbers), sql`case_id = any(${ofCases}::text[])`]);
    const claims = await selectClaims(transaction, conditionOf(cases));
    if (claims.length !== selection.numbers.length) {
      await refuseUnsupervised(transaction, conditionOf(otherCases));
      throw new ProblemError('not-found');
    }
    return { claims, query: null, claimsOf: null };
  }
  if ('job' in selection) return chooseDecided(transaction, cases, selection.job);
  if ('letters' in selection) return chooseToWriteTo(transaction, cases, selection);
  const { filters, query } = readFilters(selection.query);
  // Like the list, which would otherwise reveal how a claim is decided.
  const without = await listBlindClaimIds(transaction, id);
  const conditionOf = (ofCases: readonly string[]) => {
    const scope = { filters, cases: ofCases, without };
    return and([sql`case_id = any(${casesOf(scope)}::text[])`, ...facetConditions(scope), ...rowConditions(scope)]);
  };
  const claims = await selectClaims(transaction, conditionOf(cases));
  if (claims.length > maxBulkClaims)
    throw consoleProblem(
      'bad-request',
      `One action can include at most ${formatClaims(maxBulkClaims)}. Narrow the list with filters.`,
    );
  if (claims.length !== selection.expected) await refuseUnsupervised(transaction, conditionOf(otherCases));
  if (claims.length === 0)
    throw consoleProblem('conflict', 'The matching claims have changed, and you can’t act on any of them now.');
  if (claims.length !== selection.expected)
    throw consoleProblem(
      'conflict',
      `The list has changed: you can now act on ${formatClaims(claims.length)}, not ${formatClaims(selection.expected)}. Check the list and select again.`,
    );
  return { claims, query, claimsOf: null };
}

/**
 * The claims that an action decided and that have no later decision; the oldest, if there are too
 * many for one action.
 */
async function chooseDecided(transaction: Kysely<Tables>, cases: readonly string[], jobId: string) {
  if (!isUuid(jobId)) throw new ProblemError('not-found');
  const job = await findBulkJob(transaction, cases, jobId);
  const claims = await selectClaims(
    transaction,
    sql`claim_id in (
      select done.claim_id from bulk_job_claims done
      join claim_review review on review.claim_id = done.claim_id
      join claim_decisions decision on decision.id = review.decision_id
      where done.job_id = ${job.id} and done.outcome = 'done' and decision.source_id = ${job.run_id ?? job.id}
    )`,
  );
  if (claims.length === 0)
    throw consoleProblem('conflict', 'No decision from this action is still in force, so there is nothing to reopen.');
  return { claims: claims.slice(0, maxBulkClaims), query: null, claimsOf: job.id };
}

/**
 * SQL: whether the decision of a claim with a row `review` needs a letter that was not requested
 * yet. Requested letters await a second approval, or are being queued.
 */
export const needsLetter = sql<boolean>`(review.letter_due is not null and not exists (
  select from bulk_jobs job join bulk_job_claims asked on asked.job_id = job.id and asked.outcome is null
  where job.kind = 'letter' and job.status in ('asking', 'waiting') and asked.claim_id = review.claim_id
))`;

export interface DueLetters {
  readonly caseId: string;
  readonly kind: LetterDue;
}

/** SQL: whether the decision of a claim with a row `review` needs a letter of a kind. */
export const isToWriteTo = ({ caseId, kind }: DueLetters): RawBuilder<boolean> =>
  sql`(review.case_id = ${caseId} and review.letter_due = ${kind} and ${needsLetter})`;

/** The claims of a case whose decision needs a letter of this kind. */
async function chooseToWriteTo(
  transaction: Kysely<Tables>,
  cases: readonly string[],
  { letters, caseId, expected }: Extract<BulkSelection, { readonly letters: unknown }>,
) {
  if (!cases.includes(caseId)) throw new ProblemError('not-found');
  const { rows: claims } = await sql<Chosen>`
    select claim_id as id, number, review.case_id as "caseId" from claim_review review
    join claims on claims.id = claim_id and claims.status = 'filed'
    where ${isToWriteTo({ caseId, kind: letters })} order by claim_id limit ${maxBulkClaims}`.execute(transaction);
  if (claims.length !== expected)
    throw consoleProblem(
      'conflict',
      `The letters have changed: ${formatClaims(claims.length)} ${claims.length === 1 ? 'needs' : 'need'} this one now, not ${formatClaims(expected)}. Look at the preview again.`,
    );
  return { claims, query: null, claimsOf: null };
}

/**
 * @throws ProblemError `bad-request`: a filter left out would add claims that the list does not
 *   show
 */
function readFilters(address: string) {
  const { query, ignored } = readClaimListQuery(new URLSearchParams(address));
  if (ignored.length > 0)
    throw consoleProblem('bad-request', 'Part of this list’s address isn’t valid. Open the list again.');
  const { sort: _sort, column: _column, after: _after, before: _before, ...filters } = query;
  return { filters, query: writeClaimListQuery(filters) };
}

const isNumbered = (numbers: readonly string[]) => sql<boolean>`number = any(${numbers}::text[])`;

async function selectClaims(
  transaction: Kysely<Tables>,
  condition: RawBuilder<boolean>,
  limit = maxBulkClaims + 1,
): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    select claim_id as id, number, case_id as "caseId" from claim_search where ${condition}
    order by claim_id limit ${limit}`.execute(transaction);
  return rows;
}

/** @throws ProblemError `conflict` if the list also shows claims of other cases */
async function refuseUnsupervised(transaction: Kysely<Tables>, isOfOthers: RawBuilder<boolean>): Promise<void> {
  if ((await selectClaims(transaction, isOfOthers, 1)).length > 0)
    throw consoleProblem(
      'conflict',
      'Some of these claims are in a case that you don’t supervise. Filter the list by case, and select again.',
    );
}

/** Whether an action that was sent before has this selection. */
export async function wasSelected(
  database: Kysely<Tables>,
  job: BulkJobRow,
  selection: BulkSelection,
): Promise<boolean> {
  if ('job' in selection) return job.claims_of === selection.job;
  if ('letters' in selection)
    return (
      job.letter === selection.letters &&
      isDeepStrictEqual(job.case_ids, [selection.caseId]) &&
      job.claims === selection.expected
    );
  if ('query' in selection)
    return job.query === readFilters(selection.query).query && job.claims === selection.expected;
  if (job.query !== null || job.claims_of !== null || job.claims !== selection.numbers.length) return false;
  const other = await database
    .selectFrom('bulk_job_claims')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select('number')
    .where('job_id', '=', job.id)
    .where('number', '<>', sql<string>`all(${selection.numbers}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
