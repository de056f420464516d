import type { Queue } from '@redress/contract/console/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { claimQuery, reviewQuery } from '../api/claim-look.ts';
import { workQuery } from '../api/work-query.ts';
import { ClaimScreen } from '../claim-details/claim-screen.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/query-state.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { whenUndone } from '../review/recent-decisions.ts';
import { usePresence } from '../review/use-presence.ts';
import { readQueue, useQueueName, writeQueue } from './queue-address.ts';
import { openQueue, type QueueLine, unopenedLine } from './take-claims.ts';

/** `/queue`: the claims of a queue, one after another. */
export function Component() {
  const [parameters] = useSearchParams();
  const queue = readQueue(parameters);
  // A different address is a different queue.
  return <QueueScreen key={writeQueue(queue)} queue={queue} />;
}

function QueueScreen({ queue }: { readonly queue: Queue }) {
  const [line, setLine] = useState<QueueLine>(unopenedLine);
  const opened = useRef<ReturnType<typeof openQueue>>(undefined);
  const firstQueue = useRef(queue);
  const queries = useQueryClient();
  useEffect(() => {
    const now = openQueue(firstQueue.current, setLine, (number) => {
      // The cached review is older than the lease.
      queries.removeQueries({ queryKey: reviewQuery(number).queryKey });
    });
    opened.current = now;
    const stop = whenUndone(now.bringBack);
    return () => {
      stop();
      now.close();
    };
  }, [queries]);
  const nameOf = useQueueName();
  const [current, ...next] = line.numbers;
  const skip = () => opened.current?.skip();
  useShortcuts(current === undefined ? {} : { s: skip });
  useEffect(() => {
    if (current !== undefined) window.scrollTo(0, 0);
  }, [current]);
  const leave = <LinkButton to="/queues">Leave</LinkButton>;
  if (current === undefined)
    return (
      <Page key={line.phase} title={nameOf(queue)} actions={leave}>
        <NoClaim queue={queue} line={line} onLookAgain={() => opened.current?.lookAgain()} />
      </Page>
    );
  return (
    <>
      <ClaimScreen
        key={current}
        number={current}
        isInQueue
        confirmLabel="Confirm and next"
        onDecided={() => opened.current?.advance()}
        actions={
          <>
            <span className="soft">
              {nameOf(queue)}: {formatCount(line.remaining)} left
            </span>
            <Button aria-keyshortcuts="s" onClick={skip}>
              Skip <kbd aria-hidden="true">s</kbd>
            </Button>
            {leave}
          </>
        }
      />
      {next.map((number) => (
        <NextClaim key={number} number={number} />
      ))}
    </>
  );
}

/** Loads a claim in advance, and keeps it and its lease until it is shown. */
function NextClaim({ number }: { readonly number: string }) {
  useQuery(claimQuery(number));
  const { data: review } = useQuery(reviewQuery(number));
  usePresence(number, review);
  return null;
}

interface NoClaimProps {
  readonly queue: Queue;
  readonly line: QueueLine;
  readonly onLookAgain: () => void;
}

/** Explains why there is no claim to show. */
function NoClaim({ queue, line, onLookAgain }: NoClaimProps) {
  const { phase, remaining, skipped, error } = line;
  const queries = useQueryClient();
  const hasEnded = phase !== 'loading' && phase !== 'claim' && phase !== 'failed';
  useEffect(() => {
    // The number in the navigation may have counted the last claim.
    if (hasEnded) void queries.invalidateQueries({ queryKey: workQuery.queryKey });
  }, [hasEnded, queries]);
  if (phase === 'loading' || phase === 'claim')
    return (
      <div className="panel" aria-busy="true">
        <Skeleton lines={6} />
      </div>
    );
  const again = <Button onClick={onLookAgain}>{skipped > 0 ? 'Show skipped claims again' : 'Check again'}</Button>;
  if (phase === 'failed')
    return (
      <Failure>
        <p>{error?.message}</p>
        <Button onClick={onLookAgain}>Try again</Button>
      </Failure>
    );
  const isDone = remaining === 0;
  const whyNone = [
    ...(skipped > 0 ? [`you skipped ${formatCount(skipped)}`] : []),
    ...(skipped < remaining ? [`${skipped > 0 ? 'the rest are' : 'they are'} open with or assigned to others`] : []),
  ];
  return (
    <EmptyState
      title={isDone ? 'No more claims in this queue' : 'No claims available'}
      reason={
        isDone
          ? arrivalsOf(queue)
          : `${formatCounted(remaining, 'claim')} ${remaining === 1 ? 'is' : 'are'} left in this queue, but none is available: ${whyNone.join(', and ')}.`
      }
      action={
        <>
          {again}
          <LinkButton to="/queues">All queues</LinkButton>
        </>
      }
    />
  );
}

/** How claims come into a queue. */
function arrivalsOf({ mine = false, reason }: Queue): string {
  if (reason === 'reopened')
    return `Claims${mine ? ' assigned to you' : ''} appear here when a second person declines their decision, or when they are reopened after a decision.`;
  if (mine) return 'Claims appear here when they are assigned to you.';
  return 'Claims appear here when they are filed, documents arrive, a deficiency is cured, or a decision is disputed.';
}
