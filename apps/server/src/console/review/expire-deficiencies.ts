import { dayIn } from '@redress/forms/court-day';
import { type Selectable, sql } from 'kysely';
import { hasPendingFiles } from '../../claims/documents/claim-data-checks.ts';
import type { ClaimsTable } from '../../claims/filing/tables.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { answerKeys, countUnsentFiles } from '../../site/status/unsent-files.ts';
import { findClaimDocumentsItem } from '../../site/uploads/authorize-upload.ts';
import { addStagedUploads } from '../../site/uploads/staged-uploads.ts';
import { mayAskForApproval } from '../approvals/decide-approval.ts';
import { reasonsFor } from './check-decision.ts';
import { changeEach, type ClaimFailure } from './change-each.ts';
import { changeStatus, lockReview, withoutDecision } from './change-status.ts';
import { cureByDocuments } from './follow-documents.ts';
import { claimDecisionKind } from './release-decision.ts';
import { storeDecision, timeZoneOf } from './store-decision.ts';

type ExpireContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement' | 'isScanned'>;

/** Claims per query. */
const batchSize = 100;

const claimColumns = ['id', 'number', 'case_id', 'form_id', 'form_version', 'email', 'status'] as const;

/**
 * Proposes to deny claims whose deficiency was not cured in time. No claim is denied automatically:
 * a second person, other than the one who found the deficiency, decides. If the claimant uploaded
 * files, but did not send them as an answer, a reviewer gets the claim with the files instead.
 * Returns the failures of single claims.
 */
export async function expireDeficiencies(context: ExpireContext): Promise<ClaimFailure[]> {
  const { database, now, settlement } = context;
  const { site, claimForms } = settlement;
  const todayOf = (timeZone: string) => dayIn(timeZone, now());
  const latestToday = [site, ...claimForms].map(({ timeZone }) => todayOf(timeZone)).reduce((a, b) => (a > b ? a : b));
  // In other time zones, it may be another day.
  const others = claimForms.filter(({ timeZone }) => todayOf(timeZone) !== todayOf(site.timeZone));
  const day = sql<string>`coalesce(
    (
      select today from unnest(
        ${others.map(({ id }) => id)}::text[], ${others.map(({ version }) => version)}::int[],
        ${others.map(({ timeZone }) => todayOf(timeZone))}::text[]
      ) as form (id, version, today)
      where form.id = claims.form_id and form.version = claims.form_version
    ),
    ${todayOf(site.timeZone)}::text) collate "C"`;
  const failures: ClaimFailure[] = [];
  for (let after = { cure_due: '', id: '0' }; ;) {
    const due = await database
      .selectFrom('claim_review')
      .innerJoin('claims', 'claims.id', 'claim_review.claim_id')
      .select(claimColumns.map((column) => `claims.${column}` as const))
      .select('cure_due')
      .where('claim_review.status', '=', 'deficient')
      // This condition lets the query use the index.
      .where('cure_due', '<', latestToday)
      .where('cure_due', '<', day)
      .where(sql<boolean>`(cure_due, claim_id) > (${after.cure_due}, ${after.id})`)
      .where('claims.status', '=', 'filed')
      .orderBy('cure_due')
      .orderBy('claim_id')
      .limit(batchSize)
      .execute();
    for (const claim of due) {
      const transaction = database.transaction();
      const expiring = (claims: Database) => changeEach(claims, [claim], (each) => expire(claims, context, each));
      failures.push(...(await transaction.execute(expiring)));
    }
    const last = due[batchSize - 1];
    if (!last) return failures;
    after = { cure_due: last.cure_due ?? '', id: last.id };
  }
}

type DueClaim = Pick<Selectable<ClaimsTable>, (typeof claimColumns)[number]>;

/** Needs a transaction for each claim, because it asks a second person. */
async function expire(transaction: Database, context: ExpireContext, claim: DueClaim): Promise<void> {
  const { now, settlement } = context;
  const review = await lockReview(transaction, context, claim);
  const today = dayIn(timeZoneOf(settlement, claim), now());
  if (review.status !== 'deficient' || review.cure_due === null || review.cure_due >= today) return;
  // A document may have arrived after the job followed the documents, or may still be arriving.
  if (await cureByDocuments(transaction, context, claim, review)) return;
  if (await hasPendingFiles(transaction, claim.id, context.isScanned)) return;
  const askedBy = await findFirstPerson(transaction, context, claim.case_id, review.decision_id);
  const rules = { formId: claim.form_id, late: false, isUncured: true };
  const reason = reasonsFor(settlement.review, rules).find(
    (each) => each.outcome === 'deny' && each.when === 'uncured',
  );
  const hasUnsent = await addUnsentFiles(transaction, context, claim, review.decision_id);
  // A reviewer also decides if the finder has left, or the rules no longer name a reason.
  if (hasUnsent || askedBy === undefined || !reason) {
    await changeStatus(transaction, claim, review, now(), {
      to: 'in-review',
      set: { ...withoutDecision, reopened: true },
      event: (moved) => ({ kind: 'status-changed', details: { ...moved, cause: 'expired' } }),
    });
    return;
  }
  const decision = { staffId: null, outcome: 'deny', reasons: [reason.id], amount: null, pool: null } as const;
  await storeDecision(
    transaction,
    context,
    claim,
    review,
    { ...decision, id: crypto.randomUUID(), note: '', source: 'expiry' },
    { after: 'approval', causes: ['expired'], askedBy },
  );
}

/** Adds the files that wait for an answer to the claim. Returns whether the claimant uploaded any. */
async function addUnsentFiles(
  transaction: Database,
  context: ExpireContext,
  claim: DueClaim,
  decisionId: string | null,
): Promise<boolean> {
  if (decisionId === null) return false;
  const item = findClaimDocumentsItem(context.settlement.claimForms, claim);
  const formKeys = await answerKeys(transaction, context.keys, decisionId);
  // First, which waits for a file that is just arriving. A reviewer gets all of them, even if the
  // claim then has more files than its form allows.
  const added =
    item && (await addStagedUploads(transaction, context, claim, { ...item, maxFiles: Infinity }, formKeys));
  if (added && added.documents.length + added.refused.length > 0) return true;
  return (await countUnsentFiles(transaction, context.keys, { claimId: claim.id, decisionId })) > 0;
}

/** The person who made the expired decision, if they may still ask for its consequence. */
async function findFirstPerson(
  transaction: Database,
  context: ExpireContext,
  caseId: string,
  decisionId: string | null,
): Promise<string | undefined> {
  const decision = await transaction
    .selectFrom('claim_decisions')
    .select('staff_id')
    .where('id', '=', decisionId)
    .executeTakeFirst();
  const staffId = decision?.staff_id ?? undefined;
  if (staffId === undefined) return undefined;
  const asked = { kind: claimDecisionKind, case_id: caseId, asked_by: staffId };
  return (await mayAskForApproval(transaction, context, asked)) ? staffId : undefined;
}
