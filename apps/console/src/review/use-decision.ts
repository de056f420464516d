import type { ClaimReview, Decide } from '@redress/contract/console/review';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { useSend } from '../ui/use-send.ts';
import {
  type DecisionDraft,
  decisionOf,
  findProblems,
  emptyDraft,
  type Problems,
  useDecisionDraft,
} from './decision-draft.ts';
import { describeChange } from './describe-change.ts';
import { listDecision } from './recent-decisions.ts';
import { decideClaim, reviewQuery } from './review-queries.ts';

/**
 * A choice about a claim, and how it becomes a decision. Without an answer, the choice stays.
 * @param suggestedSurvivor the claim that counts, if this one is denied as a duplicate
 * @param sendSecond sends the decision of a second review instead
 */
export function useDecision(
  review: ClaimReview,
  onDecided: () => void,
  suggestedSurvivor: string,
  sendSecond?: (decision: Decide) => Promise<void>,
) {
  const queries = useQueryClient();
  const { isSending, failure, send, errorOf } = useSend();
  const [draft, setChoice] = useDecisionDraft(review.number, sendSecond ? 'second' : 'claim');
  const choice = { ...draft, survivor: draft.survivor ?? (sendSecond ? null : suggestedSurvivor) };
  const [problems, setProblems] = useState<Problems>({});
  const [news, setNews] = useState<readonly string[]>([]);
  // Sent again after a lost answer, the same ID decides nothing.
  const id = useRef(crypto.randomUUID());
  const { queryKey } = reviewQuery(review.number);
  const decide = async (body: Decide, sentAt: number) => {
    try {
      const decided = await decideClaim(review, body);
      queries.setQueryData(queryKey, decided);
      listDecision(body.id, decided, choice, sentAt);
    } catch (error) {
      // Somebody else was faster: what they did is said beside the choice, which stays.
      if (error instanceof ApiError && (error.status === 409 || error.status === 412)) {
        const query = { ...reviewQuery(review.number), staleTime: 0 };
        const now = await queries.fetchQuery(query).catch(() => undefined);
        setNews(now ? describeChange(review, now) : []);
        void queries.invalidateQueries({ queryKey: ['claim', review.number], exact: true });
      }
      throw error;
    }
  };
  return {
    choice,
    problems,
    isSending,
    failure,
    errorOf,
    /** What changed while the person decided, in sentences. */
    news,
    choose(next: Partial<DecisionDraft>) {
      setChoice({ ...draft, ...next });
      setProblems({});
      setNews([]);
      // Another choice is another decision.
      if (failure) id.current = crypto.randomUUID();
    },
    /** Returns what is missing, if anything is. */
    async confirm(): Promise<Problems> {
      const missing = findProblems(review, choice);
      setProblems(missing);
      const body = decisionOf(review, choice, id.current);
      if (Object.keys(missing).length > 0 || !body) return missing;
      const sentAt = Date.now();
      const isDecided = await send(() => (sendSecond ? sendSecond(body) : decide(body, sentAt)));
      if (isDecided) {
        setChoice(emptyDraft);
        setNews([]);
        id.current = crypto.randomUUID();
        void queries.invalidateQueries({ queryKey: ['review', 'queues'] });
        onDecided();
      }
      return {};
    },
  };
}
