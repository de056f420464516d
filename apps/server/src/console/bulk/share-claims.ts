import type { BulkAction } from '@redress/contract/console/bulk';
import { isClosed, reviewableStatuses, type ReviewStatus } from '@redress/contract/console/review';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { listReviewers } from '../review/assign-claim.ts';
import { isLeased } from '../review/refuse-to-decide.ts';
import type { OutcomeReason } from './outcome-reasons.ts';

type ShareAction = Extract<BulkAction, { shares: unknown }>;
type Share = ShareAction['shares'][number];

/** The content of `bulk_jobs.shares`. */
export interface StoredShares {
  readonly people: readonly (Share & { readonly claims: number })[];
  readonly reassigns: boolean;
}

/** A claim that can be given to at least one of the chosen people. */
interface SharedClaim {
  readonly id: string;
  readonly people: readonly string[];
}

/**
 * Gives each claim to one of the people who can take it, so that each gets their percentage of all,
 * rounded by largest remainder. If too few claims can go to a person, the others get the rest. Each
 * gets old and new claims.
 * @param claims in the order of filing, each with at least one person
 * @returns IDs of people by IDs of claims
 */
export function shareClaims(claims: readonly SharedClaim[], shares: readonly Share[]): ReadonlyMap<string, string> {
  const exact = shares.map(({ to, percent }) => ({ to, quota: (claims.length * percent) / 100 }));
  const rest = claims.length - exact.reduce((sum, { quota }) => sum + Math.floor(quota), 0);
  const byRemainder = exact.toSorted((a, b) => (b.quota % 1) - (a.quota % 1)).map(({ to }) => to);
  const open = new Map<string, OpenShare>(
    exact.map(({ to, quota }) => {
      const target = Math.floor(quota) + Number(byRemainder.indexOf(to) < rest);
      return [to, { to, target, left: target }];
    }),
  );
  const given = new Map<string, string>();
  // Claims that few people can take are assigned first; the other claims then fill up each share.
  for (const { id, people } of claims.toSorted((a, b) => a.people.length - b.people.length)) {
    // Sorting the people of each of 100,000 claims would take seconds.
    let best: OpenShare | undefined;
    for (const person of people) {
      const share = open.get(person);
      if (share && (!best || leftOf(share) > leftOf(best))) best = share;
    }
    if (!best) throw new Error(`None of the people can take claim ${id}`);
    best.left -= 1;
    given.set(id, best.to);
  }
  return given;
}

interface OpenShare {
  readonly to: string;
  readonly target: number;
  left: number;
}

/** The part of a share that is still open. */
const leftOf = ({ target, left }: OpenShare): number => left / Math.max(1, target);

/** The facts that decide whether a claim can be assigned by share. */
interface ShareableClaim {
  readonly status: ReviewStatus;
  readonly assignee: string | null;
  readonly isLeased: boolean;
}

/** The reason why a claim keeps its assignee. */
function refusalToShare(
  { status, assignee, isLeased: isHeld }: ShareableClaim,
  reassigns: boolean,
): OutcomeReason | null {
  if (isClosed(status)) return 'closed';
  if (!reviewableStatuses.some((each) => each === status)) return 'decided';
  if (isHeld) return 'in-review';
  return assignee !== null && !reassigns ? 'assigned' : null;
}

/** The reason why a claim cannot go to its planned assignee anymore. */
export function refusalOfShare(
  { status, assignee, ...review }: Parameters<typeof isLeased>[0] & Pick<ShareableClaim, 'status' | 'assignee'>,
  { to, reassigns, at }: { readonly to: string | null; readonly reassigns: boolean; readonly at: Date },
): OutcomeReason | null {
  if (assignee === to && to !== null) return 'nothing-to-do';
  return (
    refusalToShare({ status, assignee, isLeased: isLeased(review, at) }, reassigns) ??
    (to === null ? 'no-reviewer' : null)
  );
}

/**
 * SQL: the IDs of the people who have decided a claim, including undone decisions and second
 * reviews.
 */
export const decidersOf = (claimId: RawBuilder<unknown>) => sql<string[]>`array(
  select staff_id::text from claim_decisions where claim_id = ${claimId} and staff_id is not null
  union select reviewer::text from quality_reviews where claim_id = ${claimId} and reviewer is not null
)`;

/**
 * Plans the new assignees of the chosen claims. A claim is never given to a person who decided it
 * before, or who does not decide claims of its case.
 * @throws ProblemError `bad-request` for impossible shares, `conflict` when no claim can be
 *   shared
 */
export async function planShares(
  transaction: Kysely<Tables>,
  { shares, reassigns }: ShareAction,
  claims: readonly { readonly id: string; readonly caseId: string }[],
  at: Date,
) {
  const people = shares.map(({ to }) => to);
  if (new Set(people).size < people.length) throw consoleProblem('bad-request', 'Choose each person once.');
  const sum = shares.reduce((total, { percent }) => total + percent, 0);
  if (sum !== 100) throw consoleProblem('bad-request', `The shares add up to ${sum}%. They must add up to 100%.`);
  /** The chosen people who decide claims, by case. */
  const peopleOf = new Map<string, readonly string[]>();
  const names = new Map<string, string>();
  for (const caseId of new Set(claims.map((claim) => claim.caseId))) {
    const reviewers = await listReviewers(transaction, [caseId]);
    for (const { id, name } of reviewers) names.set(id, name);
    const ids = new Set(reviewers.map(({ id }) => id));
    peopleOf.set(
      caseId,
      people.filter((id) => ids.has(id)),
    );
  }
  if (!people.every((id) => names.has(id)))
    throw consoleProblem('bad-request', 'One of these people does not decide claims in these cases. Choose again.');
  const { rows } = await sql<ShareableClaim & { id: string; caseId: string; deciders: string[] }>`
    select claim.claim_id as id, claim.case_id as "caseId", coalesce(review.status, claim.status) as status,
      review.assignee, coalesce(review.leased_until > ${at}, false) as "isLeased",
      ${decidersOf(sql`claim.claim_id`)} as deciders
    from claim_search claim left join claim_review review on review.claim_id = claim.claim_id
    where claim.claim_id = any(${claims.map(({ id }) => id)}::bigint[]) order by claim.claim_id`.execute(transaction);
  const left = { assigned: 0, notWaiting: 0, noReviewer: 0 };
  const shared = rows.flatMap(({ id, caseId, deciders, ...claim }) => {
    const refusal = refusalToShare(claim, reassigns);
    const able = (peopleOf.get(caseId) ?? []).filter((each) => !deciders.includes(each));
    if (refusal === null && able.length > 0) return [{ id, people: able }];
    left[refusal === null ? 'noReviewer' : refusal === 'assigned' ? 'assigned' : 'notWaiting'] += 1;
    return [];
  });
  if (shared.length === 0)
    throw consoleProblem(
      'conflict',
      'None of these claims can be assigned: they are already assigned, decided, or open with a reviewer, or these people have decided them before.',
    );
  const assignees = shareClaims(shared, shares);
  const counted = shares.map((share) => ({
    ...share,
    claims: [...assignees.values()].filter((id) => id === share.to).length,
  }));
  const stored: StoredShares = { people: counted, reassigns };
  return { assignees, stored, named: counted.map((share) => ({ ...share, name: names.get(share.to) ?? '' })), left };
}
