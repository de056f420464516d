import type { ClaimReview, Presence } from '@redress/contract/console/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { reviewQuery } from '../api/claim-look.ts';
import { announcePresence } from './review-queries.ts';

/** One lost answer ends neither the lease nor the presence that colleagues see. */
const pauseMilliseconds = 15_000;

/**
 * Reports that the person is viewing the claim, which renews their lease, and asks who else is.
 * @param review undefined until it is known
 */
export function usePresence(number: string, review: ClaimReview | undefined): Presence | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['presence', number],
    queryFn: () => announcePresence(number),
    // Polls only while the tab is visible, which is the library's default.
    refetchInterval: pauseMilliseconds,
    retry: false,
    gcTime: 0,
  });
  const onPresence = useEffectEvent((presence: Presence) => {
    // Another person took or gave back the claim, which changes whether this person can decide it.
    if (review && presence.lease?.by.id !== review.lease?.by.id)
      void queries.invalidateQueries({ queryKey: reviewQuery(number).queryKey });
  });
  useEffect(() => {
    if (data) onPresence(data);
  }, [data]);
  return data;
}
