import { releasedStatus } from '@redress/contract/console/review';
import type { Language } from '@redress/contract/language';
import {
  disputeItem,
  type StatusClaimView,
  type StatusDecision,
  type StatusReason,
  type StatusState,
  type StatusWay,
} from '@redress/contract/status-page';
import { dayIn } from '@redress/forms/court-day';
import { formatMoney } from '@redress/forms/format-money';
import type { SiteContext } from '../context.ts';
import { isDisputeGranted } from '../../claims/letters/record-mailing.ts';
import { readPayments } from '../../claims/payments/read-payments.ts';
import { inCents, readClaimStatus } from '../../claims/status/claim-status.ts';
import { findClaimDocumentsItem } from '../uploads/authorize-upload.ts';
import { listStagedUploads } from '../uploads/staged-uploads.ts';
import { readContact } from './change-contact.ts';
import { describeSteps } from './describe-steps.ts';
import { canDispute, findOpenDeficiency, lastDayOf, readStatusRecords, type StatusRecords } from './status-records.ts';
import { stagingKeys } from './unsent-files.ts';

/** The page shows these after a form was sent. */
export type Returned = Partial<Pick<StatusClaimView, 'notice' | 'errors' | 'typed'>>;

/** Reads the page of a claim for its claimant. Undefined if there is none, or it was purged. */
export async function readStatus(
  context: Pick<SiteContext, 'database' | 'settlement' | 'keys' | 'now'>,
  { claimNumber, way }: { readonly claimNumber: string; readonly way: StatusWay },
  language: Language,
  returned: Returned = {},
): Promise<StatusClaimView | undefined> {
  const { database, settlement, keys, now } = context;
  const found = await readClaimStatus(context, claimNumber, language);
  if (!found) return undefined;
  const { claim, form, status } = found;
  const records = await readStatusRecords(database, claim.id);
  const { timeZone } = form;
  const today = dayIn(timeZone, now());
  const reasonOf = (id: string): StatusReason => {
    const reason = settlement.review.reasons.find((each) => each.id === id);
    // A rule of review that was removed has no text any more.
    return { id, text: reason?.text[language] ?? id };
  };
  const state = stateOf(records, status.due.length > 0);
  const steps = describeSteps(records.history, timeZone);
  const reviewedSince = steps.at(-1)?.day;
  const decision = describeDecision(records, state, today, reasonOf);
  const dispute = records.disputes.find(({ decision_id: id }) => id === decision?.id);
  const open = findOpenDeficiency(records);
  const due = open && lastDayOf(records, open.decisionId);
  const filesFor = (decisionId: string, item: string) =>
    listStagedUploads(database, ...stagingKeys(keys, decisionId, item));
  const names = new Map(records.documents.map(({ id, name }) => [id, name]));
  // The IDs of a notice do not tell whose claim it is, and a household may share them.
  const isOwn = way !== 'ids';
  const isGranted = state === 'approved' || state === 'reduced';
  const payments = (await readPayments(database, settlement, claim.id, language)).filter(
    // Claimants read that it is for an open claim.
    ({ kind }) => kind !== 'reserved' || !isGranted,
  );
  const isClosed =
    state === 'withdrawn' ||
    state === 'void' ||
    records.review?.status === 'final' ||
    payments.some(({ kind }) => kind !== 'reserved');
  const isDisputable = decision !== undefined && !isClosed && canDispute(records, decision.id);
  const mayAskCourt = records.disputes.length > 0 && state !== 'disputed' && !isClosed;
  return {
    name: 'claim',
    number: claimNumber,
    reference: status.reference,
    settlement: status.settlement,
    formId: form.id,
    state,
    lateNotice: status.lateNotice,
    steps:
      state === 'in-review' && reviewedSince !== undefined
        ? [...steps, { day: reviewedSince, kind: 'review' as const }]
        : steps,
    ...(decision && { decision }),
    ...(payments.length > 0 && {
      payments: payments.map(({ amount, recognized, minimum, ...payment }) => ({
        ...payment,
        amount: formatMoney(amount),
        recognized: formatMoney(recognized),
        minimum: minimum === null ? null : formatMoney(minimum),
      })),
    }),
    ...(open && {
      deficiency: {
        decision: open.decisionId,
        due: due ?? null,
        isPast: typeof due === 'string' && today > due,
        items: await Promise.all(
          open.items.map(async ({ reason, refused }, index) => ({
            ...reasonOf(reason),
            refused: refused.map(({ name }) => name),
            files: [
              // They belong to no part. The first one shows them, and takes them.
              ...(index === 0 ? open.arrived.map((file) => ({ ...file, isDocument: true as const })) : []),
              ...(await filesFor(open.decisionId, reason)),
            ],
          })),
        ),
      },
    }),
    due: state === 'waiting-documents' ? status.due : [],
    sending: status.sending,
    next: state === 'waiting-documents' || state === 'in-review' ? status.next : [],
    sent: records.answers.map(({ at, late, items }) => ({
      day: dayIn(timeZone, at),
      late,
      items: (items ?? []).map(({ reason, statement, documents }) => ({
        ...reasonOf(reason),
        statement,
        files: documents.flatMap((id) => names.get(id) ?? []),
      })),
    })),
    letters: records.letters.flatMap(({ id, kind, channel, mailed_on: day }) =>
      day === null ? [] : [{ id, kind, channel, day }],
    ),
    opensLetters: isOwn,
    canDispute: isDisputable,
    ...(mayAskCourt &&
      decision &&
      !(await isDisputeGranted(database, decision.id)) && {
        court: {
          by: decision.disputeBy,
          isPast: decision.isPast,
          address: settlement.mailRules.returnAddress[claim.case_id] ?? [],
        },
      }),
    withdraw: isClosed ? 'no' : isOwn ? 'yes' : 'other-way',
    ...(dispute && { dispute: { day: dayIn(timeZone, dispute.filed_at), late: dispute.late } }),
    disputeFiles: isDisputable ? await filesFor(decision.id, disputeItem) : [],
    maxFiles: findClaimDocumentsItem(settlement.claimForms, claim)?.maxFiles ?? 0,
    contact: await readContact(context, claim, language, isOwn),
    errors: {},
    typed: {},
    ...returned,
  };
}

