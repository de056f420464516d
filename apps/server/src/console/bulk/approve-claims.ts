import { randomUUID } from 'node:crypto';
import { isClosed, type ReviewStatus } from '@redress/contract/console/review';
import type { RuleOutcome } from '@redress/contract/console/rules';
import { type Kysely, sql } from 'kysely';
import { findMissingDocuments, statusWithoutReview } from '../search/derive-rows.ts';
import { addHistoryEntries, type HistoryEvent } from '../../claims/history/claim-history.ts';
import type { ConsoleContext } from '../context.ts';
import { changeStatuses, ensureReviews } from '../review/change-status.ts';
import type { BulkJobRow } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { factsOfNow, recognizedAmount } from '../review/recognized-amount-sql.ts';
import { takeEffect } from '../review/release-decision.ts';
import { type NewDecision, storeDecisions } from '../review/store-decision.ts';
import type { ClaimOutcome, OutcomeReason } from './outcome-reasons.ts';

type ApproveContext = Pick<ConsoleContext, 'keys' | 'now' | 'settlement'>;

/** A claim with the outcome that a rule or a person chose, and its current state. */
interface ChosenClaim {
  readonly id: string;
  readonly number: string;
  readonly case_id: string;
  readonly form_id: string;
  readonly isPurged: boolean;
  readonly outcome: RuleOutcome;
  /** The recognized amount that the second person agreed to. */
  readonly amount: string | null;
  /** Whether the recognized amount has changed since. */
  readonly isOtherAmount: boolean;
  /** Null: the claim has no review yet. */
  readonly status: ReviewStatus | null;
  readonly isLeased: boolean;
  readonly isReopened: boolean;
  readonly isQueued: boolean;
}
interface EligibleClaim extends ChosenClaim {
  readonly from: ReviewStatus;
  readonly isChanged: boolean;
}

/** After these entries, another decision is in force, or none, unless they make the claim final. */
export const decidingKinds = [
  ...(['claim-decided', 'decision-undone', 'decision-declined', 'status-changed', 'claim-purged'] as const),
];
/** These entries may call an earlier decision into question. */
const changingKinds = [
  ...(['answer-sent', 'document-stored', 'document-scanned', 'data-checked', 'claim-scored'] as const),
  ...(['claim-corrected', 'verdict'] as const),
  'queued-by-rule' as const,
  ...decidingKinds,
];

/**
 * Approves claims at once, or queues the claims of a rule, because a second person has agreed to
 * exactly this list.
 */
export async function approveClaims(
  transaction: Kysely<Tables>,
  context: ApproveContext,
  job: BulkJobRow,
  claimIds: readonly string[],
): Promise<ClaimOutcome[]> {
  const claims = await readChosen(transaction, context, job, claimIds);
  const changed = await findChanged(transaction, job, claimIds);
  const withoutReview = claims.flatMap(({ id, status }) => (status === null ? [id] : []));
  const missing = await findMissingDocuments(transaction, context, withoutReview);
  const outcomes: ClaimOutcome[] = [];
  const eligible: EligibleClaim[] = [];
  for (const claim of claims) {
    const from = claim.status ?? statusWithoutReview(missing.has(claim.id));
    const reason = refusalOfChosen({ ...claim, from, isChanged: changed.has(claim.id) });
    if (reason === null) eligible.push({ ...claim, from, isChanged: false });
    outcomes.push({ claimId: claim.id, outcome: reason === null ? 'done' : 'skipped', reason });
  }
  // Most claims have no review yet.
  await ensureReviews(
    transaction,
    context,
    eligible.flatMap(({ id, status }) => (status === null ? [id] : [])),
  );
  const approved = eligible.filter(({ outcome }) => outcome === 'approve');
  const queued = eligible.filter(({ outcome }) => outcome === 'queue');
  // Rows and their history entries have the same time.
  const at = context.now();
  const decided = await storeApprovals(transaction, context, { job, at }, approved);
  await storeQueued(transaction, queued);
  // Entries are added last: until the transaction ends, they keep histories from being sealed.
  await addHistoryEntries(transaction, at, [
    ...decided,
    ...queued.map((claim) => ({ ...claim, events: [queuedEvent(job)] })),
  ]);
  return outcomes;
}

/** The reason why a claim is not decided. */
export function refusalOf(
  claim: Pick<EligibleClaim, 'from' | 'isPurged' | 'isLeased' | 'isChanged'>,
): OutcomeReason | null {
  if (claim.isPurged) return 'purged';
  if (isClosed(claim.from)) return 'closed';
  if (claim.from === 'in-review' || claim.isLeased) return 'in-review';
  if (claim.from === 'waiting-documents') return 'waiting-documents';
  if (claim.from !== 'ready' && claim.from !== 'received') return 'decided';
  return claim.isChanged ? 'changed' : null;
}

