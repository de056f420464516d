import { sql, type Transaction } from 'kysely';
import { type DeriveContext, findMissingDocuments, statusWithoutReview } from '../search/derive-rows.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { findNextEntry, tryLock } from '../../claims/history/follow-history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { changeEach, type ClaimFailure } from './change-each.ts';
import {
  changeStatus,
  lockReviewAndApproval,
  type Review,
  type ReviewedClaim,
  withoutDecision,
} from './change-status.ts';
import { wasCuredInTime } from './check-decision.ts';
import { hasLostSurvivor } from './surviving-claim.ts';

type FollowContext = Pick<ConsoleContext, 'database' | 'now'> & DeriveContext;

/** The advisory lock of the one transaction that follows the histories. The number is arbitrary. */
const lock = 7_324_934;
/** History entries per transaction. */
const batchSize = 1_000;
/** Entries that can change which documents are missing. */
const followed = ['document-stored', 'document-scanned', 'data-checked'] as const;
/** Entries after which a claim may no longer count in place of its duplicates. */
const ending = ['status-changed', 'decision-released'] as const;

/**
 * Updates the reviews of claims whose documents arrive: a claim that waited for them is ready, and
 * a deficient one is reviewed again. A denial as a duplicate ends when the claim that counts is
 * withdrawn, void or denied. Progress is written with the changes. Returns the failures of single
 * claims, which are retried the next time.
 */
export async function followDocuments(context: FollowContext): Promise<ClaimFailure[]> {
  const failures: ClaimFailure[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const transaction = context.database.transaction().setIsolationLevel('read committed');
    const { isLast, failed } = await transaction.execute((following) => followBatch(following, context, isFirst));
    failures.push(...failed);
    if (isLast) return failures;
  }
}

/** @param isFirst also retries claims that failed before */
async function followBatch(transaction: Transaction<Tables>, context: FollowContext, isFirst: boolean) {
  const nothing = { isLast: true, failed: [] };
  if (!(await tryLock(transaction, lock))) return nothing;
  const { last_entry: after, failed_claims: before } = await transaction
    .selectFrom('review_progress')
    .selectAll()
    .executeTakeFirstOrThrow();
  const next = await findNextEntry(transaction, after, batchSize);
  const again = isFirst ? before : [];
  if (next === null && again.length === 0) return nothing;
  const lastEntry = next ?? after;
  const { rows: claims } = await sql<FollowedClaim>`
    select claims.id, claims.number, form_id, form_version from claims join claim_review review on review.claim_id = claims.id
    where claims.id = any(
      ${again}::bigint[] || array(
        select claim_id from claim_history
        where id > ${after} and id <= ${lastEntry} and kind = any(${[...followed]}::text[])
      ) || array(
        select decision.claim_id from claim_history entry
        join claim_decisions decision on decision.surviving_claim_id = entry.claim_id
        where entry.id > ${after} and entry.id <= ${lastEntry} and entry.kind = any(${[...ending]}::text[])
      ))
      and (review.status in ('received', 'waiting-documents', 'ready', 'deficient')
        or review.status in ('proposed', 'denied') and (review.reasons && ${uncuredReasons(context)}::text[]
          or exists (select from claim_decisions where id = review.decision_id and surviving_claim_id is not null)))
      and claims.status = 'filed'
    order by claims.id`.execute(transaction);
  const failed = await changeEach(transaction, claims, (claim) => updateStatus(transaction, context, claim));
  const failedClaims = [...new Set([...(isFirst ? [] : before), ...failed.map(({ id }) => id)])];
  await transaction
    .updateTable('review_progress')
    .set({ last_entry: lastEntry, failed_claims: failedClaims })
    .execute();
  return { isLast: next === null, failed };
}

/** IDs of the denial reasons for a deficiency that was not cured in time. */
const uncuredReasons = ({ settlement }: Pick<FollowContext, 'settlement'>): string[] =>
  settlement.review.reasons.flatMap(({ id, when }) => (when === 'uncured' ? [id] : []));

/** The history entry of a change that documents caused. */
const causedByDocuments = (moved: { readonly from: string; readonly to: string }) =>
  ({ kind: 'status-changed', details: { ...moved, cause: 'documents' } }) as const;

type FollowedClaim = ReviewedClaim & Parameters<typeof wasCuredInTime>[2];

/**
 * Reviews a deficient claim again if a document arrived in time after the deficiency was found;
 * earlier documents did not cure it. Also reviews an expired claim again if staff add such a
 * document later. Returns whether there was one. The transaction has locked the review.
 */
export async function cureByDocuments(
  transaction: Database,
  { settlement, now }: Pick<FollowContext, 'settlement' | 'now'>,
  claim: FollowedClaim,
  review: Review,
): Promise<boolean> {
  if (!(await wasCuredInTime(transaction, settlement, claim))) return false;
  const to = review.status === 'deficient' ? 'ready' : 'in-review';
  const set = { ...withoutDecision, reopened: true };
  await changeStatus(transaction, claim, review, now(), { to, set, event: causedByDocuments });
  return true;
}

async function updateStatus(transaction: Database, context: FollowContext, claim: FollowedClaim): Promise<void> {
  const { review, withdraw } = await lockReviewAndApproval(transaction, context, claim, { isBatch: true });
  const { status, reasons, decision_id: decisionId } = review;
  const isDenied = status === 'proposed' || status === 'denied';
  if (isDenied && (await hasLostSurvivor(transaction, decisionId))) {
    await changeStatus(transaction, claim, review, context.now(), {
      to: 'in-review',
      set: { ...withoutDecision, reopened: true },
      event: (moved) => ({ kind: 'status-changed', details: { ...moved, cause: 'survivor' } }),
    });
    await withdraw({ at: context.now(), reason: 'The claim that was kept in place of this one no longer counts.' });
  } else if (status === 'deficient' || (isDenied && uncuredReasons(context).some((id) => reasons.includes(id)))) {
    if (await cureByDocuments(transaction, context, claim, review))
      await withdraw({ at: context.now(), reason: 'A document was received in time.' });
  }
  if (!['received', 'waiting-documents', 'ready'].includes(status)) return;
  const to = statusWithoutReview((await findMissingDocuments(transaction, context, [claim.id])).has(claim.id));
  if (to !== status) await changeStatus(transaction, claim, review, context.now(), { to, event: causedByDocuments });
}
