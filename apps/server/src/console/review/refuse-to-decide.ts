import { reviewableStatuses, type ReviewStatus } from '@redress/contract/console/review';
import { statusLabels } from '@redress/contract/console/claim-labels';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import type { Review } from './change-status.ts';

type Refused = Pick<Review, 'claim_id' | 'status' | 'case_id' | 'assignee' | 'leased_by' | 'leased_until'>;

/** Whether a claim can be given to a person: it is not taken, and can be reviewed. */
export const isReviewable = (status: ReviewStatus): boolean => reviewableStatuses.some((each) => each === status);

export const isLeased = (review: Pick<Review, 'leased_by' | 'leased_until'>, at: Date): boolean =>
  review.leased_until !== null && review.leased_until > at;

/**
 * SQL: whether the claim of a row `claim_review` was disputed, and the person made or approved a
 * decision about it before. The decision of the dispute itself can be undone and made again.
 */
export const hasDecidedDisputed = (staffId: string) => sql<boolean>`exists (
  select from disputes where disputes.claim_id = claim_review.claim_id and (
    exists (
      select from claim_decisions decision
      left join bulk_jobs job on job.id = decision.source_id or job.run_id = decision.source_id
      where decision.claim_id = disputes.claim_id and decision.at < disputes.filed_at
        and ${staffId}::uuid in (decision.staff_id, job.approved_by)
    )
    or exists (
      select from claim_history released
      join approvals on approvals.id = (released.details->>'approval')::uuid
      where released.claim_id = disputes.claim_id and released.kind = 'decision-released'
        and released.at < disputes.filed_at and approvals.decided_by = ${staffId}::uuid
    )
  ))`;

/** Whether a dispute keeps the person from deciding the claim. */
export async function isDisputedOfOwn(database: Database, claimId: string, staffId: string): Promise<boolean> {
  const { rows } = await sql`
    select from claim_review where claim_id = ${claimId} and ${hasDecidedDisputed(staffId)}`.execute(database);
  return rows.length > 0;
}

/** The numbers of those claims whose dispute keeps the person from deciding. */
export async function findDisputedOfOwn(
  database: Database,
  claimNumbers: readonly string[],
  staffId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from claims join claim_review on claim_id = claims.id
    where number = any(${claimNumbers}::text[]) and ${hasDecidedDisputed(staffId)}`.execute(database);
  return new Set(rows.map(({ number }) => number));
}

/** The reason why a person cannot decide a claim now, in a sentence. Null: they can. */
export async function refuseToDecide(
  database: Database,
  { now, settlement }: Pick<ConsoleContext, 'now' | 'settlement'>,
  person: Pick<StaffMember, 'id' | 'permitted'>,
  review: Refused,
): Promise<string | null> {
  const at = now();
  const { status, assignee, leased_by: leasedBy, leased_until: leasedUntil } = review;
  if (!person.permitted.decide.includes(review.case_id))
    return 'Your roles don’t allow you to decide claims in this case.';
  if (!isReviewable(status)) return statusRefusals[status] ?? `The claim is ${statusLabels[status].toLowerCase()}.`;
  const isOwn = isLeased(review, at) && leasedBy === person.id;
  if (isLeased(review, at) && leasedBy !== null && leasedUntil !== null && !isOwn)
    return `${await readName(database, leasedBy)} is deciding this claim until ${formatTime(leasedUntil, settlement.site.timeZone)}, or longer if they keep working. Take another one.`;
  if (await isDisputedOfOwn(database, review.claim_id, person.id))
    return 'The claimant disputes a decision that you made or approved. Someone else must decide the claim now.';
  const isSupervised = person.permitted.supervise.includes(review.case_id);
  if (assignee !== null && assignee !== person.id && !isOwn && !isSupervised)
    return `This claim is assigned to ${await readName(database, assignee)}. A supervisor can assign it to you.`;
  return null;
}

const statusRefusals: Readonly<Partial<Record<ReviewStatus, string>>> = {
  deficient:
    'This claim is deficient. It returns when the claimant answers, or when staff choose “Cured …” on its page. When the time to cure it ends, which counts from the mailing of its letter, a denial is proposed.',
  proposed: 'This claim is decided. The decision takes effect soon or is awaiting second approval.',
  approved: 'This claim is approved. A supervisor can reopen it under Review.',
  reduced: 'This claim is approved in part. A supervisor can reopen it under Review.',
  denied: 'This claim is denied. A supervisor can reopen it under Review.',
  withdrawn: 'The claimant has withdrawn this claim. A supervisor can reopen it under Review.',
  void: 'This claim is void. A supervisor can reopen it under Review.',
  final: 'This claim is final.',
};

async function readName(database: Database, staffId: string): Promise<string> {
  const { name } = await database
    .selectFrom('staff')
    .select('name')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Formats a time like `2:05:10 PM EDT`. */
const formatTime = (moment: Date, timeZone: string): string =>
  moment.toLocaleTimeString('en-US', { timeZone, timeZoneName: 'short' });
