import type { ClaimDecision, ClaimReview } from '@redress/contract/console/review';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import { blindRefusal, blindStatus, findBlindSample, listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import { statusWithoutReview } from '../search/derive-rows.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { readReviewVersion } from './change-status.ts';
import { causesOf, placeOf, reasonsFor, wasUncured } from './check-decision.ts';
import { undoUntil } from './decide-claim.ts';
import {
  computeRecognizable,
  describeRecognizable,
  formatAmount,
  parseAmount,
  readAmountInputs,
} from './recognized-amount.ts';
import { refuseToDecide } from './refuse-to-decide.ts';
import { readCauses } from './release-decision.ts';
import { countUnsentFiles } from '../../site/status/unsent-files.ts';
import { cureDueOf } from './store-decision.ts';
import { listDuplicates } from './surviving-claim.ts';

type ReadContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/** A claim's status, and how a person can decide it. */
export async function readReview(
  context: ReadContext,
  person: Pick<StaffMember, 'id' | 'permitted'>,
  claim: FoundClaim,
): Promise<ClaimReview> {
  const { database, settlement } = context;
  const review = await database
    .selectFrom('claim_review')
    .leftJoin('staff as assigned', 'assigned.id', 'assignee')
    .selectAll('claim_review')
    .select('assigned.name as assigneeName')
    .where('claim_id', '=', claim.id)
    .executeTakeFirst();
  const inputs = await readAmountInputs(database, settlement, claim);
  const recognizable = computeRecognizable(settlement.review, claim.form_id, inputs);
  // A second reviewer of the claim must not learn its decision.
  const sampleId = await findBlindSample(database, claim.id, person.id);
  const isBlind = sampleId !== null;
  const isUncured = !isBlind && (await wasUncured(database, settlement, claim));
  const status = isBlind ? blindStatus : (review?.status ?? (await readStatusWithoutReview(context, claim.id)));
  const isPurged = claim.status === 'purged';
  const untouched = {
    status,
    case_id: claim.case_id,
    assignee: null,
    leased_by: null,
    leased_until: null,
  };
  return {
    number: claim.number,
    status: isPurged ? 'purged' : status,
    version: await readReviewVersion(database, { claim_id: claim.id, version: isBlind ? 0 : (review?.version ?? 0) }),
    assignee: review?.assignee && !isBlind ? { id: review.assignee, name: review.assigneeName ?? '' } : null,
    lease: isBlind ? null : await readLease(context, person.id, claim.id),
    decision:
      review?.decision_id && !isBlind ? await readDecision(context, person, claim, review.decision_id, review) : null,
    returned: isBlind || review?.status !== 'in-review' ? null : await readReturn(database, person, claim),
    duplicates: isBlind ? [] : await listDuplicates(database, claim.id, await listBlindClaimIds(database, person.id)),
    recognizedAmount: writeAmount(isBlind ? null : (review?.recognized_amount ?? null)),
    cureDue: isBlind ? null : (review?.cure_due ?? null),
    unsentFiles:
      isBlind || review?.status !== 'deficient' || review.decision_id === null
        ? 0
        : await countUnsentFiles(database, context.keys, { claimId: claim.id, decisionId: review.decision_id }),
    options: {
      reasons: reasonsFor(settlement.review, { formId: claim.form_id, late: claim.late, isUncured }).map((reason) => ({
        id: reason.id,
        outcome: reason.outcome,
        label: reason.label,
        causes: causesOf(reason),
        isDuplicate: reason.isDuplicate === true,
        place: placeOf(settlement.review, claim.form_id, reason),
      })),
      recognized: describeRecognizable(recognizable),
      secondPersonFrom: String(settlement.review.secondPersonFrom),
      cureDue: cureDueOf(context, claim),
    },
    refusal: isPurged
      ? 'The personal data of this claim was deleted, so it can no longer be decided.'
      : isBlind
        ? blindRefusal
        : await refuseToDecide(database, context, person, review ?? { ...untouched, claim_id: claim.id }),
    sampleId,
  };
}

/** The person who declined a claim's last decision that was not undone, and their reason. */
async function readReturn(
  database: ReadContext['database'],
  { permitted }: Pick<StaffMember, 'permitted'>,
  claim: Pick<FoundClaim, 'id' | 'case_id'>,
): Promise<ClaimReview['returned']> {
  const last = await database
    .selectFrom('claim_history as entry')
    .select(['kind', sql<string | null>`details->>'approval'`.as('approval')])
    .where('claim_id', '=', claim.id)
    .where('kind', 'in', ['claim-decided', 'decision-declined'])
    .where(
      sql<boolean>`not exists (
        select from claim_history undone
        where undone.claim_id = entry.claim_id and undone.kind = 'decision-undone'
          and undone.details->>'decisionId' = entry.details->>'decisionId'
      )`,
    )
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.kind !== 'decision-declined') return null;
  const declined = await database
    .selectFrom('approvals')
    .innerJoin('staff', 'staff.id', 'decided_by')
    .select(['staff.id', 'staff.name', 'decided_at', 'decision_reason'])
    .where('approvals.id', '=', last.approval)
    .where('decision', '=', 'declined')
    .executeTakeFirst();
  if (!declined?.decided_at) return null;
  const { id, name, decided_at: at, decision_reason: reason } = declined;
  const maySee = permitted.answers.includes(claim.case_id);
  return { by: { id, name }, at: at.toISOString(), reason: maySee ? reason : null };
}

