import { flagLabels } from '@redress/contract/console/claim-labels';
import { type Approval, causesPrefix } from '@redress/contract/console/approvals';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useCan } from '../api/use-session.ts';
import { useMoments } from '../ui/moments.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { headlineOf } from './headline.ts';
import { ApprovalRequest } from './approval-request.tsx';

interface WaitingRequestsProps {
  /** Waiting and decided requests. */
  readonly all: readonly Approval[];
  /** Only this kind is listed; empty: all are. */
  readonly kind: string;
  /** The requests that the person decided last. */
  readonly decided: readonly string[];
  /** Replaces the list when there is nothing to show. */
  readonly empty: ReactNode;
  /** Can be approved with one signature, or withdrawn together. */
  readonly selectable: readonly Approval[];
  /** Rendered above the person's own requests. */
  readonly withdrawTogether: ReactNode;
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isChosen: boolean) => void;
  readonly onSend: () => void;
  readonly onDecided: (outcome: string, ids: readonly string[]) => Promise<void>;
}

/** Lists open requests, other people's first, and beside them the selected one. */
export function WaitingRequests(props: WaitingRequestsProps) {
  const { all, kind, decided, empty, selectable, withdrawTogether, chosen, onChoose, onSend, onDecided } = props;
  const waiting = all.filter(({ decision }) => decision === null);
  const [opened, setOpened] = useState(waiting[0]);
  const list = useRef<HTMLDivElement>(null);
  const approves = useCan('approve');
  // A request that someone else decides stays open. The next one would get the key that was meant
  // for it.
  const open = opened && (all.find(({ id }) => id === opened.id) ?? opened);
  const index = waiting.findIndex((request) => request === open);
  // Keys go on from the place of a request that someone else decided.
  const [place, setPlace] = useState(0);
  if (index >= 0 && index !== place) setPlace(index);
  const isFilteredOut = index < 0 && kind !== '' && kind !== open?.kind;
  if (open === undefined || decided.includes(open.id) || isFilteredOut) {
    const next = waiting.find(({ id }) => !decided.includes(id));
    if (next !== opened) setOpened(next);
  }
  useLayoutEffect(() => {
    // The buttons disappeared with the decided request. The next one is at their place.
    if (decided.length > 0 && document.activeElement === document.body)
      list.current?.nextElementSibling?.querySelector('h3')?.focus();
  }, [decided]);
  const step = (by: 1 | -1) => {
    const before = index < 0 && by === 1 ? place - 1 : place;
    const next = waiting[Math.min(Math.max(before + by, 0), waiting.length - 1)];
    if (next === undefined) return;
    setOpened(next);
    list.current?.querySelector<HTMLElement>(`[data-request="${next.id}"]`)?.focus();
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ...(open && selectable.includes(open) && { x: () => onChoose(open.id, !chosen.includes(open.id)) }),
  });
  const show = (request: Approval) => {
    setOpened(request);
    // On a narrow screen, the request is below the list.
    requestAnimationFrame(() => list.current?.nextElementSibling?.scrollIntoView({ block: 'nearest' }));
  };
  const rowsOf = (requests: readonly Approval[]) => (
    <ul className="plain-list approval-rows">
      {requests.map((request) => (
        <li key={request.id}>
          {selectable.includes(request) && (
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(request.id)}
                onChange={(event) => onChoose(request.id, event.target.checked)}
              />
              <span className="visually-hidden">Select: {headlineOf(request)}</span>
            </label>
          )}
          <Row request={request} isOpen={request === open} onOpen={() => show(request)} />
        </li>
      ))}
    </ul>
  );
  if (waiting.length === 0 && open === undefined) return empty;
  const others = waiting.filter(({ isOwn }) => !isOwn);
  const own = waiting.filter(({ isOwn }) => isOwn);
  return (
    <div className="approvals-layout">
      <div ref={list}>
        {approves && (
          <>
            <h2>Awaiting your approval</h2>
            {others.length === 0 ? <p className="soft">No requests to approve.</p> : rowsOf(others)}
          </>
        )}
        {own.length > 0 && (
          <>
            <h2>Your requests</h2>
            {withdrawTogether}
            {rowsOf(own)}
          </>
        )}
      </div>
      {open && (
        <ApprovalRequest
          key={open.id}
          approval={open}
          isWaiting={index >= 0}
          onSend={onSend}
          onDecided={async (outcome) => {
            setOpened(waiting[index + 1] ?? waiting[index - 1]);
            await onDecided(outcome, [open.id]);
          }}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly request: Approval;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ request, isOpen, onOpen }: RowProps) {
  const { formatMoment } = useMoments();
  const { id, isOwn, askedBy, askedAt, reason, claim } = request;
  return (
    <button
      type="button"
      className="approval-row"
      data-request={id}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <span className="approval-what">
        {headlineOf(request)}{' '}
        {claim?.flags.map((flag) => (
          <span key={flag} className="tag tag-warn">
            {flagLabels[flag]}
          </span>
        ))}
      </span>
      <span className="approval-why">
        <span>{reason.replace(causesPrefix, 'Because ')}</span>
        <span className="soft">
          {isOwn ? 'You' : askedBy} · {formatMoment(askedAt)}
        </span>
      </span>
    </button>
  );
}
