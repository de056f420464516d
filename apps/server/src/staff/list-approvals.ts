import type { Approval, Approvals } from '@redress/contract/console/approvals';
import { type ClaimFlag, claimFlags } from '@redress/contract/console/review';
import { sql } from 'kysely';
import { listReviewedBlind } from '../claims/blind-reviews.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../database/pool.ts';
import type { ClaimSearchTable } from '../database/tables.ts';
import {
  claimOfApproval,
  describeApproval,
  isApprovedTogether,
  listApprovalKinds,
  mayDecide,
  maySee,
} from './approvals.ts';
import type { StaffMember } from './staff-sessions.ts';

/** More would be a list for the access log. */
const maxDecided = 100;

/** What waits for a second person, as far as somebody may see it, and the latest decisions. */
export async function listApprovals(context: AppContext, person: StaffMember): Promise<Approvals> {
  const { database } = context;
  const stored = database
    .selectFrom('approvals')
    .innerJoin('staff as asker', 'asker.id', 'asked_by')
    .leftJoin('staff as decider', 'decider.id', 'decided_by')
    .selectAll('approvals')
    .select(['asker.name as askerName', 'decider.name as deciderName']);
  const waiting = stored.where('decision', 'is', null).orderBy('asked_at');
  const decided = stored.where('decision', 'is not', null).orderBy('decided_at', 'desc').limit(maxDecided);
  const all = [...(await waiting.execute()), ...(await decided.execute())];
  const blind = (await listReviewedBlind(database, person.id)).map(({ number }) => number);
  const visible = all.filter(
    (approval) => maySee(context, person, approval) && !blind.includes(claimOfApproval(approval) ?? ''),
  );
  const numbers = visible.flatMap((approval) => claimOfApproval(approval) ?? []);
  const claims = await describeClaims(database, numbers, person.permitted.claims);
  const approvals = await Promise.all(
    visible.map(async (approval): Promise<Approval> => ({
      id: approval.id,
      kind: approval.kind,
      claim: claims.get(claimOfApproval(approval) ?? '') ?? null,
      mayJoin: isApprovedTogether(approval) && mayDecide(context, person, approval),
      what: await describeApproval(database, approval),
      reason: approval.reason,
      askedBy: approval.askerName,
      askedAt: approval.asked_at.toISOString(),
      isOwn: approval.asked_by === person.id,
      mayDecide: mayDecide(context, person, approval),
      decision: approval.decision,
      decidedBy: approval.deciderName,
      decidedAt: approval.decided_at?.toISOString() ?? null,
      decisionReason: approval.decision_reason,
    })),
  );
  const kinds = listApprovalKinds().flatMap(({ kind, label }) => {
    const ofKind = approvals.filter((approval) => approval.kind === kind);
    const count = ofKind.filter(({ decision }) => decision === null).length;
    return ofKind.length === 0 ? [] : [{ kind, label, waiting: count }];
  });
  return { approvals, kinds };
}

const flagColumns = {
  late: 'late',
  duplicate: 'duplicate',
  machine: 'machine',
  'documents-missing': 'documents_missing',
  'data-errors': 'data_errors',
  'high-value': 'high_value',
  rule: 'queued_by_rule',
  reopened: 'reopened',
} as const satisfies Record<ClaimFlag, keyof ClaimSearchTable>;

/** What a second person has to know of claims, without personal data, by number. */
async function describeClaims(
  database: Database,
  numbers: readonly string[],
  cases: readonly string[],
): Promise<Map<string, NonNullable<Approval['claim']>>> {
  if (numbers.length === 0) return new Map();
  const rows = await database
    .selectFrom('claim_search')
    .selectAll()
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => {
      const flags = claimFlags.filter((flag) => row[flagColumns[flag]]);
      return [row.number, { number: row.number, formId: row.form_id, amount: row.amount, flags }];
    }),
  );
}
