import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LinkButton } from '../ui/button.tsx';
import { formatCounted } from '../ui/format.ts';
import { listState } from '../ui/list-position.ts';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { randomSampleQuery } from './integrity-queries.ts';

const backTo = (caseId: string) =>
  listState({ backTo: `/integrity?case=${encodeURIComponent(caseId)}`, label: 'Integrity', numbers: [] });

/** Links to the claims drawn at random from those that no score queued. */
export function RandomSample({ caseId }: { readonly caseId: string }) {
  const query = useQuery(randomSampleQuery(caseId));
  return (
    <section className="panel" aria-labelledby="random-sample">
      <h2 id="random-sample">Random sample</h2>
      <p>
        One in a hundred claims below every threshold, selected at random. You record a finding on each without seeing
        its scores, which shows what they miss.
      </p>
      <QueryState query={query} skeleton={<Skeleton lines={1} />}>
        {({ left, isExact, next }) =>
          next === null ? (
            <p>Every claim in the sample has a finding.</p>
          ) : (
            <>
              <p>
                {isExact ? '' : 'More than '}
                {formatCounted(left, 'claim')} left
              </p>
              <LinkButton to={`/claims/${next}`} state={backTo(caseId)}>
                Review random sample
              </LinkButton>
            </>
          )
        }
      </QueryState>
    </section>
  );
}

/** Leads from a claim of the sample to the next one. */
export function NextSampled({ caseId }: { readonly caseId: string }) {
  const { data } = useQuery(randomSampleQuery(caseId));
  if (!data) return null;
  if (data.next === null) return <p className="soft">Every claim in the random sample has a finding.</p>;
  return (
    <p>
      <Link to={`/claims/${data.next}`} state={backTo(caseId)} replace>
        Next claim in the random sample
      </Link>
    </p>
  );
}
