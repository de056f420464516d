import { describeSummary } from '@redress/contract/console/allocation-figures';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AllocationFacts } from '../allocations/allocation-facts.tsx';
import { allocationQuery } from '../allocations/allocation-queries.ts';
import { Facts } from '../ui/facts.tsx';
import { QueryState, Skeleton } from '../ui/query-state.tsx';

/** What is frozen with the approval: the figures, what they were computed from, and the SHA-256. */
export function ApprovalAllocation({ id }: { readonly id: string }) {
  const query = useQuery(allocationQuery(id));
  return (
    <>
      <QueryState query={query} skeleton={<Skeleton lines={8} />}>
        {(allocation) => (
          <>
            {allocation.summary && (
              <Facts
                rows={describeSummary(allocation.netFund ?? '', allocation.summary).map(({ label, value, note }) => [
                  label,
                  note === undefined ? value : `${value}, ${note}`,
                ])}
              />
            )}
            <AllocationFacts allocation={allocation} />
          </>
        )}
      </QueryState>
      <p>
        <Link to={`/allocations/${id}`}>Open the scenario and compare it</Link>
      </p>
    </>
  );
}
