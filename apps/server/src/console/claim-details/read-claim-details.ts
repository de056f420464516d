import { shortenFormTitle } from '@redress/contract/console/form-title';
import type { ClaimDetails, HistoryEntry } from '@redress/contract/console/claim-details';
import { type ClaimFlag, claimFlags } from '@redress/contract/console/review';
import type { Permission } from '@redress/contract/console/staff';
import { caseNameOf } from '@redress/contract/settlement';
import type { ClaimForm } from '@redress/forms/definition';
import {
  describeClaim,
  listDue,
  noUploads,
  readUploads,
  requireReceiptMessages,
} from '../../claims/status/claim-status.ts';
import {
  blindStatus,
  isShownBlind,
  listBlindClaimIds,
  readHiddenReason,
  withoutQuality,
  withoutScores,
} from '../sign-in/blind-reviews.ts';
import { readPayments } from '../../claims/payments/read-payments.ts';
import { applyCorrections, readCorrections } from '../../claims/corrections/corrections.ts';
import { searchColumnsOf } from '../../claims/filing/search-columns.ts';
import { flagColumns, isMissingDocuments, statusWithoutReview } from '../search/derive-rows.ts';
import { maskEmail, nameForStaff } from '../../claims/filing/masks.ts';
import { claimedRange } from '../../claims/filing/claimed-range.ts';
import type { ConsoleContext } from '../context.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { readCalls, readNotes } from './claim-notes.ts';
import { addShownRows, contextOf, evaluateCorrected, listCorrectable } from './correctable-fields.ts';
import { contactRowsOf, copySections, describeAnswers, formOf, rowOfTaxId } from './describe-answers.ts';
import type { FoundClaim } from './find-claim.ts';
import { contactCorrectionsOf, readClaimCorrections } from './read-claim-corrections.ts';
import { readClaimHistory } from './read-claim-history.ts';
import { describeDocument, readDocuments } from './read-documents.ts';

type RecordContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now' | 'isScanned'>;

/**
 * Reads everything that a person may see of a claim. The queries run at the same time, each with an
 * index.
 */
export async function readClaimDetails(
  context: RecordContext,
  person: Pick<StaffMember, 'id' | 'permitted'>,
  claim: FoundClaim,
): Promise<ClaimDetails> {
  const { settlement, isScanned } = context;
  const sees = (permission: Permission) => person.permitted[permission].includes(claim.case_id);
  const form = formOf(settlement, claim);
  const [
    documents,
    uploads,
    history,
    receipt,
    taxIds,
    notes,
    calls,
    corrected,
    corrections,
    hidden,
    reviewed,
    reached,
    listed,
    mailing,
    payments,
  ] = await Promise.all([
    readDocuments(context, claim.id),
    readUploads(context.database, [claim.id]),
    readClaimHistory(context, claim, person.id),
    readReceipt(context, claim),
    sees('answers') || sees('reveal-tax-id') ? readTaxIdPaths(context, claim) : null,
    sees('notes') ? readNotes(context, claim.id) : null,
    sees('notes') ? readCalls(context, claim.id) : null,
    readCorrected(context, claim, form),
    sees('contact') ? readClaimCorrections(context, claim.id, form) : null,
    sees('decide') ? readHiddenReason(context.database, claim.id, person.id) : null,
    readReviewStatus(context, claim.id),
    readReachedScores(context, claim.id),
    readListed(context, claim.id),
    sees('contact') && sees('search') ? readMailing(context, claim) : null,
    readPayments(context.database, settlement, claim.id),
  ]);
  const isPurged = claim.status === 'purged';
  const filed = describeAnswers(claim, form);
  const answers =
    form && corrected.evaluation && corrected.fields.size > 0 ? addShownRows(filed, form, corrected.evaluation) : filed;
  const contact = sees('contact') ? contactRowsOf(answers, form, corrected.fields) : null;
  const arrived = uploads.get(claim.id) ?? noUploads;
  const due = form && !isPurged ? describeDue(context, claim, form, arrived) : [];
  const isMissing = form !== undefined && !isPurged && isMissingDocuments(claim, form, arrived);
  // The list of claims shows a change a few seconds later.
  const known: Readonly<Partial<Record<ClaimFlag, boolean>>> = {
    late: claim.late,
    duplicate: claim.duplicate_notice || (reached?.duplicate_reached ?? false),
    machine: claim.suspected_machine || (reached?.machine_reached ?? false),
    'documents-missing': isMissing,
  };
  const { entries: shownEntries, isBlind, ...sealed } = history;
  const unhidden = withoutScores(shownEntries, hidden, person.id);
  const seen = sees('decide') ? unhidden : withoutQuality(unhidden);
  const approved = await withApprovals(context, seen, sees('answers'));
  const entries = await withSurvivors(context, person, claim, approved);
  const people = await readNames(context, entries);
  const isNamed = (kind: 'noteId' | 'callId', id: string) => entries.some(({ details }) => details[kind] === id);
  const checks = new Map(
    entries.filter(({ kind }) => kind === 'data-checked').map((entry) => [String(entry.details['documentId']), entry]),
  );
  const sent = entries.find(({ kind }) => kind === 'receipt-sent' || kind === 'receipt-refused');
  return {
    number: claim.number,
    reference: `${form?.referencePrefix ?? ''}${claim.number}`,
    caseId: claim.case_id,
    settlement: caseNameOf(settlement, claim.case_id),
    form: {
      id: claim.form_id,
      version: claim.form_version,
      title: form ? shortenFormTitle(form.title) : claim.form_id,
    },
    status: isPurged ? 'purged' : isBlind ? blindStatus : (reviewed?.status ?? statusWithoutReview(isMissing)),
    filedAt: claim.filed_at.toISOString(),
    deadline: form?.deadline ?? '',
    late: claim.late,
    language: claim.language,
    withoutScript: claim.without_script,
    flags: claimFlags.filter(
      (flag) =>
        (known[flag] ?? listed?.[flagColumns[flag]] === true) &&
        (!isBlind || isShownBlind(flag)) &&
        (hidden !== 'cluster-sample' || (flag !== 'duplicate' && flag !== 'machine' && isShownBlind(flag))),
    ),
    hidden,
    amount: claim.amount,
    range: claimedRange(settlement.review.recognized[claim.form_id], claim.answers),
    quantity: claim.quantity,
    payments: isBlind ? [] : payments,
    due,
    documentsExpected: claim.documents_expected,
    receipt: {
      state: describeReceipt(claim, receipt, sent?.kind),
      to: claim.email === null || !sees('contact') ? null : maskEmail(claim.email),
      at: sent?.at ?? null,
    },
    name: nameForStaff(claim.name, sees('contact')),
    noticeId: sees('contact') ? claim.notice_id : null,
    mailing,
    contact,
    answers: sees('answers') ? answers : null,
    answersAsFiled: sees('answers') && claim.language !== 'en' ? copySections(claim.summary) : null,
    corrections: corrections && (sees('answers') ? corrections : contactCorrectionsOf(corrections, form)),
    corrected: {
      name: nameForStaff(corrected.name, sees('contact')),
      amount: corrected.amount,
      range: corrected.range,
    },
    correctable:
      form && corrected.evaluation && sees('decide') && sees('answers') && !isBlind
        ? listCorrectable(form, corrected.evaluation)
        : null,
    taxIds: taxIds && taxIds.map((path) => ({ path, row: rowOfTaxId(path) })),
    documents: documents.map((row) => describeDocument(row, checks, { isScanned, seesAnswers: sees('answers') })),
    // Notes and calls need a permission; that they exist is part of the history.
    history: sees('notes')
      ? entries
      : entries.map((entry) => (isNoteOrCall(entry.kind) ? { ...entry, details: {} } : entry)),
    ...sealed,
    people,
    notes: isBlind && notes ? notes.filter(({ id }) => isNamed('noteId', id)) : notes,
    calls: isBlind && calls ? calls.filter(({ id }) => isNamed('callId', id)) : calls,
  };
}

