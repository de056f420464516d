import type { Clusters, ClusterSummary } from '@redress/contract/console/integrity';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/choices.tsx';
import { formatCount } from '../ui/format.ts';
import { knownParameters } from '../ui/use-filters.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { Pages } from '../ui/pagination.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { StateBadge } from '../ui/status-badge.tsx';
import { type Column, numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { clusterStates, formatPoints } from './describe-score.ts';
import { clustersQuery } from './integrity-queries.ts';

const searchNames = ['case', 'after', 'before'];
const columns: readonly Column[] = [
  'Cluster',
  numeric('Claims'),
  'Form',
  'Filed',
  numeric('Duplicate'),
  numeric('Machine'),
  numeric('With a finding'),
  'Finding',
];

/** `/clusters`: groups of claims with strong links, largest first. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const { settlement, permissions } = useSession();
  const known = knownParameters(parameters, searchNames);
  const search = known.size > 0 ? `?${known.toString()}` : '';
  const list = useQuery({ ...clustersQuery(search), placeholderData: keepPreviousData });
  const cases = settlement.cases.filter(({ id }) => permissions.decide.includes(id));
  return (
    <Page title="Clusters of claims">
      <details className="soft spaced">
        <summary>Why claims are clustered, and what the columns count</summary>
        <p>
          Claims are clustered when they share something rare, such as a document, a tax ID, or a name and address.
          Families and helpers share these too, so check before you record a finding. <em>Duplicate</em> and{' '}
          <em>Machine</em> count flagged claims, and show the highest score. A flag can also come from an earlier claim
          with the same Notice ID or a hidden field, whatever the score.
        </p>
      </details>
      {cases.length > 1 && (
        <div className="filters">
          <Select
            label="Case"
            empty="All cases"
            options={cases.map(({ id, caption }) => [id, caption])}
            value={known.get('case') ?? ''}
            onChange={(value) => setParameters(value === '' ? {} : { case: value })}
          />
        </div>
      )}
      <QueryState query={list} skeleton={<TableSkeleton columns={columns} />}>
        {(data) => <ClusterTable list={data} hasFilter={known.has('case')} />}
      </QueryState>
    </Page>
  );
}

function ClusterTable({ list, hasFilter }: { readonly list: Clusters; readonly hasFilter: boolean }) {
  useRowKeys();
  if (list.clusters.length === 0)
    return (
      <EmptyState
        title="No clusters"
        reason={`No claims are linked${hasFilter ? ' in this case' : ''}. Links appear a few seconds after a claim is filed.`}
        action={
          <LinkButton to={hasFilter ? '/clusters' : '/claims'}>
            {hasFilter ? 'Show every case' : 'Go to claims'}
          </LinkButton>
        }
      />
    );
  return (
    <>
      <Table label="Clusters of claims" className="list-table" columns={columns}>
        {list.clusters.map((cluster) => (
          <tr key={cluster.id}>
            <ClusterCells cluster={cluster} />
          </tr>
        ))}
      </Table>
      <Pages label="Pages of clusters" previous={list.previous} next={list.next} />
    </>
  );
}

/** In larger clusters, flags and verdicts are counted for the first members only. */
const maxCounted = 1_000;

function ClusterCells({ cluster }: { readonly cluster: ClusterSummary }) {
  const { caseName, formName } = useNames();
  const { cases } = useSession().settlement;
  const { formatDay } = useMoments();
  const { id, size, caseId, forms, firstFiled, lastFiled, state } = cluster;
  const [first, last] = [formatDay(firstFiled), formatDay(lastFiled)];
  return (
    <>
      <th scope="row" className="figures">
        <Link to={`/clusters/${id}`}>{id}</Link>
      </th>
      <td className="number">
        {formatCount(size)}
        {size > maxCounted && <div className="soft">counts cover the first {formatCount(maxCounted)}</div>}
      </td>
      <td>
        {forms.map(formName).join(', ')}
        {cases.length > 1 && <div className="soft nowrap">{caseName(caseId)}</div>}
      </td>
      <td>
        <span className="nowrap">{first}</span>
        {first !== last && (
          <>
            {' – '}
            <span className="nowrap">{last}</span>
          </>
        )}
      </td>
      <Flagged count={cluster.duplicate} highest={cluster.highestDuplicate} />
      <Flagged count={cluster.machine} highest={cluster.highestMachine} />
      <td className="number">{formatCount(cluster.judged)}</td>
      <td>
        {state === null ? 'None' : <StateBadge tone={clusterStates[state][1]}>{clusterStates[state][0]}</StateBadge>}
      </td>
    </>
  );
}

function Flagged({ count, highest }: { readonly count: number; readonly highest: number | null }) {
  return (
    <td className="number">
      {formatCount(count)}
      {count > 0 && highest !== null && <div className="soft nowrap">up to {formatPoints(highest)}</div>}
    </td>
  );
}
