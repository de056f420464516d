import type { BulkClaimFilter, BulkClaims } from '@redress/contract/console/bulk';
import { flagLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Radios } from '../ui/choices.tsx';
import { useMoments } from '../ui/moments.ts';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { StateBadge } from '../ui/status-badge.tsx';
import { numeric, Table } from '../ui/table.tsx';

const outcomeTones = { done: 'good', skipped: 'warn', failed: 'bad' } as const;
const filterLabels: Readonly<Record<BulkClaimFilter, string>> = {
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
  queued: 'Queued',
  late: 'Late',
  waiting: 'Not processed',
};
/** Claims that are assigned by share have assignees, and no amounts. */
const columnsOf = (isAssigned: boolean) =>
  ['Claim', isAssigned ? 'Assigned to' : numeric('Recognized'), 'Outcome', 'Why', 'When'] as const;

interface ActionClaimsProps {
  /** The query of a page of claims. */
  readonly queryOf: (
    outcome: BulkClaimFilter | '',
    after: string | undefined,
  ) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: () => Promise<BulkClaims>;
    readonly refetchInterval: number | false;
  };
  readonly filters: readonly BulkClaimFilter[];
  /** Whether claims without an outcome show what the rule would do with them. */
  readonly isPlanned: boolean;
}

/** The claims of a bulk action or a dry run, with the outcome of each. */
export function ActionClaims({ queryOf, filters, isPlanned }: ActionClaimsProps) {
  const { formatMoment } = useMoments();
  const [outcome, setOutcome] = useState<BulkClaimFilter | ''>('');
  /** The pages before the current one. */
  const [pages, setPages] = useState<readonly string[]>([]);
  const claims = useQuery({ ...queryOf(outcome, pages.at(-1)), placeholderData: keepPreviousData });
  useRowKeys();
  return (
    <>
      <Radios
        className="choices choices-row"
        legend="Show"
        options={[['', 'All'], ...filters.map((each) => [each, filterLabels[each]] as const)]}
        value={outcome}
        onChange={(each) => {
          setOutcome(each);
          setPages([]);
        }}
      />
      <QueryState query={claims}>
        {({ claims: rows, next }) => (
          <>
            {rows.length === 0 ? (
              <p className="soft">{outcome === '' ? 'No claims.' : 'No claims with this outcome.'}</p>
            ) : (
              <Table
                label="Claims in this action"
                columns={columnsOf(rows.some(({ assignedTo }) => assignedTo !== null))}
              >
                {rows.map((claim) => (
                  <tr key={claim.number}>
                    <th scope="row">
                      <Link to={`/claims/${claim.number}`}>{claim.number}</Link>{' '}
                      {claim.late && <span className="tag tag-warn">{flagLabels.late}</span>}
                    </th>
                    {claim.assignedTo === null ? (
                      <td className="number">{claim.amount === null ? '–' : formatMoney(claim.amount)}</td>
                    ) : (
                      <td>{claim.assignedTo}</td>
                    )}
                    <td>
                      <Outcome claim={claim} isPlanned={isPlanned} />
                    </td>
                    <td>{claim.reason ?? ''}</td>
                    <td className="nowrap">{claim.at === null ? '' : formatMoment(claim.at)}</td>
                  </tr>
                ))}
              </Table>
            )}
            {(pages.length > 0 || next !== undefined) && (
              <div className="actions">
                <Button disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>
                  Previous
                </Button>
                <Button
                  disabled={next === undefined || claims.isPlaceholderData}
                  onClick={() => next !== undefined && setPages([...pages, next])}
                >
                  Next
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

const queuedLabels = { reviewer: 'Queued for review', 'second-person': 'Awaiting second approval' } as const;

function Outcome({
  claim: { outcome, queued },
  isPlanned,
}: {
  readonly claim: Pick<BulkClaims['claims'][number], 'outcome' | 'queued'>;
  readonly isPlanned: boolean;
}) {
  if (outcome === null) {
    if (!isPlanned) return 'Not processed';
    return queued === null ? 'To approve' : <StateBadge tone="warn">To queue for review</StateBadge>;
  }
  if (outcome === 'done' && queued !== null) return <StateBadge tone="warn">{queuedLabels[queued]}</StateBadge>;
  return <StateBadge tone={outcomeTones[outcome]}>{filterLabels[outcome]}</StateBadge>;
}