/** The current mailing address of the class member who filed, and how it became known. */
async function readMailing(
  { database }: RecordContext,
  { notice_id: noticeId, case_id: caseId }: FoundClaim,
): Promise<ClaimDetails['mailing']> {
  if (noticeId === null) return null;
  const row = await database
    .selectFrom('member_mailing_addresses as current')
    .leftJoin('member_addresses', 'member_addresses.id', 'current.address_id')
    .select(['current.street', 'current.city', 'current.state', 'current.zip', 'source'])
    .where('current.notice_id', '=', noticeId)
    .where('current.case_id', '=', caseId)
    .executeTakeFirst();
  if (!row) return null;
  const { source, ...address } = row;
  return { address, source };
}

/**
 * The form with the corrections in force, the corrected fields, and the name, amount and range if
 * corrections changed them.
 */
async function readCorrected({ database, settlement }: RecordContext, claim: FoundClaim, form: ClaimForm | undefined) {
  const unchanged = { fields: new Set<string>(), name: null, amount: null, range: null };
  if (!form || claim.status === 'purged') return { ...unchanged, evaluation: undefined };
  const corrections = await readCorrections(database, claim.id);
  const evaluation = evaluateCorrected(form, claim, applyCorrections(claim.answers, corrections));
  const fields = new Set(Object.keys(corrections));
  if (fields.size === 0) return { ...unchanged, evaluation };
  const { name, amount } = searchColumnsOf(form, evaluation.answers, contextOf(form, claim));
  const isSameAmount = amount === null ? claim.amount === null : Number(amount) === Number(claim.amount ?? Number.NaN);
  const rule = settlement.review.recognized[claim.form_id];
  const [filed, range] = [claim.answers, evaluation.answers].map((answers) => claimedRange(rule, answers));
  return {
    evaluation,
    fields,
    name: name === claim.name ? null : name,
    amount: isSameAmount ? null : amount,
    range: range && range.from !== filed?.from ? range : null,
  };
}

/**
 * Adds the number of the claim that counts to each denial as a duplicate. The stored history is
 * permanent and holds no claim numbers. A second reviewer of the claim that counts sees only that
 * this claim was reopened: the true cause would reveal that the other claim was denied.
 */
