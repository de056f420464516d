import { type ClaimListQuery, maxNewer, viewOf, writeClaimListQuery } from '@redress/contract/console/claim-list';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { newerClaimsQuery } from './list-queries.ts';

/** Shows the number of claims received since the list was fetched. A button loads them. */
export function NewerClaims({
  query,
  newest,
  refetch,
}: {
  readonly query: ClaimListQuery;
  readonly newest: string;
  readonly refetch: () => Promise<unknown>;
}) {
  const navigate = useNavigate();
  const { data } = useQuery(newerClaimsQuery(query, newest));
  const count = data?.count ?? 0;
  const show = () => {
    // New claims are on the first page of the default order.
    if (query.after === undefined && query.before === undefined) void refetch();
    else void navigate({ search: writeClaimListQuery(viewOf(query)) });
  };
  return (
    <p className="newer-claims" role="status">
      {count > 0 && (
        <>
          {count >= maxNewer ? `${formatCount(maxNewer)} or more new claims` : formatCounted(count, 'new claim')}
          {' · '}
          <Button look="link" onClick={show}>
            Show
          </Button>
        </>
      )}
    </p>
  );
}
