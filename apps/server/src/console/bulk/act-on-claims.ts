import { isClosed, undoSeconds } from '@redress/contract/console/review';
import { lockClaims } from '../../claims/history/claim-history.ts';
import { planLetters, queueLetters } from '../../claims/letters/queue-letters.ts';
import { type Kysely, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { BulkJobRow } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { listReviewers, setAssignee } from '../review/assign-claim.ts';
import { applyChange, changesByHand } from '../review/change-by-hand.ts';
import { lockReview, type Review } from '../review/change-status.ts';
import { checkNow, wasUncured } from '../review/check-decision.ts';
import { isDisputedOfOwn, isLeased } from '../review/refuse-to-decide.ts';
import { storeDecision } from '../review/store-decision.ts';
import { needsSurvivor, refuseSurvivor } from '../review/surviving-claim.ts';
import { approveClaims, decidingKinds, findChanged, refusalOf } from './approve-claims.ts';
import { findEarliestDuplicates } from './earliest-duplicates.ts';
import type { ClaimOutcome, OutcomeReason } from './outcome-reasons.ts';
import { decidersOf, refusalOfShare } from './share-claims.ts';

type ActContext = Pick<ConsoleContext, 'keys' | 'now' | 'settlement' | 'publicUrl'>;

/** Acts on a claim. Returns null when done, and otherwise the reason why not. */
type Act = (transaction: Kysely<Tables>, claim: BulkClaim, review: Review) => Promise<OutcomeReason | null>;

/**
 * Acts on claims within a transaction, and returns the outcome of each. A list that a second person
 * approved is decided in sets; in all other actions, each claim is decided one by one, as a
 * reviewer would. The claims are locked first, so a reviewer decides before or after, and the later
 * decision finds the claim decided.
 */
export async function actOnClaims(
  transaction: Kysely<Tables>,
  context: ActContext,
  job: BulkJobRow,
  claimIds: readonly string[],
): Promise<ClaimOutcome[]> {
  const { surviving_claim_id: survivorId } = job;
  const isDuplicate = job.kind === 'deny' && needsSurvivor(context.settlement.review, job.reasons);
  const findSurvivors = async (): Promise<Survivors> =>
    survivorId === null && isDuplicate
      ? findEarliestDuplicates(transaction, claimIds)
      : new Map(survivorId === null ? [] : claimIds.map((id) => [id, survivorId]));
  await lockClaims(transaction, [...claimIds, ...(await findSurvivors()).values()]);
  // One may have been denied or withdrawn before it was locked; then another counts.
  const survivors = await findSurvivors();
  await lockClaims(transaction, [...survivors.values()]);
  const isApproval = job.kind === 'release' || job.kind === 'approve';
  if (isApproval && job.approval_id !== null) return approveClaims(transaction, context, job, claimIds);
  if (job.kind === 'letter') return queueForClaims(transaction, context, job, claimIds);
  const act = await actionOf(transaction, context, job, claimIds, survivors);
  const outcomes: ClaimOutcome[] = [];
  for (const claim of await readClaims(transaction, claimIds)) {
    const reason =
      claim.status === 'purged'
        ? 'purged'
        : await act(transaction, claim, await lockReview(transaction, context, claim));
    outcomes.push({ claimId: claim.id, outcome: reason === null ? 'done' : 'skipped', reason });
  }
  return outcomes;
}

const readClaims = (transaction: Kysely<Tables>, claimIds: readonly string[]) =>
  transaction
    .selectFrom('claims')
    .select(['id', 'number', 'case_id', 'form_id', 'form_version', 'email', 'late', 'amount', 'answers', 'status'])
    .where('id', 'in', claimIds)
    .orderBy('id')
    .execute();
type BulkClaim = Awaited<ReturnType<typeof readClaims>>[number];

async function actionOf(
  transaction: Kysely<Tables>,
  context: ActContext,
  job: BulkJobRow,
  claimIds: readonly string[],
  survivors: Survivors,
): Promise<Act> {
  switch (job.kind) {
    case 'assign':
      return assignTo(transaction, context, job, claimIds);
    case 'reopen': {
      const decided = await findChanged(transaction, job, claimIds, decidingKinds);
      return (acting, claim, review) =>
        reopen(acting, context, { job, claim, review, isChanged: decided.has(claim.id) });
    }
    case 'letter':
    case 'approve':
    case 'deficient':
    case 'deny':
    case 'release': {
      const changed = await findChanged(transaction, job, claimIds);
      return (acting, claim, review) =>
        decide(acting, context, { job, claim, review, survivors, isChanged: changed.has(claim.id) });
    }
  }
}

/**
 * Queues the letters that the decisions in force need, unless a claim was decided again after it
 * was chosen: no one has seen that letter.
 */
async function queueForClaims(
  transaction: Kysely<Tables>,
  context: ActContext,
  job: BulkJobRow,
  claimIds: readonly string[],
): Promise<ClaimOutcome[]> {
  const at = context.now();
  const decided = await findChanged(transaction, job, claimIds, decidingKinds);
  const chosen = claimIds.filter((id) => !decided.has(id));
  const letters = await planLetters(transaction, context, chosen, at);
  // A deficiency can still be undone for some seconds.
  const from = new Date(at.getTime() + undoSeconds * 1_000);
  await queueLetters(transaction, context, letters, { at, by: job.asked_by, from });
  const planned = new Map(letters.map((letter) => [letter.claim.id, letter]));
  return claimIds.map((claimId) => {
    const letter = planned.get(claimId);
    const reason = decided.has(claimId)
      ? 'decided-since'
      : !letter
        ? 'no-letter-due'
        : letter.email === null && letter.address === null
          ? 'no-address'
          : null;
    return { claimId, outcome: reason === null ? 'done' : 'skipped', reason };
  });
}

async function assignTo(
  transaction: Kysely<Tables>,
  { now }: ActContext,
  { id, asked_by: by, assign_to: toOne, shares, case_ids: cases }: BulkJobRow,
  claimIds: readonly string[],
): Promise<Act> {
  // The assignee may have lost the role since.
  const reviewersOf = new Map<string, ReadonlySet<string>>();
  for (const caseId of cases)
    reviewersOf.set(caseId, new Set((await listReviewers(transaction, [caseId])).map((reviewer) => reviewer.id)));
  const planned = shares === null ? undefined : await readAssignees(transaction, id, claimIds);
  return async (acting, claim, review) => {
    const plan = planned?.get(claim.id);
    const to = planned ? (plan?.to ?? null) : toOne;
    const at = now();
    if (isClosed(review.status)) return 'closed';
    const refusal = shares === null ? null : refusalOfShare(review, { to, reassigns: shares.reassigns, at });
    if (refusal !== null) return refusal;
    if (plan?.hasDecided === true) return 'no-reviewer';
    if (to !== null && (await isDisputedOfOwn(acting, claim.id, to))) return 'no-reviewer';
    if (to !== null && reviewersOf.get(claim.case_id)?.has(to) !== true) return 'not-a-reviewer';
    // A returned claim is free again. The review job ends expired leases.
    const losesLease = to === null && isLeased(review, at);
    if (losesLease)
      await acting.updateTable('claim_review').set({ leased_until: at }).where('claim_id', '=', claim.id).execute();
    if (review.assignee !== to) await setAssignee(acting, claim, at, { by, to });
    return review.assignee === to && !losesLease ? 'nothing-to-do' : null;
  };
}

/**
 * Reads the assignees that an assignment by share planned, and who has decided each claim since.
 */
async function readAssignees(transaction: Kysely<Tables>, jobId: string, claimIds: readonly string[]) {
  const rows = await transaction
    .selectFrom('bulk_job_claims')
    .select(['claim_id', 'assign_to as to'])
    .select(
      sql<boolean>`coalesce(assign_to::text = any(${decidersOf(sql`bulk_job_claims.claim_id`)}), false)`.as(
        'hasDecided',
      ),
    )
    .where('job_id', '=', jobId)
    .where('claim_id', 'in', claimIds)
    .execute();
  return new Map(rows.map((row) => [row.claim_id, row]));
}

/** The claims that count when others are denied as their duplicates, by the others' IDs. */
type Survivors = ReadonlyMap<string, string>;

const readSurvivor = (transaction: Kysely<Tables>, id: string) =>
  transaction
    .selectFrom('claims')
    .select(['id', 'number', 'case_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

interface Deciding {
  readonly job: BulkJobRow;
  readonly claim: BulkClaim;
  readonly review: Review;
  readonly isChanged: boolean;
}

/** Reopens as a supervisor would, unless the claim was decided again after it was chosen. */
async function reopen(
  transaction: Kysely<Tables>,
  context: ActContext,
  { job, claim, review, isChanged }: Deciding,
): Promise<OutcomeReason | null> {
  const { status } = review;
  if (isClosed(status)) return 'closed';
  const isDeficient = status === 'deficient';
  if (!isDeficient && status !== 'approved' && status !== 'reduced' && status !== 'denied') return 'not-in-force';
  if (isChanged) return 'decided-since';
  const change = isDeficient ? { ...changesByHand.reopen, to: 'ready' as const } : changesByHand.reopen;
  await applyChange(transaction, context, { claim, review, by: job.asked_by, reason: job.reason }, change);
  return null;
}

/**
 * Decides as a reviewer would: a decision that needs its own second person waits for one. A denial
 * always does.
 */
async function decide(
  transaction: Kysely<Tables>,
  context: ActContext,
  { job, claim, review, survivors, isChanged }: Deciding & { readonly survivors: Survivors },
): Promise<OutcomeReason | null> {
  const isDeficiency = job.kind === 'deficient';
  const isDenial = job.kind === 'deny';
  const { status: from } = review;
  // Most deficiencies are about missing documents, and a reviewer can deny a claim without them.
  const isIncomplete = from === 'waiting-documents' && (isDeficiency || isDenial);
  const leased = isLeased(review, context.now());
  const refusal = refusalOf({ from: isIncomplete ? 'ready' : from, isLeased: leased, isPurged: false, isChanged });
  if (refusal !== null) return refusal;
  for (const decider of [job.asked_by, job.approved_by])
    if (decider !== null && (await isDisputedOfOwn(transaction, claim.id, decider))) return 'own-dispute';
  const outcome = isDeficiency ? 'deficient' : isDenial ? 'deny' : 'approve';
  const decidable = { ...claim, isUncured: isDenial && (await wasUncured(transaction, context.settlement, claim)) };
  const checked = await checkNow(transaction, context.settlement, decidable, { outcome, reasons: job.reasons });
  if ('errors' in checked) return isDeficiency || isDenial ? 'wrong-reason' : 'no-amount';
  const survivorId = survivors.get(claim.id);
  if (survivorId === undefined && isDenial && needsSurvivor(context.settlement.review, job.reasons))
    return 'no-earlier-claim';
  const survivor = survivorId === undefined ? undefined : await readSurvivor(transaction, survivorId);
  if (survivor && (await refuseSurvivor(transaction, claim, survivor)) !== null) return 'not-a-duplicate';
  // Taking a lease does the same: only a claim in review can be decided.
  if (from !== 'ready')
    await transaction
      .updateTable('claim_review')
      .set({ status: 'in-review' })
      .where('claim_id', '=', claim.id)
      .execute();
  const { reasons, amount, pool } = checked;
  const causes = isDenial ? [...checked.causes, 'together' as const] : checked.causes;
  await storeDecision(
    transaction,
    context,
    claim,
    from === 'ready' ? review : { ...review, status: 'in-review' },
    {
      id: crypto.randomUUID(),
      staffId: job.asked_by,
      outcome,
      reasons,
      amount,
      pool,
      note: '',
      survivor,
      source: 'bulk',
      sourceId: job.id,
    },
    causes.length > 0 ? { after: 'approval', causes, askedBy: job.asked_by } : { after: 'seconds' },
  );
  return null;
}
