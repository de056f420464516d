import type { Waiting, WaitingKind } from '@redress/contract/console/dashboard';
import { formatCourtDay } from '@redress/contract/language';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';
import { QueryState } from '../ui/query-state.tsx';
import type { PartProps } from './figures.ts';

const names: Readonly<Record<WaitingKind, string>> = {
  documents: 'for documents from the claimant',
  scan: 'for a virus scan',
  'data-check': 'for a data file check',
};

/** Shows the oldest open work and its dates. Each links to its claims. */
export function OldestWaiting({ dashboard, listOf }: PartProps) {
  return (
    <section className="panel" aria-labelledby="oldest-waiting">
      <h2 id="oldest-waiting">Waiting longest</h2>
      <ul className="plain-list waiting-list">
        {dashboard.waiting.map((waiting) => (
          <li key={waiting.what}>
            <WaitingClaimsOf waiting={waiting} listOf={listOf} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WaitingClaimsOf({ waiting, listOf }: { readonly waiting: Waiting } & Pick<PartProps, 'listOf'>) {
  const { formatMoment } = useMoments();
  const [isOpen, setIsOpen] = useState(false);
  const { what, claims, isExact, since } = waiting;
  const count = `${claims.toLocaleString('en-US')}${isExact ? '' : ' or more'} ${claims === 1 ? 'claim' : 'claims'}`;
  if (since === null) return <p>No claims waiting {names[what]}.</p>;
  return (
    <>
      <p>
        <strong>{count}</strong> {claims === 1 ? 'waits' : 'wait'} {names[what]}; the oldest since{' '}
        {what === 'documents' ? formatCourtDay(since) : formatMoment(since)}.{' '}
        {what === 'documents' ? (
          <Link to={listOf({ status: 'waiting-documents', sort: 'filed' })}>List, oldest first</Link>
        ) : (
          <Button look="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'List, oldest first'}
          </Button>
        )}
      </p>
      {isOpen && <Queue what={what} />}
    </>
  );
}

function Queue({ what }: { readonly what: WaitingKind }) {
  const { formatMoment } = useMoments();
  const queue = useQuery(
    apiQuery(['dashboard', 'waiting', what], 'GET /dashboard/waiting/:what', { params: { what } }),
  );
  return (
    <QueryState query={queue}>
      {({ claims }) =>
        claims.length === 0 ? (
          <p>Nothing is waiting.</p>
        ) : (
          <ol className="waiting-claims">
            {claims.map(({ number, form, since }) => (
              <li key={number}>
                <Link className="figures" to={`/claims/${number}`}>
                  {number}
                </Link>{' '}
                {form}, since {formatMoment(since)}
              </li>
            ))}
          </ol>
        )
      }
    </QueryState>
  );
}
