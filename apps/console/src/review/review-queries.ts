import type {
  ClaimReview,
  Decide,
  LeasedClaim,
  Presence,
  Queue,
  Queues,
  Reviewers,
} from '@redress/contract/console/review';
import { callApi } from '../api/api-client.ts';

const pathOf = (number: string) => `/claims/${encodeURIComponent(number)}`;

export const reviewQuery = (number: string) => ({
  // With the claim's other parts: whoever reads the claim again reads its review again.
  queryKey: ['claim', number, 'review'],
  queryFn: () => callApi<ClaimReview>(`${pathOf(number)}/review`),
  gcTime: 60_000,
  staleTime: Infinity,
});

export const queuesQuery = {
  queryKey: ['review', 'queues'],
  queryFn: () => callApi<Queues>('/review/queues'),
  refetchInterval: 30_000,
} as const;

export const reviewersQuery = (caseId: string) => ({
  queryKey: ['review', 'reviewers', caseId],
  queryFn: () => callApi<Reviewers>(`/review/reviewers?${new URLSearchParams({ case: caseId }).toString()}`),
  staleTime: 60_000,
});

/** What the person saw, so that a stale screen changes nothing. */
const versionHeader = ({ version }: Pick<ClaimReview, 'version'>) => ({ 'if-match': `"${version}"` });

/** Sent again after a lost answer, the same ID decides nothing. */
export const decideClaim = (review: ClaimReview, body: Decide): Promise<ClaimReview> =>
  callApi(`${pathOf(review.number)}/decisions`, {
    method: 'POST',
    headers: versionHeader(review),
    body,
    outlivesPage: true,
  });

export const undoDecision = (number: string, id: string): Promise<ClaimReview> =>
  callApi(`${pathOf(number)}/decisions/${id}/undo`, { method: 'POST' });

/** A change for which somebody has to say why. */
export type ReviewChange = 'cure' | 'reopen' | 'withdraw' | 'void';

export const changeReview = (review: ClaimReview, change: ReviewChange, reason: string): Promise<unknown> =>
  callApi(`${pathOf(review.number)}/${change}`, { method: 'POST', headers: versionHeader(review), body: { reason } });

export const assignClaim = (review: ClaimReview, to: string | null): Promise<unknown> =>
  callApi(`${pathOf(review.number)}/assignment`, { method: 'POST', body: { to } });

/** Renews the lease. Does not ask for a sign-in by itself. */
export const announcePresence = (number: string): Promise<Presence> =>
  callApi(`${pathOf(number)}/presence`, { method: 'POST', isAsking: false });

export const takeNextClaim = (queue: Queue, skip: readonly string[]): Promise<LeasedClaim> =>
  callApi('/review/next', { method: 'POST', body: { queue, skip } });

/** Gives a claim back. One that is not given back is free again when its lease ends. */
export const leaveClaim = (number: string): Promise<unknown> =>
  callApi(`${pathOf(number)}/lease`, { method: 'DELETE', isAsking: false, outlivesPage: true }).catch(() => undefined);
