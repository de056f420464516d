import { isClosed, type Reviewers } from '@redress/contract/console/review';
import { everyCase } from '@redress/contract/console/staff';
import { caseIdsOf } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { addHistoryEntry } from '../../claims/history/claim-history.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { permittedCases, rolesWith } from '../sign-in/permissions.ts';
import { rolesOfStaff } from '../sign-in/staff-roles.ts';
import { lockReview, type ReviewedClaim } from './change-status.ts';
import { isDisputedOfOwn } from './refuse-to-decide.ts';
import { isReviewableRow } from './queue-counts.ts';

/** The people who may decide claims of one of these cases, by name. */
export async function listReviewers(database: Database, caseIds: readonly string[]): Promise<Reviewers['reviewers']> {
  return database
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('disabled_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('staff_roles')
          .select('role')
          .whereRef('staff_id', '=', 'staff.id')
          .where('role', 'in', rolesWith('decide'))
          .where('case_id', 'in', [...caseIds, everyCase]),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * Assigns a claim to one reviewer, or returns it to its queue. A repeated request changes nothing.
 * Reviewers can take unassigned claims and give back their own.
 * @throws ProblemError `conflict` for a person who does not decide claims of this case;
 *   `not-permitted` for a change that only a supervisor may make
 */
export async function assignClaim(
  context: Pick<ConsoleContext, 'database' | 'now' | 'settlement'>,
  by: { readonly id: string; readonly supervises: boolean },
  claim: ReviewedClaim & { readonly case_id: string },
  to: string | null,
): Promise<void> {
  const { database, now } = context;
  await database.transaction().execute(async (transaction) => {
    const review = await lockReview(transaction, context, claim);
    if (review.assignee === to) return;
    const isOwn = review.assignee === null ? to === by.id : review.assignee === by.id && to === null;
    if (!isOwn && !by.supervises)
      throw consoleProblem('not-permitted', 'Only a supervisor can assign claims to others or unassign them.');
    const isHeld = review.leased_by !== null && review.leased_until !== null && review.leased_until > now();
    if (isHeld && review.leased_by !== by.id && !by.supervises)
      throw consoleProblem('conflict', 'Another person has this claim open now. Try again later.');
    if (isClosed(review.status))
      throw consoleProblem('conflict', 'Nothing is left to decide about this claim, so it can’t be assigned.');
    const reviewers = await listReviewers(transaction, [claim.case_id]);
    if (to !== null && !reviewers.some(({ id }) => id === to))
      throw consoleProblem('conflict', 'This person does not decide claims in this case. Choose another person.');
    if (to !== null && (await isDisputedOfOwn(transaction, claim.id, to)))
      throw consoleProblem(
        'conflict',
        'The claimant disputes a decision that this person made or approved. Choose another person.',
      );
    await setAssignee(transaction, claim, now(), { by: by.id, to });
  });
}

/** Assigns a claim whose review the transaction has locked. */
export async function setAssignee(
  transaction: Database,
  claim: ReviewedClaim,
  at: Date,
  { by, to }: { readonly by?: string; readonly to: string | null },
): Promise<void> {
  await transaction.updateTable('claim_review').set({ assignee: to }).where('claim_id', '=', claim.id).execute();
  await addHistoryEntry(transaction, claim, at, {
    kind: 'claim-assigned',
    details: { ...(by !== undefined && { by }), ...(to !== null && { to }) },
  });
}

/** Claims per person in one run of the job. */
const batchSize = 100;

/**
 * Takes claims from people who no longer decide claims of their case, because they lost a role or
 * their account is disabled. Otherwise, these claims would never be offered to others.
 */
export async function unassignFromFormerReviewers(
  context: Pick<ConsoleContext, 'database' | 'now' | 'settlement'>,
): Promise<void> {
  const { database, now, settlement } = context;
  const cases = caseIdsOf(settlement);
  const people = await database
    .selectFrom('staff')
    .select(['id', 'disabled_at', rolesOfStaff.as('roles')])
    .execute();
  for (const { id: staffId, disabled_at: disabledAt, roles } of people) {
    const permitted = disabledAt === null ? permittedCases(roles, cases).decide : [];
    if (permitted.length === cases.length) continue;
    const claims = await database
      .selectFrom('claim_search')
      .select(['claim_id as id', 'number'])
      .where(isReviewableRow)
      .where('assignee', '=', staffId)
      .where(sql<boolean>`case_id <> all(${permitted}::text[])`)
      .limit(batchSize)
      .execute();
    for (const claim of claims)
      await database.transaction().execute(async (transaction) => {
        // The search row may be seconds old.
        const { assignee } = await lockReview(transaction, context, claim);
        if (assignee === staffId) await setAssignee(transaction, claim, now(), { to: null });
      });
  }
}
