import { type Outcome, outcomes, releasedStatus, secondPersonCauses } from '@redress/contract/console/review';
import type { Settlement } from '@redress/contract/settlement';
import { causesPrefix } from '@redress/contract/console/approvals';
import { causeLabels, decisionLabels } from '@redress/contract/console/claim-labels';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { HistoryEvent } from '../../claims/history/claim-history.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { defineApproval } from '../approvals/approvals.ts';
import { mayAskForApproval } from '../approvals/decide-approval.ts';
import { setAssignee } from './assign-claim.ts';
import { changeEach, type ClaimFailure } from './change-each.ts';
import {
  changeStatus,
  decidedUpon,
  lockReview,
  type Review,
  type ReviewedClaim,
  type StatusChange,
  withoutDecision,
} from './change-status.ts';
import { findWithoutLastDay } from './last-deficiency.ts';
import { formatDollars, parseAmount } from './recognized-amount.ts';
import { findDisputedOfOwn } from './refuse-to-decide.ts';
import { refuseStoredSurvivor } from './surviving-claim.ts';

/** The kind of request for a second person's approval of one decision. */
export const claimDecisionKind = 'claim-decision';

const DetailsSchema = Type.Object({
  claim: Type.String(),
  decision: Type.String(),
  outcome: Type.Enum([...outcomes]),
  reasons: Type.Array(Type.String()),
  amount: Type.Union([Type.String(), Type.Null()]),
  /** The number of the claim that counts, in a denial as a duplicate. */
  survivor: Type.Optional(Type.String()),
  causes: Type.Array(Type.Enum([...secondPersonCauses])),
  /** The decision in words, for the second person. */
  description: Type.String(),
});
type Details = Static<typeof DetailsSchema>;

/** They follow “A second person decides, because”. */
const requestCauses = {
  ...causeLabels,
  fraud: 'it is a denial for fraud',
  'high-value': 'of the recognized amount',
};

/** For example `Deny claim 8001583106: Fraudulent`. */
export function describeDecision(
  settlement: Pick<Settlement, 'review'>,
  { claim, outcome, reasons, amount, survivor }: Pick<Details, 'claim' | 'outcome' | 'reasons' | 'amount' | 'survivor'>,
): string {
  const labels = reasons.map((id) => settlement.review.reasons.find((reason) => reason.id === id)?.label ?? id);
  const recognized =
    amount === null ? '' : ` ${outcome === 'reduce' ? 'to' : 'for'} ${formatDollars(parseAmount(amount))}`;
  const counts = survivor === undefined ? '' : `. Claim ${survivor} counts instead`;
  return `${decisionLabels.decide[outcome]} claim ${claim}${recognized}${labels.length === 0 ? '' : `: ${labels.join('; ')}`}${counts}`;
}

export const describeCauses = (causes: Details['causes']): string =>
  `${causesPrefix}${causes.map((cause) => requestCauses[cause]).join(', and because ')}.`;

/**
 * Lets a proposed decision take effect, in a transaction that has locked the review.
 * @param approval the second person's, where one was needed
 */
export async function releaseDecision(
  transaction: Database,
  claim: ReviewedClaim,
  review: Review,
  at: Date,
  approval?: string,
): Promise<void> {
  const decision = await transaction
    .selectFrom('claim_decisions')
    .select(['id', 'outcome'])
    .where('id', '=', review.decision_id)
    .executeTakeFirstOrThrow();
  await changeStatus(transaction, claim, review, at, takeEffect(decision, approval));
}

/** The change of a claim's review when a proposed decision takes effect. */
export function takeEffect({ id, outcome }: { readonly id: string; readonly outcome: Outcome }, approval?: string) {
  if (outcome === 'deficient') throw new Error('A deficiency takes effect at once');
  return {
    to: releasedStatus[outcome],
    set: { release_at: null, queued_by_rule: false, reopened: false },
    event: (moved) => ({
      kind: 'decision-released',
      details: { decisionId: id, ...(approval !== undefined && { approval }), ...moved },
    }),
  } satisfies StatusChange;
}

