import type { ClaimReview, Decide } from '@redress/contract/console/review';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { useDraft } from '../ui/use-draft.ts';
import {
  type DecisionDraft,
  decisionOf,
  findProblems,
  type Problems,
  readChoice,
  writeChoice,
} from './decision-draft.ts';
import { listDecision } from './recent-decisions.ts';
import { reviewQuery } from '../api/claim-look.ts';
import { decideClaim } from './review-queries.ts';
import { describeOutcome, statusLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';

/**
 * A choice about a claim, and the request that makes it a decision. If no answer comes, the choice
 * stays.
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
  const { text, write, requestId, send, ...sending } = useDraft(
    `${sendSecond ? 'second-decision' : 'decision'}:${review.number}`,
  );
  const draft = readChoice(text);
  const choice = { ...draft, survivor: draft.survivor ?? (sendSecond ? null : suggestedSurvivor) };
  const [problems, setProblems] = useState<Problems>({});
  const [news, setNews] = useState<readonly string[]>([]);
  const { queryKey } = reviewQuery(review.number);
  const decide = async (body: Decide, sentAt: number) => {
    try {
      const decided = await decideClaim(review, body);
      queries.setQueryData(queryKey, decided);
      // The claim that counts lists this one as soon as the denial takes effect.
      const survivor = decided.decision?.survivingClaim;
      if (typeof survivor === 'string')
        void queries.invalidateQueries({ queryKey: reviewQuery(survivor).queryKey, refetchType: 'none' });
      listDecision(body.id, decided, choice, sentAt);
    } catch (error) {
      // Another person was faster. The choice stays, and their change is shown beside it.
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
    ...sending,
    choice,
    problems,
    /** Changes since the person opened the claim, in sentences. */
    news,
    choose(next: Partial<DecisionDraft>) {
      write(writeChoice({ ...draft, ...next }));
      setProblems({});
      setNews([]);
    },
    /** Returns the problems, if there are any. */
    async confirm(): Promise<Problems> {
      const missing = findProblems(review, choice);
      setProblems(missing);
      const body = decisionOf(review, choice, requestId());
      if (Object.keys(missing).length > 0 || !body) return missing;
      const sentAt = Date.now();
      const isDecided = await send(() => (sendSecond ? sendSecond(body) : decide(body, sentAt)));
      if (isDecided) {
        setNews([]);
        void queries.invalidateQueries({ queryKey: ['review', 'queues'] });
        onDecided();
      }
      return {};
    },
  };
}

/** Describes the differences in a review that was fetched again. */
function describeChange(before: ClaimReview, now: ClaimReview): string[] {
  const { decision, lease, assignee } = now;
  const news: string[] = [];
  if (decision && decision.id !== before.decision?.id) {
    const reasons = decision.reasons.map(({ label }) => label).join('; ');
    const amount = decision.recognizedAmount === null ? '' : `, ${formatMoney(decision.recognizedAmount)}`;
    news.push(
      `${decision.by?.name ?? 'The system'} decided: ${describeOutcome(decision.outcome, decision.waitsFor.length > 0)}${amount}${reasons === '' ? '' : ` (${reasons})`}.`,
    );
  }
  if (now.status !== before.status)
    news.push(`The status changed from ${statusLabels[before.status]} to ${statusLabels[now.status]}.`);
  if (lease && !lease.isOwn && lease.by.id !== before.lease?.by.id)
    news.push(`${lease.by.name} is reviewing the claim.`);
  if (assignee?.id !== before.assignee?.id)
    news.push(assignee ? `The claim is assigned to ${assignee.name}.` : 'The claim is no longer assigned.');
  // The review shows none of these changes.
  if (news.length === 0 && now.version !== before.version)
    news.push('A document arrived, an answer was corrected, or the claimant answered the deficiency.');
  return news;
}
