import type { ClaimDetails, RelatedClaims as Related } from '@redress/contract/console/claim-details';
import { formatClaimed } from '@redress/contract/console/format-figure';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { listState } from '../ui/list-position.ts';
import { QueryState } from '../ui/query-state.tsx';
import { relatedQuery } from '../api/claim-look.ts';
import { relatedLabels } from './messages.ts';
import { Section } from './section.tsx';
import { useMoments } from '../ui/moments.ts';

/** Maximum claims before the list is expanded. */
const firstShown = 5;

interface RelatedProps {
  readonly claim: ClaimDetails;
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
            {groups.length > 0 && <RelatedList groups={groups} claim={claim} onCompare={onCompare} />}
          </>
        )}
      </QueryState>
    </Section>
  );
}

function RelatedList({ groups, claim, onCompare }: RelatedProps & Pick<Related, 'groups'>) {
  const { formatMoment } = useMoments();
  const [isWhole, setWhole] = useState(false);
  // A claim that shares several values is listed once, with all of them.
  const claims = [...new Map(groups.flatMap((group) => group.claims.map((each) => [each.number, each]))).values()];
  const sharedBy = (number: string) =>
    groups.filter((group) => group.claims.some((each) => each.number === number)).map(({ by }) => relatedLabels[by]);
  const label = `claim ${claim.reference}`;
  const list = { backTo: `/claims/${claim.number}`, label, numbers: claims.map(({ number }) => number) };
  const cut = groups.filter(({ more }) => more).map(({ by }) => relatedLabels[by]);
  return (
    <>
      <ul className="entries">
        {claims
          .slice(0, isWhole ? claims.length : firstShown)
          .map(({ number, reference, name, form, filedAt, amount, range }) => (
            <li key={number}>
              <Link to={`/claims/${number}`} state={listState(list)}>
                {reference}
              </Link>{' '}
              {name} <CompareButton number={number} onCompare={onCompare} />
              <p>{`Same ${sharedBy(number).join(', ')}`}</p>
              <p className="soft">
                {form}, {formatMoment(filedAt)}
                {amount === null && range === null ? '' : `, ${formatClaimed(amount, range)}`}
              </p>
            </li>
          ))}
      </ul>
      {!isWhole && claims.length > firstShown && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show all {claims.length}
          <span className="visually-hidden"> related claims</span>
        </Button>
      )}
      {cut.length > 0 && (
        <p className="soft">
          More than 20 claims have the same {cut.join(' or the same ')}. Use the search box to see them all.
        </p>
      )}
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
