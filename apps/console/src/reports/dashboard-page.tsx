import '@redress/ui/charts/charts.css';
import './dashboard.css';
import { type Dashboard, dashboardRanges } from '@redress/contract/console/dashboard';
import { formatCourtDay } from '@redress/contract/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { useCan, useSession } from '../api/use-session.ts';
import { Select } from '../ui/choices.tsx';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { ClaimsOverTime } from './claims-over-time.tsx';
import { AmountsByForm, ClaimsByStatus, ClaimsToReview, WaitingByAge } from './figure-charts.tsx';
import { NextSteps } from './next-steps.tsx';
import { OldestWaiting } from './oldest-waiting.tsx';
import { flagLabels } from '@redress/contract/console/claim-labels';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import { claimFlags, reviewableStatuses, reviewStatuses } from '@redress/contract/console/review';
import { cellOf, findFigure, type PartProps } from './figures.ts';
import { BarChart } from '@redress/ui/charts/bar-chart.tsx';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';

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
    ...apiQuery(['dashboard', search], 'GET /dashboard', { search }),
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
          <p>No claims were received in this period. The last one was on {formatCourtDay(dashboard.last)}.</p>
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

const reviewed = ['late', 'documents-missing', 'data-errors', 'duplicate', 'machine'] as const;

/** The totals. Each links to its claims. */
function KeyFigures({ dashboard, listOf }: PartProps) {
  const status = findFigure(dashboard, 'claims-by-status');
  const review = findFigure(dashboard, 'claims-to-review');
  const amounts = findFigure(dashboard, 'amounts-claimed');
  const count = (figure: typeof status, column: string) =>
    formatFigureCell('count', cellOf(figure, figure.total, column));
  const toReview = { status: reviewableStatuses };
  const tiles = [
    { label: 'Claims', value: count(status, 'claims'), to: listOf({}) },
    { label: 'To review', value: count(review, 'claims'), to: listOf(toReview) },
    ...reviewed.map((flag) => ({
      label: `To review: ${flagLabels[flag]}`,
      value: count(review, flag),
      to: listOf({ ...toReview, [flag]: 'yes' }),
    })),
    {
      label: 'Amount claimed',
      value: formatFigureCell('money', cellOf(amounts, amounts.total, 'amount')),
      to: listOf({ sort: '-amount' }),
    },
  ];
  return (
    <ul className="plain-list key-figures" aria-label="Totals">
      {tiles.map(({ label, value, to }) => (
        <li key={label} className="panel">
          <Link to={to}>{label}</Link>
          <strong>{value}</strong>
        </li>
      ))}
    </ul>
  );
}

const complete = { 'documents-missing': 'no' };
const noFlags = Object.fromEntries(claimFlags.map((flag) => [flag, 'no']));

/**
 * Shows how many class members filed a claim, and how many of those claims are complete. Each step
 * links to its list.
 */
function ClaimFunnel({ dashboard, listOf }: PartProps) {
  const { settlement } = useSession();
  const seesMembers = useCan('search');
  const { noticeForms } = dashboard;
  if (noticeForms.length === 0) return null;
  const figure = findFigure(dashboard, 'funnel');
  const first = { form: noticeForms, duplicate: 'no' };
  const cases = new Set(settlement.forms.filter(({ id }) => noticeForms.includes(id)).map(({ caseId }) => caseId));
  const [caseId = ''] = cases;
  // The steps have the order of the figure's rows.
  const lists = [
    seesMembers
      ? `/members${cases.size === 1 ? `?${new URLSearchParams({ case: caseId }).toString()}` : ''}`
      : undefined,
    listOf({ ...first, status: reviewStatuses }),
    listOf({ ...first, status: reviewStatuses, ...complete }),
    listOf({ ...first, status: reviewStatuses, ...noFlags }),
  ];
  const linkOf = (index: number, text: string) => {
    const list = lists[index];
    return list === undefined ? text : <Link to={list}>{text}</Link>;
  };
  const bars = figure.rows.map((row, index) => {
    const step = String(row[0]);
    const count = cellOf(figure, row, 'count');
    const share = cellOf(figure, row, 'share');
    const text = `${formatFigureCell('count', count)}${share === null || index === 0 ? '' : ` (${formatFigureCell('share', share)})`}`;
    return { key: step, label: linkOf(index, step), value: Number(count), text };
  });
  return (
    <div className="dashboard-wide">
      <ChartFigure
        figure={figure}
        empty="This chart appears after class members are imported or a claim is filed under a notice."
        linkOf={linkOf}
        chart={<BarChart bars={bars} label={figure.title} />}
      />
    </div>
  );
}
