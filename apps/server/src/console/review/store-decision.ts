import { type Outcome, type ReviewStatus, type SecondPersonCause, undoSeconds } from '@redress/contract/console/review';
import { findForm } from '@redress/contract/settlement';
import { dayIn } from '@redress/forms/court-day';
import { addHistoryEntry, type HistoryEvent } from '../../claims/history/claim-history.ts';
import { lastDayToCure } from '../../claims/letters/record-mailing.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { askForApproval } from '../approvals/approvals.ts';
import { changeStatuses, type Review, type ReviewedClaim, withoutDecision, withoutLease } from './change-status.ts';
import { claimDecisionKind, describeCauses, describeDecision } from './release-decision.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

export interface NewDecision {
  /** The client chooses the ID, so that a repeated decision is stored once. */
  readonly id: string;
  /** Null: a deficiency expired. */
  readonly staffId: string | null;
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  /** Dollars and cents. Null for a deficiency and a denial. */
  readonly amount: string | null;
  readonly pool: string | null;
  readonly note: string;
  /** The claim that counts, in a denial as a duplicate. */
  readonly survivor?: ReviewedClaim | undefined;
  readonly source: 'reviewer' | 'rule' | 'bulk' | 'expiry';
  /** The ID of the rule's run or of the bulk action. */
  readonly sourceId?: string;
}

/** A decision takes effect after the seconds to undo it, or with a second person's approval. */
export type Effect =
  | { readonly after: 'seconds' }
  /** The request asks for this decision alone. `askedBy` is the first person. */
  | { readonly after: 'approval'; readonly causes: readonly SecondPersonCause[]; readonly askedBy: string };

interface DecidedClaim extends ReviewedClaim {
  readonly case_id: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly email: string | null;
}

/**
 * Stores a decision about a claim whose review the transaction has locked, with an entry in its
 * history. The decision is only proposed, except for a deficiency, which takes effect at once.
 */
export async function storeDecision(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys' | 'now' | 'settlement'>,
  claim: DecidedClaim,
  review: Review,
  decision: NewDecision,
  effect: Effect,
): Promise<void> {
  const { id, outcome, reasons, amount, survivor } = decision;
  const at = context.now();
  const causes = effect.after === 'approval' ? effect.causes : [];
  const asked = {
    claim: claim.number,
    decision: id,
    outcome,
    reasons: [...reasons],
    amount,
    causes: [...causes],
    ...(survivor && { survivor: survivor.number }),
  };
  const approvalId =
    effect.after === 'approval'
      ? await askForApproval(transaction, context, {
          kind: claimDecisionKind,
          caseId: claim.case_id,
          askedBy: effect.askedBy,
          details: { ...asked, description: describeDecision(context.settlement, asked) },
          reason: describeCauses(asked.causes),
        })
      : null;
  const isDeficient = outcome === 'deficient';
  const releaseAt = isDeficient || approvalId !== null ? null : new Date(at.getTime() + undoSeconds * 1_000);
  const made = { claim, from: review.status, decision, approvalId, causes, releaseAt };
  for (const event of await storeDecisions(transaction, context, at, [made]))
    await addHistoryEntry(transaction, claim, at, event);
}

interface MadeDecision {
  readonly claim: ReviewedClaim;
  readonly from: ReviewStatus;
  readonly decision: NewDecision;
  /** The request to a second person. `causes` are the reasons for it. */
  readonly approvalId: string | null;
  readonly causes?: readonly SecondPersonCause[];
  readonly releaseAt?: Date | null;
}

/**
 * Writes decisions about claims whose reviews the transaction has locked.
 * @returns the entries that the caller adds to their histories, in the order of the decisions
 */
export async function storeDecisions(
  transaction: Database,
  { keys }: Pick<ConsoleContext, 'keys'>,
  at: Date,
  made: readonly MadeDecision[],
): Promise<HistoryEvent[]> {
  const stored = await transaction
    .insertInto('claim_decisions')
    .values(
      made.map(
        ({ claim, decision: { id, staffId, outcome, reasons, amount, note, survivor, source, sourceId = null } }) => ({
          id,
          claim_id: claim.id,
          at,
          staff_id: staffId,
          outcome,
          reasons: [...reasons],
          recognized_amount: amount,
          note,
          source,
          source_id: sourceId,
          surviving_claim_id: survivor?.id ?? null,
        }),
      ),
    )
    .returningAll()
    .execute();
  const rowsOf = new Map(stored.map((row) => [row.id, hashRow('claim_decisions', row, keys)]));
  return changeStatuses(
    transaction,
    made.map(({ claim, from, decision, approvalId, causes = [], releaseAt = null }) => {
      const { id, staffId, outcome, reasons, amount, pool, source, sourceId } = decision;
      return {
        claim,
        from,
        to: outcome === 'deficient' ? 'deficient' : 'proposed',
        set: {
          ...withoutDecision,
          ...withoutLease,
          decision_id: id,
          reasons: [...reasons],
          recognized_amount: amount,
          pool: amount === null ? null : pool,
          release_at: releaseAt,
          approval_id: approvalId,
        },
        event: (moved) => ({
          kind: 'claim-decided',
          details: {
            decisionId: id,
            ...(staffId !== null && { by: staffId }),
            outcome,
            reasons: reasons.join(' '),
            ...(amount !== null && { amount }),
            source,
            ...(sourceId !== undefined && { sourceId }),
            ...(causes.length > 0 && { waitsFor: causes.join(' ') }),
            ...moved,
          },
          rows: rowsOf.get(id) ?? {},
        }),
      };
    }),
  );
}

/** The last day to cure a deficiency, if it is found and its letter is mailed today. */
export const cureDueOf = (
  { settlement, now }: Pick<ConsoleContext, 'now' | 'settlement'>,
  claim: Pick<DecidedClaim, 'form_id' | 'form_version' | 'email'>,
): string =>
  lastDayToCure(
    settlement,
    claim,
    claim.email === null ? 'post' : 'email',
    dayIn(timeZoneOf(settlement, claim), now()),
  );

/** The time zone of a claim's form, in which its last day to cure is counted. */
export const timeZoneOf = (
  settlement: ConsoleContext['settlement'],
  { form_id: formId, form_version: version }: Pick<DecidedClaim, 'form_id' | 'form_version'>,
): string => findForm(settlement, formId, version)?.timeZone ?? settlement.site.timeZone;