/** The person who is deciding a claim now. */
export async function readLease(
  { database, now }: Pick<ReadContext, 'database' | 'now'>,
  staffId: string,
  claimId: string,
): Promise<ClaimReview['lease']> {
  const lease = await database
    .selectFrom('claim_review')
    .innerJoin('staff', 'staff.id', 'leased_by')
    .select(['staff.id', 'staff.name', 'leased_until'])
    .where('claim_id', '=', claimId)
    .where('leased_until', '>', now())
    .executeTakeFirst();
  if (!lease?.leased_until) return null;
  const { id, name, leased_until: until } = lease;
  return { by: { id, name }, isOwn: id === staffId, until: until.toISOString() };
}

const writeAmount = (decimal: string | null): string | null =>
  decimal === null ? null : formatAmount(parseAmount(decimal));

/** The status in the list. Search rows follow new documents within seconds. */
async function readStatusWithoutReview({ database }: ReadContext, claimId: string) {
  const row = await database
    .selectFrom('claim_search')
    .select('documents_missing')
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  return row ? statusWithoutReview(row.documents_missing) : 'received';
}

async function readDecision(
  { database, settlement, now }: ReadContext,
  person: Pick<StaffMember, 'id' | 'permitted'>,
  claim: Pick<FoundClaim, 'case_id'>,
  id: string,
  review: { readonly status: string; readonly approval_id: string | null },
): Promise<ClaimDecision> {
  const {
    staff_id: staffId,
    name,
    ...decision
  } = await database
    .selectFrom('claim_decisions')
    .leftJoin('staff', 'staff.id', 'staff_id')
    .leftJoin('claims as survivor', 'survivor.id', 'surviving_claim_id')
    .selectAll('claim_decisions')
    .select(['staff.name', 'survivor.number as survivor'])
    .where('claim_decisions.id', '=', id)
    .executeTakeFirstOrThrow();
  const isPending = review.status === 'proposed' || review.status === 'deficient';
  const canUndo = isPending && decision.source === 'reviewer' && staffId === person.id && now() < undoUntil(decision);
  return {
    id,
    at: decision.at.toISOString(),
    by: staffId === null ? null : { id: staffId, name: name ?? '' },
    outcome: decision.outcome,
    reasons: decision.reasons.map((reason) => ({
      id: reason,
      label: settlement.review.reasons.find((each) => each.id === reason)?.label ?? reason,
    })),
    recognizedAmount: writeAmount(decision.recognized_amount),
    survivingClaim: decision.survivor,
    note: person.permitted.answers.includes(claim.case_id) ? decision.note : null,
    source: decision.source,
    undoUntil: canUndo ? undoUntil(decision).toISOString() : null,
    waitsFor: review.status === 'proposed' && review.approval_id ? await readCauses(database, review.approval_id) : [],
  };
}
