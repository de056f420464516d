import type {
  ClaimReview,
  Decide,
  LeasedClaim,
  Presence,
  Queue,
  ReceivedDispute,
} from '@redress/contract/console/review';
import { apiQuery, callApi } from '../api/api-client.ts';

export const queuesQuery = {
  ...apiQuery(['review', 'queues'], 'GET /review/queues'),
  refetchInterval: 30_000,
} as const;

export const reviewersQuery = (caseId: string) => ({
  ...apiQuery(['review', 'reviewers', caseId], 'GET /review/reviewers', { query: { case: caseId } }),
  staleTime: 60_000,
});

/** The version that the person saw, so that an outdated screen changes nothing. */
const versionHeader = ({ version }: Pick<ClaimReview, 'version'>) => ({ 'if-match': `"${version}"` });

/** With the same ID, a repeated request decides nothing new. */
export const decideClaim = (review: ClaimReview, body: Decide): Promise<ClaimReview> =>
  callApi('POST /claims/:number/decisions', {
    params: { number: review.number },
    headers: versionHeader(review),
    body,
    outlivesPage: true,
  });

export const undoDecision = (number: string, id: string): Promise<ClaimReview> =>
  callApi('POST /claims/:number/decisions/:id/undo', { params: { number, id } });

/** A change that requires a reason. */
export type ReviewChange = 'cure' | 'reopen' | 'withdraw' | 'void';

export const changeReview = (
  review: ClaimReview,
  change: ReviewChange,
  body: { readonly reason: string } | { readonly dispute: ReceivedDispute },
): Promise<unknown> =>
  callApi(`POST /claims/:number/${change}`, {
    params: { number: review.number },
    headers: versionHeader(review),
    body,
  });

export const assignClaim = (review: ClaimReview, to: string | null): Promise<unknown> =>
  callApi('POST /claims/:number/assignment', { params: { number: review.number }, body: { to } });

/** Renews the lease. It does not trigger a sign-in by itself. */
export const announcePresence = (number: string): Promise<Presence> =>
  callApi('POST /claims/:number/presence', { params: { number }, isAsking: false });

export const takeNextClaim = (queue: Queue, skip: readonly string[]): Promise<LeasedClaim> =>
  callApi('POST /review/next', { body: { queue, skip } });

/** Gives a claim back. Otherwise, it becomes free when its lease ends. */
export const leaveClaim = (number: string): Promise<unknown> =>
  callApi('DELETE /claims/:number/lease', { params: { number }, isAsking: false, outlivesPage: true }).catch(
    () => undefined,
  );
