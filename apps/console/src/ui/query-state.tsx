import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-client.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Keeps the layout while the data loads. */
  readonly skeleton?: ReactNode;
  /** Shown if the record does not exist or is in another case. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Shows loaded data, a skeleton until then, and a way to retry after a failure. */
export function QueryState<Data>({ query, skeleton = <Skeleton />, missing, children }: QueryStateProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (missing !== undefined && error instanceof ApiError && error.code === 'not-found') return missing;
  // Removes data that the person can no longer see. A retry would fail again.
  if (error instanceof ApiError && error.code === 'not-permitted') return <Failure error={error} />;
  return (
    <>
      {error && (
        <Failure>
          <p>
            {data === undefined ? '' : 'This may be out of date. '}
            {error.message}
          </p>
          <Button disabled={isFetching} onClick={refetch}>
            {isFetching ? 'Trying …' : 'Try again'}
          </Button>
        </Failure>
      )}
      {data === undefined ? !error && <div aria-busy="true">{skeleton}</div> : children(data)}
    </>
  );
}

/** Reserves the space for a few lines of text. */
export function Skeleton({ lines = 1 }: { readonly lines?: number }) {
  // oxlint-disable-next-line react/no-array-index-key
  return Array.from({ length: lines }, (_, line) => <span key={line} className="skeleton" />);
}

/** Reserves the space of a panel. */
export const PanelSkeleton = ({ lines }: { readonly lines: number }) => (
  <div className="panel">
    <Skeleton lines={lines} />
  </div>
);
