import '@redress/ui/charts/charts.css';
import './allocations.css';
import type { Allocation } from '@redress/contract/console/allocations';
import { netFundFigure, poolFigures } from '@redress/contract/console/allocation-figures';
import { FigureTable } from '@redress/ui/charts/figure-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCan } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { AllocationFacts } from './allocation-facts.tsx';
import { AllocationFiles } from './allocation-files.tsx';
import { allocationQuery, allocationsQuery } from './allocation-queries.ts';
import { AllocationStatus } from './allocation-status.tsx';
import { CompareScenarios } from './compare-scenarios.tsx';
import { FreezeAllocation } from './freeze-allocation.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const NewScenario = lazyPart(async () => (await import('./new-scenario.tsx')).NewScenario);

/** `/allocations/:id`: a scenario beside others, or a frozen allocation. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(allocationQuery(id));
  const { data } = query;
  const state = useRef<HTMLHeadingElement>(null);
  return (
    <Page
      title={data?.name ?? 'Allocation'}
      actions={
        <>
          {data && <NewFromThis key={id} allocation={data} />}
          <LinkButton to={data ? `/allocations?fund=${encodeURIComponent(data.fund.id)}` : '/allocations'}>
            All scenarios
          </LinkButton>
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={<PanelSkeleton lines={6} />}
        missing={<p>This allocation isn’t in your cases.</p>}
      >
        {(allocation) => (
          <Fragment key={id}>
            <section className="panel" aria-labelledby="state">
              <h2 id="state" tabIndex={-1} ref={state}>
                <AllocationStatus allocation={allocation} />
              </h2>
              <State allocation={allocation} />
              <AllocationFacts allocation={allocation} />
              <AllocationFiles allocation={allocation} />
            </section>
            {allocation.summary && (
              <>
                <CompareScenarios allocation={allocation} />
                {allocation.status === 'computed' && (
                  // The form is gone once it is sent, and the state at the top says that it was.
                  <FreezeAllocation allocation={allocation} onAsked={() => state.current?.focus()} />
                )}
                {[netFundFigure(allocation.netFund ?? '', allocation.summary), ...poolFigures(allocation.summary)].map(
                  (figure) => (
                    <section key={figure.name} className="chart" aria-labelledby={figure.name}>
                      <h2 id={figure.name}>{figure.title}</h2>
                      <p className="soft chart-definition">{figure.definition}</p>
                      <FigureTable figure={figure} />
                    </section>
                  ),
                )}
              </>
            )}
          </Fragment>
        )}
      </QueryState>
    </Page>
  );
}

/** Says what the scenario is, and what happens next. */
function State({ allocation }: { readonly allocation: Allocation }) {
  const { formatMoment } = useMoments();
  const { status, problem, askedBy, decidedBy, declineReason, frozenAt, finalizedAt } = allocation;
  if (problem)
    return (
      <div className="notice notice-bad">
        <p>{`It couldn’t be computed. ${problem.remedy}`}</p>
        <p>
          <code>{[problem.code, problem.field].join(' ')}</code>
        </p>
      </div>
    );
  const states: Readonly<Record<typeof status, ReactNode>> = {
    draft: <Running label="Computing">Computing what each claim would be paid …</Running>,
    computed: <p>A scenario pays no one. To pay, freeze one scenario of the fund.</p>,
    asked: (
      <p>
        {`${askedBy} asked to freeze it. Awaiting second approval. `}
        <Link to="/approvals?kind=allocation">Approvals</Link>
      </p>
    ),
    declined: (
      <>
        <p>{`${decidedBy} declined to freeze it: ${declineReason}`}</p>
        <p>To ask again, start a new scenario from this one.</p>
      </>
    ),
    superseded: <p>Another scenario of the fund was frozen. This one is kept for the record.</p>,
    frozen: (
      <>
        <p>
          {`Frozen on ${frozenAt === null ? '' : formatMoment(frozenAt)}: ${askedBy} asked, ${decidedBy} approved. It never changes.`}
        </p>
        {finalizedAt === null ? (
          <Running label="Finalizing claims">Making its claims final …</Running>
        ) : (
          <p>{`All its claims have been final since ${formatMoment(finalizedAt)}. Reserved ones stay open.`}</p>
        )}
      </>
    ),
  };
  return <div role="status">{states[status]}</div>;
}

const Running = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <p className="row progress-row">
    <progress aria-label={label} />
    <span>{children}</span>
  </p>
);

/** Starts another scenario from the limits of this one, or a supplement to a frozen allocation. */
function NewFromThis({ allocation }: { readonly allocation: Allocation }) {
  const { fund, status, supplements, limits, asOf } = allocation;
  const [isOpen, setOpen] = useState(false);
  const list = useQuery(allocationsQuery(fund.id));
  const isFrozen = status === 'frozen' && supplements === null;
  if (!useCan('fund', fund.caseId) || !list.data) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{isFrozen ? 'Supplement …' : 'New scenario …'}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewScenario
            funds={list.data.funds.filter(({ id }) => id === fund.id)}
            fundId={fund.id}
            start={{ limits, asOf }}
            frozen={isFrozen ? allocation.id : undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
