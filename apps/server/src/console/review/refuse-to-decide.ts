import { reviewableStatuses, type ReviewStatus } from '@redress/contract/console/review';
import { statusLabels } from '@redress/contract/console/claim-labels';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import type { Review } from './change-status.ts';

type Refused = Pick<Review, 'status' | 'case_id' | 'assignee' | 'leased_by' | 'leased_until'>;

/** Whether a claim can be given to a person: it is not taken, and can be reviewed. */
export const isReviewable = (status: ReviewStatus): boolean => reviewableStatuses.some((each) => each === status);

export const isLeased = (review: Pick<Review, 'leased_by' | 'leased_until'>, at: Date): boolean =>
  review.leased_until !== null && review.leased_until > at;

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
  const isSupervised = person.permitted.supervise.includes(review.case_id);
  if (assignee !== null && assignee !== person.id && !isOwn && !isSupervised)
    return `This claim is assigned to ${await readName(database, assignee)}. A supervisor can assign it to you.`;
  return null;
}

const statusRefusals: Readonly<Partial<Record<ReviewStatus, string>>> = {
  deficient:
    'This claim is deficient. It returns when the claimant cures it, or when the time to cure it ends, which counts from the mailing of its letter.',
  proposed: 'This claim is decided. The decision takes effect soon or is awaiting second approval.',
  approved: 'This claim is approved. A supervisor can reopen it.',
  reduced: 'This claim is approved in part. A supervisor can reopen it.',
  denied: 'This claim is denied. A supervisor can reopen it.',
  withdrawn: 'The claimant has withdrawn this claim. A supervisor can reopen it.',
  void: 'This claim is void. A supervisor can reopen it.',
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