/** A transaction with this many claims takes about a quarter of a second. */
const batchSize = 100;

/**
 * Lets decisions take effect that were not undone in time. If a document, an answer or a correction
 * came after one, or the claim that a duplicate names no longer counts, the claim is reviewed again
 * instead. Returns the failures of single claims, which are retried the next time.
 */
export async function releaseDueDecisions(
  context: Pick<ConsoleContext, 'database' | 'now' | 'settlement'>,
): Promise<ClaimFailure[]> {
  const { database, now } = context;
  const at = now();
  const failures: ClaimFailure[] = [];
  for (let after = { release_at: new Date(0), id: '0' }; ;) {
    const due = await database
      .selectFrom('claim_review')
      .innerJoin('claims', 'claims.id', 'claim_review.claim_id')
      .select(['claims.id', 'claims.number', 'release_at'])
      .where('release_at', '<=', at)
      .where(sql<boolean>`(release_at, claim_id) > (${after.release_at}, ${after.id})`)
      .where('claims.status', '=', 'filed')
      .orderBy('release_at')
      .orderBy('claim_id')
      .limit(batchSize)
      .execute();
    const last = due.at(-1);
    if (!last?.release_at) return failures;
    after = { release_at: last.release_at, id: last.id };
    // Two processes lock claims in the same order, so that they never wait for each other.
    const claims = due.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
    const failed = await database.transaction().execute((transaction) =>
      changeEach(transaction, claims, async (claim) => {
        const review = await lockReview(transaction, context, claim);
        const isDue = review.status === 'proposed' && review.release_at !== null && review.release_at <= at;
        if (!isDue) return;
        const decision = review.decision_id ?? '';
        const isChanged = (await findChangesSince(transaction, [claim.number], [decision], decidedUpon)).size > 0;
        if (isChanged || (await refuseStoredSurvivor(transaction, review.decision_id)) !== null)
          await changeStatus(transaction, claim, review, at, {
            to: 'in-review',
            set: { ...withoutDecision, reopened: true },
            event: (moved) => ({
              kind: 'status-changed',
              details: { ...moved, cause: isChanged ? 'changed' : 'survivor' },
            }),
          });
        else await releaseDecision(transaction, claim, review, at);
      }),
    );
    failures.push(...failed);
  }
}

