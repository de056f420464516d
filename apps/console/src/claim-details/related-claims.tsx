import type { ClaimRecord, RelatedClaims as Related } from '@redress/contract/console/claim-details';
import { formatClaimed } from '@redress/contract/console/format-figure';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { listState } from '../ui/list-position.ts';
import { QueryState } from '../ui/query-state.tsx';
import { relatedQuery } from './claim-queries.ts';
import { relatedLabels } from './messages.ts';
import { Section } from './section.tsx';
import { useMoments } from '../ui/moments.ts';

/** Maximum claims of each kind before the list is expanded. */
const firstShown = 3;

interface RelatedProps {
  readonly claim: ClaimRecord;
  /** Shows a related claim beside this one. */
  readonly onCompare?: ((number: string) => void) | undefined;
}

/** Claims that may come from the same person, by the values they share. */
export function RelatedClaims({ claim, onCompare }: RelatedProps) {
  const query = useQuery(relatedQuery(claim.number));
  return (
    <Section id="related" title="Other claims">
      <QueryState query={query}>
        {({ groups, isPartial }) => (
          <>
            {isPartial && (
              <p className="notice notice-warn">One search took too long, so some claims may be missing here.</p>
            )}
            {groups.length === 0 && !isPartial && (
              <p>No other claim has the same Notice ID, tax ID, email, phone, address, or name and ZIP code.</p>
            )}
            {groups.map((group) => (
              <RelatedGroup key={group.by} group={group} claim={claim} onCompare={onCompare} />
            ))}
          </>
        )}
      </QueryState>
    </Section>
  );
}

function RelatedGroup({ group, claim, onCompare }: RelatedProps & { readonly group: Related['groups'][number] }) {
  const { formatMoment } = useMoments();
  const { by, claims, more } = group;
  const [isWhole, setWhole] = useState(false);
  const label = `claim ${claim.reference}`;
  const list = { backTo: `/claims/${claim.number}`, label, numbers: claims.map(({ number }) => number) };
  return (
    <>
      <h3>{relatedLabels[by]}</h3>
      <ul className="entries">
        {claims
          .slice(0, isWhole ? claims.length : firstShown)
          .map(({ number, reference, name, form, filedAt, amount, range }) => (
            <li key={number}>
              <Link to={`/claims/${number}`} state={listState(list)}>
                {reference}
              </Link>{' '}
              {name} <CompareButton number={number} onCompare={onCompare} />
              <p className="soft">
                {form}, {formatMoment(filedAt)}
                {amount === null && range === null ? '' : `, ${formatClaimed(amount, range)}`}
              </p>
            </li>
          ))}
      </ul>
      {!isWhole && claims.length > firstShown && (
        <Button look="link" onClick={() => setWhole(true)}>
          {more ? 'Show the first 20' : `Show all ${claims.length}`}
          <span className="visually-hidden"> with the {relatedLabels[by].toLowerCase()}</span>
        </Button>
      )}
      {more && isWhole && <p className="soft">More than 20. Use the search box to see them all.</p>}
    </>
  );
}

/** Shows another claim beside this one. */
export function CompareButton({ number, onCompare }: Pick<RelatedProps, 'onCompare'> & { readonly number: string }) {
  if (!onCompare) return null;
  return (
    <Button look="link" onClick={() => onCompare(number)}>
      Compare <span className="visually-hidden">with claim {number}</span>
    </Button>
  );
}
