import '@redress/ui/charts/charts.css';
import './dashboard.css';
import { type Dashboard, dashboardRanges } from '@redress/contract/console/dashboard';
import { formatDay } from '@redress/contract/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Select } from '../ui/choices.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ClaimFunnel } from './claim-funnel.tsx';
import { ClaimsOverTime } from './claims-over-time.tsx';
import { AmountsByForm, ClaimsByStatus, ClaimsToReview, WaitingByAge } from './figure-charts.tsx';
import { KeyFigures } from './key-figures.tsx';
import { NextSteps } from './next-steps.tsx';
import { OldestWaiting } from './oldest-waiting.tsx';

const refreshMilliseconds = 60_000;
const rangeNames = { 14: '14 days', 30: '30 days', 90: '90 days', all: 'Whole period' } as const;

/** `/`: the number of claims, their statuses, and the open work. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const { settlement, permissions } = useSession();
  const days = dashboardRanges.find((range) => range === parameters.get('days'));
  const cases = settlement.cases.filter(({ id }) => permissions.figures.includes(id));
  const caseId = cases.find(({ id }) => id === parameters.get('case'))?.id;
  const search = new URLSearchParams({
    ...(days !== undefined && { days }),
    ...(caseId !== undefined && { case: caseId }),
  }).toString();
  const dashboard = useQuery({
    queryKey: ['dashboard', search],
    queryFn: () => callApi('GET /dashboard', { search }),
    refetchInterval: refreshMilliseconds,
    placeholderData: keepPreviousData,
  });
  const choose = (name: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page title="Dashboard">
      <NextSteps />
      <div className="filters">
        {cases.length > 1 && (
          <Select
            label="Case"
            empty="All cases"
            options={cases.map(({ id, caption }) => [id, caption])}
            value={caseId ?? ''}
            onChange={(chosen) => choose('case', chosen)}
          />
        )}
        <Select
          label="Claims over time"
          options={dashboardRanges.map((range) => [range, rangeNames[range]])}
          value={days ?? dashboard.data?.range ?? ''}
          onChange={(chosen) => choose('days', chosen)}
        />
      </div>
      <QueryState query={dashboard} skeleton={<Skeleton />}>
        {(data) => <Figures dashboard={data} caseId={caseId} />}
      </QueryState>
    </Page>
  );
}

function Figures({ dashboard, caseId }: { readonly dashboard: Dashboard; readonly caseId: string | undefined }) {
  const { formatMoment } = useMoments();
  /** Returns the address of the list of claims behind a figure. */
  const listOf = (filters: Readonly<Record<string, string | readonly string[]>>) => {
    const values = Object.entries({ ...(caseId !== undefined && { case: caseId }), ...filters });
    const parameters = values.flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
    return `/claims?${new URLSearchParams(parameters).toString()}`;
  };
  const shared = { dashboard, listOf };
  return (
    <>
      <p className="soft">
        As of <time dateTime={dashboard.asOf}>{formatMoment(dashboard.asOf)}</time>, refreshed every minute. Dates use
        the court’s time zone.
      </p>
      {dashboard.isCounting && (
        <div className="notice notice-warn">
          <p>Claims are being recounted after an update, so some are missing here for now.</p>
        </div>
      )}
      {dashboard.from === null && (
        <div className="notice">
          <p>No claims yet. Figures appear here within seconds of the first filing.</p>
        </div>
      )}
      {dashboard.last !== null && dashboard.from !== null && dashboard.last < dashboard.from && (
        <div className="notice">
          <p>
            No claims were received in this period. The last one was on{' '}
            {formatDay(dashboard.last, 'en', { dateStyle: 'medium' })}.
          </p>
        </div>
      )}
      <KeyFigures {...shared} />
      <div className="dashboard-grid">
        <ClaimsOverTime {...shared} />
        <ClaimFunnel {...shared} />
        <ClaimsByStatus {...shared} />
        <OldestWaiting {...shared} />
        <ClaimsToReview {...shared} />
        <AmountsByForm {...shared} />
        <WaitingByAge {...shared} />
      </div>
    </>
  );
}

function Skeleton() {
  return (
    <>
      <div className="key-figures">
        {Array.from({ length: 8 }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="panel">
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        ))}
      </div>
      <div className="panel dashboard-skeleton" />
    </>
  );
}
