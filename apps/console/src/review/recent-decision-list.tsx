import { describeOutcome } from '@redress/contract/console/claim-labels';
import { undoSeconds } from '@redress/contract/console/review';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCounted } from '../ui/format.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { storeDecisionDraft } from './decision-draft.ts';
import { dismissDecision, type RecentDecision, reopenInQueue, undo, useRecentDecisions } from './recent-decisions.ts';
import './recent-decisions.css';

const maxShown = 2;
const noticeMilliseconds = 6_000;

/** Shows the person's latest decisions on every screen. `u` undoes the last one. */
export function RecentDecisionList() {
  const decisions = useRecentDecisions();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { person, permissions } = useSession();
  const takeBack = async (decision: RecentDecision) => {
    const { number, choice } = decision;
    const review = await undo(decision);
    if (!review) return;
    storeDecisionDraft(person.id, number, choice);
    await queries.invalidateQueries({ queryKey: ['claim', number], refetchType: 'none' });
    queries.setQueryData(['claim', number, 'review'], review);
    // A new key makes the claim's screen start with the earlier choice.
    if (!reopenInQueue(number)) void navigate(`/claims/${number}`, { state: { undone: decision.id } });
  };
  const last = decisions.findLast(({ state, canUndo }) => state === 'decided' && canUndo);
  const [isTooLate, setTooLate] = useState(false);
  const mayDecide = permissions.decide.length > 0;
  useShortcuts(mayDecide ? { u: () => (last === undefined ? setTooLate(true) : void takeBack(last)) } : {});
  useEffect(() => {
    if (!isTooLate) return;
    const timer = setTimeout(() => setTooLate(false), noticeMilliseconds);
    return () => clearTimeout(timer);
  }, [isTooLate]);
  const newest = decisions.at(-1);
  // Failures stay, and more decisions would cover the navigation. Older ones can still be undone by key.
  const shown = decisions.toReversed().filter(({ state }, index) => index < maxShown || state === 'failed');
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest && `${describe(newest)}.${newest.canUndo ? ' Undo with u.' : ''}`}
      </p>
      <div role="status">
        {isTooLate && (
          <p className="recent-decisions">
            Nothing to undo. A decision takes effect after {undoSeconds} seconds. After that, a supervisor can reopen
            the claim.
          </p>
        )}
      </div>
      {decisions.length > 0 && (
        <section className="recent-decisions" aria-label="Just decided">
          <ul className="plain-list">
            {shown.map((decision) => (
              <Item
                key={decision.id}
                decision={decision}
                isLast={decision === last}
                onUndo={() => void takeBack(decision)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const describe = ({ choice: { outcome }, number, isWaiting }: RecentDecision) =>
  `${outcome === null ? 'Decided' : describeOutcome(outcome, isWaiting)}: claim ${number}${isWaiting ? ', awaiting second approval' : ''}`;

interface ItemProps {
  readonly decision: RecentDecision;
  /** Whether `u` undoes this one. */
  readonly isLast: boolean;
  readonly onUndo: () => void;
}

function Item({ decision, isLast, onUndo }: ItemProps) {
  const { id, number, state, canUndo, until, message } = decision;
  if (state === 'failed')
    return (
      <li>
        <Failure>
          <p>{`The decision about claim ${number} wasn’t undone. ${message ?? ''}`}</p>
          <Button onClick={() => dismissDecision(id)}>Close</Button>
        </Failure>
      </li>
    );
  return (
    <li className="row row-apart recent-decision">
      <span>{describe(decision)}</span>
      {canUndo && (
        <Button aria-keyshortcuts={isLast ? 'u' : undefined} disabled={state === 'undoing'} onClick={onUndo}>
          <span>
            {state === 'undoing' ? 'Undoing …' : 'Undo'}
            <span className="visually-hidden"> the decision about claim {number}</span>{' '}
            {isLast && <kbd aria-hidden="true">u</kbd>}
          </span>{' '}
          <Countdown until={until} />
        </Button>
      )}
    </li>
  );
}

/** Screen readers announce the decision once, not every second. */
function Countdown({ until }: { readonly until: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span className="recent-countdown" aria-hidden="true" title={`${formatCounted(seconds, 'second')} left`}>
      {seconds}
    </span>
  );
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));
