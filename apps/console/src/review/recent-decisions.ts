import { type ClaimReview, undoSeconds } from '@redress/contract/console/review';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-client.ts';
import type { DecisionDraft } from './decision-draft.ts';
import { undoDecision } from './review-queries.ts';

/** A decision that the server has stored, and that its reviewer can undo for a few seconds. */
export interface RecentDecision {
  readonly id: string;
  readonly number: string;
  readonly choice: DecisionDraft;
  /** Whether a second person has to approve it. */
  readonly isWaiting: boolean;
  readonly canUndo: boolean;
  /** The end of the time to undo it, as of `Date.now()`. */
  readonly until: number;
  readonly state: 'decided' | 'undoing' | 'failed';
  /** The reason that it could not be undone. */
  readonly message?: string;
}

let decisions: readonly RecentDecision[] = [];
const listeners = new Set<() => void>();

function change(next: readonly RecentDecision[]): void {
  decisions = next;
  for (const listener of listeners) listener();
}
const update = (id: string, part: Partial<RecentDecision>) =>
  change(decisions.map((each) => (each.id === id ? { ...each, ...part } : each)));

export const dismissDecision = (id: string): void => change(decisions.filter((each) => each.id !== id));

/** Decisions stay when the claim's screen closes: the next claim shows at once. Newest last. */
export const useRecentDecisions = (): readonly RecentDecision[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => decisions,
  );

/**
 * Lists a decision until it takes effect.
 * @param sentAt when it was sent, as of `Date.now()`: the clocks of browser and server may differ
 */
export function listDecision(id: string, review: ClaimReview, choice: DecisionDraft, sentAt: number): void {
  const until = sentAt + undoSeconds * 1_000;
  const { number, decision } = review;
  const isWaiting = (decision?.waitsFor.length ?? 0) > 0;
  const canUndo = decision?.undoUntil !== null;
  change([...decisions, { id, number, choice, isWaiting, canUndo, until, state: 'decided' }]);
  setTimeout(
    () => {
      const listed = decisions.find((each) => each.id === id);
      if (listed?.state === 'decided') dismissDecision(id);
    },
    Math.max(0, until - Date.now()),
  );
}

/** Returns the claim's review after the undo, or undefined if it failed. */
export async function undo({ id, number }: RecentDecision): Promise<ClaimReview | undefined> {
  update(id, { state: 'undoing' });
  try {
    const review = await undoDecision(number, id);
    dismissDecision(id);
    return review;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    update(id, { state: 'failed', message: error.message });
    return undefined;
  }
}

type ReopenClaim = (number: string) => void;
let reopenClaim: ReopenClaim | undefined;

/** A queue shows the claims of undone decisions itself. Returns a function that stops this. */
export function whenUndone(reopen: ReopenClaim): () => void {
  reopenClaim = reopen;
  return () => {
    if (reopenClaim === reopen) reopenClaim = undefined;
  };
}

/** Whether a queue shows the claim. */
export function reopenInQueue(number: string): boolean {
  reopenClaim?.(number);
  return reopenClaim !== undefined;
}