/** Returns where the claim is, in claimants' words. */
function stateOf({ review, decisions, disputes }: StatusRecords, lacksDocuments: boolean): StatusState {
  const { status, decision_id: decisionId } = review ?? { status: 'received', decision_id: null };
  switch (status) {
    case 'received':
    case 'waiting-documents':
      return lacksDocuments ? 'waiting-documents' : 'in-review';
    case 'ready':
    case 'in-review':
    case 'proposed':
      return 'in-review';
    case 'final': {
      const outcome = decisions.find(({ id }) => id === decisionId)?.outcome;
      return outcome === 'approve' ? 'approved' : outcome === 'reduce' ? 'reduced' : 'denied';
    }
    case 'disputed':
      return disputes.length > 0 ? 'disputed' : 'in-review';
    default:
      return status;
  }
}

/** The decision that took effect, or that the claimant disputed. */
function describeDecision(
  records: StatusRecords,
  state: StatusState,
  today: string,
  reasonOf: (id: string) => StatusReason,
): StatusDecision | undefined {
  const { review, decisions, disputes } = records;
  if (!['approved', 'reduced', 'denied', 'disputed'].includes(state)) return undefined;
  const id = state === 'disputed' ? disputes.at(-1)?.decision_id : review?.decision_id;
  const decision = decisions.find((each) => each.id === id);
  if (!decision || decision.outcome === 'deficient') return undefined;
  const disputeBy = lastDayOf(records, decision.id);
  return {
    id: decision.id,
    outcome: releasedStatus[decision.outcome],
    amount: decision.recognized_amount === null ? null : formatAmount(decision.recognized_amount),
    reasons: decision.reasons.map(reasonOf),
    disputeBy,
    isPast: disputeBy !== null && today > disputeBy,
  };
}

const formatAmount = (amount: string): string => formatMoney(inCents(amount));
