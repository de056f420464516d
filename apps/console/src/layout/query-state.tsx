import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** Shows data once it is there: a skeleton until then, and after a failure a way to try again. */
export function QueryState<Data>({
  query,
  skeleton,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  /** Keeps the layout while the data loads. */
  readonly skeleton: ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {error && (
        <div className="notice notice-bad" role="alert">
          <p>
            {data === undefined ? '' : 'What you see may be out of date. '}
            {error.message}
          </p>
          <button type="button" className="button" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Trying …' : 'Try again'}
          </button>
        </div>
      )}
      {data === undefined ? !error && <div aria-busy="true">{skeleton}</div> : children(data)}
    </>
  );
}
