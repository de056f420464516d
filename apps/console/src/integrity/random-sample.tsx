import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCounted } from '../ui/format.ts';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { randomSampleQuery } from './integrity-queries.ts';

/** The way to the claims that chance drew among those that no score queued. */
export function RandomSample({ caseId }: { readonly caseId: string }) {
  const query = useQuery(randomSampleQuery(caseId));
  return (
    <section className="panel" aria-labelledby="random-sample">
      <h2 id="random-sample">Random sample</h2>
      <p>
        One in a hundred claims that no score queued, drawn by chance. You give a verdict on each without seeing its
        scores: that shows what they miss.
      </p>
      <QueryState query={query} skeleton={<Skeleton lines={1} />}>
        {({ left, isExact, next }) =>
          next === null ? (
            <p>Every claim of the sample has a verdict.</p>
          ) : (
            <>
              <p>
                {isExact ? '' : 'More than '}
                {formatCounted(left, 'claim')} left
              </p>
              <Link className="button" to={`/claims/${next}`}>
                Review the random sample
              </Link>
            </>
          )
        }
      </QueryState>
    </section>
  );
}

/** From a claim of the sample to the next one. */
export function NextSampled({ caseId }: { readonly caseId: string }) {
  const { data } = useQuery(randomSampleQuery(caseId));
  if (!data) return null;
  if (data.next === null) return <p className="soft">Every claim of the random sample has a verdict.</p>;
  return (
    <p>
      <Link to={`/claims/${data.next}`}>Next claim of the random sample</Link>
    </p>
  );
}
