import './allocations.css';
import { describeLimits } from '@redress/contract/console/allocation-figures';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Select } from '../ui/choices.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { allocationsQuery } from './allocation-queries.ts';
import { AllocationStatus } from './allocation-status.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const NewScenario = lazyPart(async () => (await import('./new-scenario.tsx')).NewScenario);

const number = (header: string) => ({ header, kind: 'number' }) as const;
const columns = [
  'Scenario',
  'Status',
  number('People paid'),
  number('Payments'),
  number('Median'),
  number('Left over'),
  'Made by',
];
/** The server lists at most this many, newest first. */
const maxListed = 100;

/** `/allocations`: what each claim of a fund would be paid, in several scenarios. */
export function Component() {
  useRowKeys();
  const { formatMoment } = useMoments();
  const { permissions } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const fundId = parameters.get('fund') ?? '';
  const query = useQuery(allocationsQuery(fundId));
  const funds = query.data?.funds ?? [];
  const enterable = funds.filter(({ caseId }) => permissions.fund.includes(caseId));
  const create = enterable.length > 0 && (
    <Button look="main" onClick={() => setOpen(true)}>
      New scenario …
    </Button>
  );
  return (
    <Page
      title="Allocations"
      actions={
        <>
          {query.data?.allocations.length !== 0 && create}
          {fundId !== '' && permissions.fund.length > 0 && (
            <LinkButton to={`/funds/${encodeURIComponent(fundId)}`}>Ledger of the fund</LinkButton>
          )}
        </>
      }
    >
      <p>
        A scenario computes what each claim would be paid. It pays no one. Open one to compare it with others. To pay,
        freeze one scenario of a fund, which a second person must approve.
      </p>
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={columns} rows={3} />}
        missing={<p>This fund isn’t in your cases.</p>}
      >
        {({ allocations }) => (
          <>
            {funds.length > 1 && (
              <div className="filters">
                <Select
                  label="Fund"
                  empty="All funds"
                  options={funds.map(({ id, title }) => [id, title])}
                  value={fundId}
                  onChange={(fund) => setParameters(fund === '' ? {} : { fund }, { replace: true })}
                />
              </div>
            )}
            {allocations.length >= maxListed && <p className="soft">{`The newest ${maxListed} scenarios.`}</p>}
            {allocations.length === 0 ? (
              <EmptyState
                title="No scenarios yet"
                reason={
                  enterable.length > 0
                    ? 'Enter what the fund received and what the court ordered under Funds. Then compute a first scenario with the limits of the plan.'
                    : 'Scenarios appear here when finance computes them.'
                }
                action={create}
              />
            ) : (
              <Table label="Scenarios" className="scenarios" columns={columns}>
                {allocations.map((each) => (
                  <tr key={each.id}>
                    <th scope="row">
                      <Link to={`/allocations/${each.id}`}>{each.name}</Link>
                      {fundId === '' && funds.length > 1 && <div className="soft">{each.fund.title}</div>}
                      {describeLimits(each.limits, poolsOf(each.fund.id)).map((text) => (
                        <div key={text} className="soft">
                          {text}
                        </div>
                      ))}
                    </th>
                    <td>
                      <AllocationStatus allocation={each} />
                      <div className="soft nowrap">{formatCourtDay(each.asOf)}</div>
                    </td>
                    <td className="number">{each.summary && formatCount(each.summary.total.paid)}</td>
                    <td className="number">{each.summary && formatMoney(each.summary.total.sum)}</td>
                    <td className="number">{each.summary && formatMoney(each.summary.total.median ?? '—')}</td>
                    <td className="number">{each.summary && formatMoney(each.summary.residual)}</td>
                    <td>
                      {each.createdBy}
                      <div className="soft">{formatMoment(each.createdAt)}</div>
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </>
        )}
      </QueryState>
      {isOpen && (
        <Suspense fallback={null}>
          <NewScenario funds={enterable} fundId={fundId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Page>
  );

  function poolsOf(id: string) {
    return funds.find((fund) => fund.id === id)?.pools ?? [];
  }
}
