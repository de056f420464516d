import { sql, type Transaction } from 'kysely';
import { type DeriveContext, deriveRows, statusWithoutReview } from '../search/derive-rows.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { findNextEntry, tryLock } from '../../claims/history/follow-history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { changeEach } from './change-each.ts';
import { changeStatus, lockReview, type Review, type ReviewedClaim, withoutDecision } from './change-status.ts';
import { hasChangedSince } from './release-decision.ts';

type FollowContext = Pick<ConsoleContext, 'database' | 'now'> & DeriveContext;

/** The advisory lock of the one transaction that follows the histories. An arbitrary number. */
const lock = 7_324_934;
/** History entries per transaction. */
const batchSize = 1_000;
/** What can change which documents are missing. */
const followed = ['document-stored', 'document-scanned', 'data-checked'] as const;

/**
 * Brings claims that somebody has touched up to date with the documents that arrive: one that waited
 * for documents is ready, and a deficient one is reviewed again. Progress is written with the changes.
 * Returns the failures of single claims: these wait for their next document, or the day to cure them.
 */
export async function followDocuments(context: FollowContext): Promise<Error[]> {
  const transaction = context.database.transaction().setIsolationLevel('read committed');
  const failures: Error[] = [];
  for (;;) {
    const failed = await transaction.execute((following) => followBatch(following, context));
    if (!failed) return failures;
    failures.push(...failed);
  }
}

/** Undefined when nothing is left to follow. */
async function followBatch(transaction: Transaction<Tables>, context: FollowContext): Promise<Error[] | undefined> {
  if (!(await tryLock(transaction, lock))) return undefined;
  const { last_entry: after } = await transaction
    .selectFrom('review_progress')
    .select('last_entry')
    .executeTakeFirstOrThrow();
  const lastEntry = await findNextEntry(transaction, after, batchSize);
  if (lastEntry === null) return undefined;
  const { rows: claims } = await sql<ReviewedClaim>`
    select distinct claims.id, claims.number
    from claim_history
    join claim_review review using (claim_id)
    join claims on claims.id = claim_id
    where claim_history.id > ${after} and claim_history.id <= ${lastEntry} and kind = any(${[...followed]}::text[])
      and review.status in ('received', 'waiting-documents', 'ready', 'deficient') and claims.status = 'filed'
    order by claims.id`.execute(transaction);
  const failures = await changeEach(transaction, claims, (claim) => updateStatus(transaction, context, claim));
  await transaction.updateTable('review_progress').set({ last_entry: lastEntry }).execute();
  return failures;
}

/** The entry of a change that documents have caused. */
const causedByDocuments = (moved: { readonly from: string; readonly to: string }) =>
  ({ kind: 'status-changed', details: { ...moved, cause: 'documents' } }) as const;

/**
 * Reviews a deficient claim again if a document came after the deficiency was found: what arrived before
 * it did not cure it. Returns whether one did. The transaction has locked the review.
 */
export async function cureByDocuments(
  transaction: Database,
  claim: ReviewedClaim,
  review: Review,
  at: Date,
): Promise<boolean> {
  if (!(await hasChangedSince(transaction, claim.id, review.decision_id, ['document-stored']))) return false;
  const set = { ...withoutDecision, reopened: true };
  await changeStatus(transaction, claim, review, at, { to: 'ready', set, event: causedByDocuments });
  return true;
}

async function updateStatus(transaction: Database, context: FollowContext, claim: ReviewedClaim): Promise<void> {
  const review = await lockReview(transaction, claim);
  if (review.status === 'deficient') {
    await cureByDocuments(transaction, claim, review, context.now());
    return;
  }
  if (!['received', 'waiting-documents', 'ready'].includes(review.status)) return;
  const [row] = await deriveRows(transaction, context, [claim.id]);
  if (!row) return;
  const to = statusWithoutReview(row.documents_missing);
  if (to !== review.status)
    await changeStatus(transaction, claim, review, context.now(), { to, event: causedByDocuments });
}
