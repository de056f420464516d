import { caseIdsOf } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { violatedCheck } from '../../platform/database/database-errors.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import type { ConsoleContext } from '../context.ts';
import { permittedCases } from '../sign-in/permissions.ts';
import { rolesOfStaff } from '../sign-in/staff-roles.ts';
import { holdRights, type StaffMember } from '../sign-in/staff-sessions.ts';
import {
  type CasesOfApproval,
  claimOfApproval,
  findApproval,
  holds,
  kindOf,
  mayDecide,
  requireContent,
  type StoredApproval,
} from './approvals.ts';

interface Approved {
  readonly decision: 'approved';
  readonly evidence: unknown;
}

/** The second person's decision and its proof. */
type Decision =
  | Approved
  | { readonly decision: 'declined'; readonly reason: string }
  | { readonly decision: 'withdrawn' };

/**
 * Decides a request once, and applies it if it is approved.
 * @param decided with the SHA-256 of the content that the second person approved
 * @throws ProblemError `not-found`, `not-permitted`, or `conflict` if it was decided already
 */
export async function decideApproval(
  context: ConsoleContext,
  person: StaffMember,
  id: string,
  decided: Exclude<Decision, Approved> | (Approved & { readonly contentHash: Buffer }),
): Promise<void> {
  if (decided.decision === 'approved') await prepare(context, person, id);
  const at = context.now();
  const applied = context.database.transaction().execute(async (transaction) => {
    // Anything that takes away the right to ask for it waits until the request is applied.
    if (decided.decision === 'approved') await holdRightsToAsk(transaction, id);
    const approval = await findApproval(transaction, context, person, id, true);
    if (decided.decision === 'approved') requireContent(approval, decided.contentHash);
    if (approval.decision !== null) throw new ProblemError('conflict');
    const isWithdrawal = decided.decision === 'withdrawn';
    const isAllowed = isWithdrawal ? approval.asked_by === person.id : mayDecide(context, person, approval);
    if (!isAllowed) throw new ProblemError('not-permitted');
    if (decided.decision === 'approved' && !(await mayAskForApproval(transaction, context, approval)))
      throw consoleProblem(
        'conflict',
        'The requester no longer has permission for this. Decline it, or request it yourself.',
      );
    await storeApprovalDecision(transaction, context, { id, by: person.id, at }, decided);
    const { carryOut, drop } = kindOf(approval.kind);
    const { case_id: caseId, details, asked_by: askedBy } = approval;
    const request = { id, caseId, details, askedBy, decidedBy: person.id };
    if (decided.decision === 'approved') await carryOut(transaction, context, request);
    else await drop?.(transaction, context, { ...request, isWithdrawn: isWithdrawal });
  });
  await applied.catch((cause: unknown) => {
    if (violatedCheck(cause)?.endsWith('_two_people') !== true) throw cause;
    const detail = 'Your role or the requester’s has just ended. Nothing was approved.';
    throw consoleProblem('not-permitted', detail, { cause });
  });
}

async function prepare(context: ConsoleContext, person: StaffMember, id: string): Promise<void> {
  const approval = await findApproval(context.database, context, person, id);
  if (!mayDecide(context, person, approval)) return;
  await kindOf(approval.kind).prepare?.(context, approval.details, approval.case_id);
}