const refusalOfChosen = (claim: EligibleClaim): OutcomeReason | null => {
  const refusal = refusalOf(claim);
  if (claim.outcome === 'queue' && claim.isQueued && (refusal === null || refusal === 'changed'))
    return 'already-queued';
  if (refusal !== null || claim.outcome === 'queue') return refusal;
  if (claim.isReopened) return 'reopened';
  if (claim.amount === null) return 'no-amount';
  return claim.isOtherAmount ? 'amount-changed' : null;
};

/** Finds claims with a new entry that may call the choice into question. */
export async function findChanged(
  transaction: Kysely<Tables>,
  { as_of: asOf }: Pick<BulkJobRow, 'as_of'>,
  claimIds: readonly string[],
  kinds: readonly HistoryEvent['kind'][] = changingKinds,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history
    where claim_id = any(${claimIds}::bigint[]) and id > ${asOf} and kind = any(${kinds}::text[])
      and not (kind = 'document-scanned' and details->>'outcome' = 'clean')
      and coalesce(details->>'to', '') <> 'final'`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

async function readChosen(
  transaction: Kysely<Tables>,
  { now, settlement }: ApproveContext,
  job: BulkJobRow,
  claimIds: readonly string[],
): Promise<ChosenClaim[]> {
  // A rule's result reflects the history up to a seal; the history has every later change.
  const isOtherAmount =
    job.run_id === null ? sql`chosen.amount is distinct from ${recognizedAmount(settlement.review)}` : sql`false`;
  const { rows } = await sql<ChosenClaim>`
    select claim.id, claim.number, claim.case_id, claim.form_id, claim.status = 'purged' as "isPurged",
      coalesce(listed.outcome, 'approve') as outcome, chosen.amount::text as amount, ${isOtherAmount} as "isOtherAmount",
      review.status, coalesce(review.leased_until > ${now()}, false) as "isLeased",
      coalesce(review.reopened, false) as "isReopened", coalesce(review.queued_by_rule, false) as "isQueued"
    from bulk_job_claims chosen
    join claims claim on claim.id = chosen.claim_id ${job.run_id === null ? factsOfNow : sql``}
    left join rule_run_claims listed on listed.run_id = ${job.run_id} and listed.claim_id = claim.id
    left join claim_review review on review.claim_id = claim.id
    where chosen.job_id = ${job.id} and chosen.claim_id = any(${claimIds}::bigint[])
    order by claim.id`.execute(transaction);
  return rows;
}

/** Stores and releases approvals. Returns the claims with their history entries. */
async function storeApprovals(
  transaction: Kysely<Tables>,
  context: ApproveContext,
  { job, at }: { readonly job: BulkJobRow; readonly at: Date },
  claims: readonly EligibleClaim[],
): Promise<(EligibleClaim & { readonly events: readonly HistoryEvent[] })[]> {
  if (claims.length === 0) return [];
  const approved = claims.map((claim) => ({
    claim,
    from: claim.from,
    approvalId: job.approval_id,
    decision: {
      id: randomUUID(),
      staffId: job.asked_by,
      outcome: 'approve',
      reasons: [],
      amount: claim.amount,
      pool: context.settlement.review.recognized[claim.form_id]?.pool ?? null,
      note: '',
      source: job.run_id === null ? 'bulk' : 'rule',
      sourceId: job.run_id ?? job.id,
    } satisfies NewDecision,
  }));
  // The table of transitions does not allow a step from received to proposed.
  await sql`
    update claim_review set status = 'ready'
    where claim_id = any(${claims.map(({ id }) => id)}::bigint[]) and status = 'received'`.execute(transaction);
  const decided = await storeDecisions(transaction, context, at, approved);
  const released = await changeStatuses(
    transaction,
    approved.map(({ claim, decision }) => ({
      ...takeEffect(decision, job.approval_id ?? undefined),
      claim,
      from: 'proposed',
    })),
  );
  return claims.map((claim, index) => ({ ...claim, events: [decided, released].flatMap((each) => each[index] ?? []) }));
}

async function storeQueued(transaction: Kysely<Tables>, claims: readonly EligibleClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    update claim_review set queued_by_rule = true, version = version + 1
    where claim_id = any(${claims.map(({ id }) => id)}::bigint[])`.execute(transaction);
}

const queuedEvent = ({ run_id: runId, asked_by: by, approval_id: approval }: BulkJobRow): HistoryEvent => ({
  kind: 'queued-by-rule',
  details: { runId: runId ?? '', by, approval: approval ?? '' },
});