async function withSurvivors(
  { database }: RecordContext,
  person: Pick<StaffMember, 'id'>,
  claim: FoundClaim,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const rows = await database
    .selectFrom('claim_decisions')
    .innerJoin('claims as survivor', 'survivor.id', 'surviving_claim_id')
    .select(['claim_decisions.id', 'survivor.number', 'survivor.id as survivorId'])
    .where('claim_decisions.claim_id', '=', claim.id)
    .execute();
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const blind = rows.length === 0 ? [] : await listBlindClaimIds(database, person.id);
  const isHidden = rows.some(({ survivorId }) => blind.includes(survivorId));
  return entries.map((entry) => {
    if (isHidden && entry.details['cause'] === 'survivor')
      return { ...entry, details: { ...entry.details, cause: 'reopened' } };
    const survivor = entry.kind === 'claim-decided' ? numbers.get(String(entry.details['decisionId'])) : undefined;
    return survivor === undefined ? entry : { ...entry, details: { ...entry.details, survivor } };
  });
}

/**
 * Adds who approved or declined each decision. A request keeps the reason of a decline, because it
 * may name people.
 */
async function withApprovals(
  { database }: RecordContext,
  entries: readonly HistoryEntry[],
  seesReasons: boolean,
): Promise<readonly HistoryEntry[]> {
  const asked = entries.flatMap(({ details: { approval } }) =>
    typeof approval === 'string' && approval !== '' ? [approval] : [],
  );
  const ids = [...new Set(asked)];
  if (ids.length === 0) return entries;
  const rows = await database
    .selectFrom('approvals')
    .select(['id', 'decision', 'decided_by as decidedBy', 'decision_reason as reason'])
    .where('id', 'in', ids)
    .execute();
  const approvals = new Map(rows.map((row) => [row.id, row]));
  return entries.map((entry) => {
    const { decision, decidedBy, reason } = approvals.get(String(entry.details['approval'])) ?? {};
    if (decision === 'withdrawn') return { ...entry, details: { ...entry.details, withdrawn: true } };
    if (!decidedBy) return entry;
    const isReasonShown = reason && seesReasons && decision === 'declined';
    return { ...entry, details: { ...entry.details, decidedBy, ...(isReasonShown && { reason }) } };
  });
}

/** The names of the staff accounts in a history. */
async function readNames(
  { database }: RecordContext,
  entries: readonly HistoryEntry[],
): Promise<Record<string, string>> {
  const ids = entries.flatMap(({ kind, details: { by, to, decidedBy } }) => [
    by,
    decidedBy,
    ...(kind === 'claim-assigned' ? [to] : []),
  ]);
  const known = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (known.length === 0) return {};
  const rows = await database.selectFrom('staff').select(['id', 'name']).where('id', 'in', known).execute();
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

const isNoteOrCall = (kind: string): boolean => kind === 'note-added' || kind === 'call-logged';

/** The documents that the form requires for these answers, in the words that the claimant sees. */
function describeDue(
  { settlement, now }: RecordContext,
  claim: FoundClaim,
  form: ClaimForm,
  uploads: typeof noUploads,
): string[] {
  if (!claim.documents_due || listDue({ ...claim, form, uploads }).length === 0) return [];
  const messages = requireReceiptMessages(settlement, claim.case_id, 'en');
  return describeClaim({ ...claim, form, messages, uploads, delivery: undefined }, now()).due;
}

const readReviewStatus = ({ database }: RecordContext, claimId: string) =>
  database.selectFrom('claim_review').select('status').where('claim_id', '=', claimId).executeTakeFirst();

/** Whether the claim's scores reached their thresholds, as in the list of claims. */
const readReachedScores = ({ database }: RecordContext, claimId: string) =>
  database
    .selectFrom('claim_scores')
    .select(['duplicate_reached', 'machine_reached'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();

const readListed = ({ database }: RecordContext, claimId: string) =>
  database
    .selectFrom('claim_search')
    .select(Object.values(flagColumns))
    .where('claim_id', '=', claimId)
    .executeTakeFirst();

async function readReceipt({ database }: RecordContext, claim: FoundClaim) {
  return database
    .selectFrom('receipt_outbox')
    .select('outcome')
    .where('claim_id', '=', claim.id)
    .where('kind', '=', 'receipt')
    .executeTakeFirst();
}

/** The outbox deletes a receipt some weeks after it was sent; the history stays. */
function describeReceipt(
  claim: FoundClaim,
  receipt: Awaited<ReturnType<typeof readReceipt>>,
  recorded: string | undefined,
): ClaimDetails['receipt']['state'] {
  if (recorded !== undefined) return recorded === 'receipt-sent' ? 'sent' : 'refused';
  if (claim.status === 'purged') return 'unknown';
  if (claim.email === null) return 'no-address';
  return receipt ? (receipt.outcome ?? 'pending') : 'unknown';
}

async function readTaxIdPaths({ database }: RecordContext, claim: FoundClaim): Promise<string[]> {
  const rows = await database.selectFrom('claim_tax_ids').select('path').where('claim_id', '=', claim.id).execute();
  return rows.map(({ path }) => path);
}
