import type { ClaimReview, Presence } from '@redress/contract/console/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { announcePresence, reviewQuery } from './review-queries.ts';

/** A lost answer ends neither the lease nor the presence that colleagues see. */
const pauseMilliseconds = 15_000;

/**
 * Says that the person looks at a claim, which keeps a lease that they have, and asks who else does.
 * @param review undefined until it is known
 */
export function usePresence(number: string, review: ClaimReview | undefined): Presence | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['presence', number],
    queryFn: () => announcePresence(number),
    // Only while the tab is visible, which is the library's default.
    refetchInterval: pauseMilliseconds,
    retry: false,
    gcTime: 0,
  });
  const onPresence = useEffectEvent((presence: Presence) => {
    // Somebody took or gave back the claim: whether the person can decide it has changed.
    if (review && presence.lease?.by.id !== review.lease?.by.id)
      void queries.invalidateQueries({ queryKey: reviewQuery(number).queryKey });
  });
  useEffect(() => {
    if (data) onPresence(data);
  }, [data]);
  return data;
}