/** The claim of a request, if its decision still waits for the request. */
async function lockAsked(
  transaction: Database,
  context: Pick<ConsoleContext, 'settlement'>,
  { claim: number, decision }: Details,
  approval: string,
) {
  const claim = await transaction
    .selectFrom('claims')
    .select(['id', 'number', 'status'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  if (claim.status === 'purged') return undefined;
  const review = await lockReview(transaction, context, claim);
  const isWaiting = review.status === 'proposed' && review.decision_id === decision && review.approval_id === approval;
  return isWaiting ? { claim, review } : undefined;
}

/** Entries that may call an earlier decision into question. */
const changes = [
  'answer-sent',
  'document-stored',
  'data-checked',
  'claim-scored',
  'claim-corrected',
  'verdict',
] as const;

const changeWords: Readonly<Record<(typeof changes)[number], string>> = {
  'answer-sent': 'the claimant answered the deficiency',
  'document-stored': 'a document arrived',
  'data-checked': 'a data file was checked',
  'claim-scored': 'its score changed',
  'claim-corrected': 'an answer was corrected',
  verdict: 'a finding was recorded',
};

/**
 * The kinds of the first of these entries that came after decisions, by the decisions' IDs, in the
 * order of the claims' histories, because the clocks of two servers may differ.
 */
async function findChangesSince(
  database: Database,
  claimNumbers: readonly string[],
  decisionIds: readonly string[],
  kinds: readonly HistoryEvent['kind'][],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ decision: string; kind: string }>`
    select decided.details->>'decisionId' as decision, change.kind
    from claims
    join claim_history decided on decided.claim_id = claims.id and decided.kind = 'claim-decided'
    cross join lateral (
      select kind from claim_history
      where claim_id = claims.id and kind = any(${kinds}::text[]) and position > decided.position
      order by position limit 1
    ) change
    where claims.number = any(${claimNumbers}::text[]) and decided.details->>'decisionId' = any(${decisionIds}::text[])`.execute(
    database,
  );
  return new Map(rows.map(({ decision, kind }) => [decision, kind]));
}

/** The reasons why decisions can only be declined, in sentences; null where there is none. */
async function refuseToRelease(
  database: Database,
  asked: readonly Details[],
  staffId: string,
): Promise<(string | null)[]> {
  const numbers = asked.map(({ claim }) => claim);
  const decisions = asked.map(({ decision }) => decision);
  const changed = await findChangesSince(database, numbers, decisions, changes);
  const ofOwn = await findDisputedOfOwn(database, numbers, staffId);
  const expired = asked.flatMap(({ claim, causes }) => (causes.includes('expired') ? claim : []));
  const withoutLastDay = await findWithoutLastDay(database, expired);
  return Promise.all(
    asked.map(async ({ claim, survivor, decision }) => {
      if (ofOwn.has(claim))
        return 'The claimant disputes a decision that you made or approved. Someone else must approve this one.';
      const refusal = survivor === undefined ? null : await refuseStoredSurvivor(database, decision);
      if (refusal !== null) return `${refusal} Decline the request, so that the claim is decided again.`;
      if (withoutLastDay.has(claim))
        return `The letter about the deficiency of claim ${claim} came back. If you decline, the claim is decided again.`;
      const change = changes.find((each) => each === changed.get(decision));
      return change === undefined
        ? null
        : `Claim ${claim} changed after this decision: ${changeWords[change]}. Check the claim. If you decline, it is decided again.`;
    }),
  );
}

export const claimDecisionApproval = defineApproval(claimDecisionKind, {
  label: 'Decisions about claims',
  claimOf: ({ claim }) => claim,
  isApprovedTogether: true,
  permission: 'decide',
  details: DetailsSchema,
  describe: (_context, { description }) => description,
  refuse: refuseToRelease,
  async carryOut(transaction, context, { id, details, decidedBy }) {
    const asked = await lockAsked(transaction, context, details, id);
    if (!asked)
      throw consoleProblem('conflict', 'This decision no longer needs your approval. Decline it, or reload the page.');
    const [refusal] = await refuseToRelease(transaction, [details], decidedBy);
    if (typeof refusal === 'string') throw consoleProblem('conflict', refusal);
    await releaseDecision(transaction, asked.claim, asked.review, context.now(), id);
  },
  /** The claim goes back to the person who asked, if they still decide claims of its case. */
  async drop(transaction, context, { id: approval, caseId, details, askedBy, decidedBy: by, isWithdrawn }) {
    const asked = await lockAsked(transaction, context, details, approval);
    if (!asked) return;
    const decisionId = details.decision;
    const at = context.now();
    await changeStatus(transaction, asked.claim, asked.review, at, {
      to: 'in-review',
      set: { ...withoutDecision, reopened: true },
      event: (moved) =>
        isWithdrawn
          ? { kind: 'decision-undone', details: { decisionId, by, approval, ...moved } }
          : { kind: 'decision-declined', details: { decisionId, approval, ...moved } },
    });
    const mayDecide = await mayAskForApproval(transaction, context, {
      kind: claimDecisionKind,
      case_id: caseId,
      asked_by: askedBy,
    });
    if (mayDecide && asked.review.assignee !== askedBy)
      await setAssignee(transaction, asked.claim, at, { by, to: askedBy });
  },
});

/** The reasons why a decision waits for a second person. */
export async function readCauses(database: Database, approvalId: string): Promise<Details['causes']> {
  const { details } = await database
    .selectFrom('approvals')
    .select('details')
    .where('id', '=', approvalId)
    .executeTakeFirstOrThrow();
  return Value.Parse(DetailsSchema, details).causes;
}