/** Stores a decision, which the caller has checked and applies, with its history entry. */
export async function storeApprovalDecision(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys'>,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
  decided: Decision,
): Promise<void> {
  const evidence = decided.decision === 'approved' ? decided.evidence : null;
  const row = await transaction
    .updateTable('approvals')
    .set({
      decision: decided.decision,
      decided_at: at,
      decided_by: decided.decision === 'withdrawn' ? null : by,
      decision_reason: decided.decision === 'declined' ? decided.reason : '',
      evidence: evidence === null ? null : JSON.stringify(evidence),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addDecision(transaction, context, row, by);
}

async function holdRightsToAsk(transaction: Database, id: string): Promise<void> {
  const asked = await transaction.selectFrom('approvals').select('asked_by').where('id', '=', id).executeTakeFirst();
  if (asked) await holdRights(transaction, asked.asked_by);
}

/** Whether the person who asked is enabled and has the permission that the request needs. */
export async function mayAskForApproval(
  transaction: Database,
  context: Pick<ConsoleContext, 'settlement'>,
  approval: Pick<StoredApproval, 'kind' | 'asked_by'> & CasesOfApproval,
): Promise<boolean> {
  const asker = await transaction
    .selectFrom('staff')
    .select(rolesOfStaff.as('roles'))
    .where('id', '=', approval.asked_by)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const permitted = permittedCases(asker?.roles ?? [], caseIdsOf(context.settlement));
  const { permission, asks = permission } = kindOf(approval.kind);
  return holds(context, { permitted }, asks, approval);
}

/** Locks a person's undecided requests. */
export async function lockApprovalsOf(transaction: Database, askedBy: string): Promise<void> {
  await transaction
    .selectFrom('approvals')
    .select('id')
    .where('asked_by', '=', askedBy)
    .where('decision', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Withdraws the undecided requests of a person whose account is disabled. */
export async function withdrawApprovalsOf(
  transaction: Database,
  context: ConsoleContext,
  { askedBy, by }: { readonly askedBy: string; readonly by: string },
): Promise<void> {
  const at = context.now();
  const withdrawn = await transaction
    .updateTable('approvals')
    .set({ decision: 'withdrawn', decided_at: at, decision_reason: 'The requester’s account was disabled.' })
    .where('asked_by', '=', askedBy)
    .where('decision', 'is', null)
    .returningAll()
    .execute();
  // Claims are locked in the same order as in bulk actions, so that neither waits for the other.
  const numbers = withdrawn.flatMap((approval) => claimOfApproval(approval) ?? []);
  if (numbers.length > 0)
    await sql`select from claims where number = any(${numbers}::text[]) order by id for no key update`.execute(
      transaction,
    );
  for (const approval of withdrawn) {
    const { id, kind, case_id: caseId, details } = approval;
    await addDecision(transaction, context, approval, by);
    const request = { id, caseId, details, askedBy, decidedBy: by, isWithdrawn: true };
    await kindOf(kind).drop?.(transaction, context, request);
  }
}

/**
 * Ends an undecided request that its feature no longer needs. The feature cleans up after it.
 * Returns whether the request was still open.
 */
export async function withdrawApproval(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys'>,
  id: string,
  { at, by, reason }: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<boolean> {
  const withdrawn = await transaction
    .updateTable('approvals')
    .set({ decision: 'withdrawn', decided_at: at, decision_reason: reason })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!withdrawn) return false;
  await addDecision(transaction, context, withdrawn, by);
  return true;
}

/**
 * Ends a request that was not decided in time. The feature cleans up after it. Returns whether the
 * request was still open: it may be decided at the same moment.
 */
export async function expireApproval(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys'>,
  id: string,
  at: Date,
): Promise<boolean> {
  const { asked_by: by } = await transaction
    .selectFrom('approvals')
    .select('asked_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return withdrawApproval(transaction, context, id, { at, by, reason: 'Not decided in time.' });
}

/** Adds a row's decision to the history. */
async function addDecision(
  transaction: Database,
  { keys }: Pick<ConsoleContext, 'keys'>,
  approval: StoredApproval,
  by: string,
): Promise<void> {
  const { id, decision, decided_at: at } = approval;
  if (decision === null || at === null) throw new Error(`The request ${id} is not decided`);
  const proof = approval.evidence === null ? 'sign-in' : 'passkey';
  const rows = hashRow('approvals', approval, keys);
  const event = {
    approved: { kind: 'approval-granted', details: { by, proof }, rows },
    declined: { kind: 'approval-refused', details: { by }, rows },
    withdrawn: { kind: 'approval-withdrawn', details: { by }, rows },
  } as const;
  await addRecordEntry(transaction, { kind: 'approval', id }, at, event[decision]);
}
