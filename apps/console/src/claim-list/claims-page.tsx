import './claims.css';
import { columnLabels } from '@redress/contract/console/claim-labels';
import {
  type ClaimColumn,
  claimColumns,
  type ClaimList,
  type ClaimListQuery,
  defaultClaimColumns,
  hasFilters,
  type IgnoredParameter,
  maxNewer,
  viewOf,
  writeClaimListQuery,
} from '@redress/contract/console/claim-list';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, NoMatches } from '../ui/empty-state.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Pages } from '../ui/pagination.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { TableSkeleton } from '../ui/table.tsx';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { ClaimFilters } from './claim-filters.tsx';
import { claimListQuery, newerClaimsQuery } from './list-queries.ts';
import { ClaimsTable } from './claims-table.tsx';
import { useReturnToRow } from './opened-row.ts';
import { SavedViews } from './saved-views.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { useClaimQuery } from './use-claim-query.ts';
import { useNavigate } from 'react-router';

/** `/claims`: the list, whose whole state is in the address. */
export function Component() {
  const { query, ignored, viewId, change } = useClaimQuery();
  const list = useQuery({ ...claimListQuery(query), placeholderData: keepPreviousData });
  /** If not set, only the filters in use show. */
  const [isFiltering, setFiltering] = useState(false);
  useReturnToRow(list.data !== undefined && !list.isPlaceholderData);
  const columns = columnsOf(query.column);
  const search = writeClaimListQuery(viewOf(query));
  const { sort: _sort, column: _column, ...filters } = viewOf(query);
  const selection = useSelection(writeClaimListQuery(filters));
  return (
    <Page
      title="Claims"
      actions={
        <>
          <SavedViews query={query} viewId={viewId} />
          <ExportButton list="claims" permission="claims" query={search} />
        </>
      }
    >
      <div
        className="row toolbar"
        data-selecting={(selection && (selection.isAll || selection.numbers.size > 0)) || undefined}
      >
        <ClaimFilters query={query} change={change} isOpen={isFiltering} onOpen={setFiltering} />
        {list.data && (
          <div className="row toolbar-end">
            <p role="status">
              {describeCount(list.data)} · <AsOf moment={list.dataUpdatedAt} />
            </p>
            <Button look="link" disabled={list.isFetching} onClick={list.refetch}>
              {list.isFetching ? 'Loading …' : 'Refresh'}
            </Button>
            <NewerClaims query={query} newest={list.data.newest} refetch={list.refetch} />
            <ColumnMenu columns={columns} onChange={(column) => change({ column })} />
          </div>
        )}
        {selection && list.data && list.data.claims.length > 0 && (
          <SelectionBar
            selection={selection}
            count={list.data.count}
            numbers={list.data.claims.map(({ number }) => number)}
          />
        )}
      </div>
      <IgnoredParts ignored={ignored} notices={list.data?.notices ?? []} />
      <QueryState query={list} skeleton={<TableSkeleton columns={columns.map((column) => columnLabels[column])} />}>
        {(data) => (
          <div aria-busy={list.isPlaceholderData}>
            {data.claims.length === 0 ? (
              <EmptyList isFiltered={hasFilters(query)} />
            ) : (
              <ClaimsTable claims={data.claims} {...{ columns, query, change, selection }} />
            )}
            <Pages label="Pages of claims" previous={data.previous} next={data.next} />
          </div>
        )}
      </QueryState>
    </Page>
  );
}

const columnsOf = (chosen: readonly ClaimColumn[] | undefined): ClaimColumn[] => {
  const shown = chosen ?? defaultClaimColumns;
  return claimColumns.filter((column) => column === 'number' || shown.includes(column));
};

function AsOf({ moment }: { readonly moment: number }) {
  const { timeZone } = useSession().settlement;
  const time = new Date(moment);
  return (
    <time dateTime={time.toISOString()}>
      as of {time.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })}
    </time>
  );
}

const describeCount = ({ count }: ClaimList): string =>
  `${count.isExact ? '' : 'More than '}${formatCounted(count.value, 'claim')}`;

function ColumnMenu({
  columns,
  onChange,
}: {
  readonly columns: readonly ClaimColumn[];
  readonly onChange: (columns: ClaimColumn[]) => void;
}) {
  const optional = claimColumns.filter((column) => column !== 'number');
  return (
    <ChoiceMenu
      label="Columns"
      summary={`${columns.length} of ${claimColumns.length}`}
      choices={optional.map((column) => ({ value: column, label: columnLabels[column] }))}
      chosen={columns.filter((column) => column !== 'number')}
      onChange={(chosen) => {
        const next = claimColumns.filter((column) => column === 'number' || chosen.includes(column));
        const isDefault = next.join(' ') === defaultClaimColumns.join(' ');
        onChange(isDefault ? [] : next);
      }}
    />
  );
}

function EmptyList({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <NoMatches
      title="No claims match all of these filters"
      reason="Remove a filter, or choose more values."
      list="/claims"
    />
  ) : (
    <EmptyState title="No claims yet" reason="New claims appear here within seconds of filing." />
  );
}

const notices: Readonly<Record<ClaimList['notices'][number], string>> = {
  'cursor-refused': 'This link belongs to another list or person, so the first page is shown instead.',
  'name-sort-refused':
    'You can sort by name only if you can see every name in the list. The default order is shown. If you can see names in one case, choose that case.',
};

/** Lists the ignored parts of an address, so that the list is not mistaken for another one. */
function IgnoredParts({
  ignored,
  notices: given,
}: {
  readonly ignored: readonly IgnoredParameter[];
  readonly notices: ClaimList['notices'];
}) {
  if (ignored.length === 0 && given.length === 0) return null;
  return (
    <div className="notice notice-warn" role="status">
      {given.map((notice) => (
        <p key={notice}>{notices[notice]}</p>
      ))}
      {ignored.length > 0 && (
        <>
          <p>Some parts of this link aren’t valid and were ignored:</p>
          <ul>
            {ignored.map(({ name, value, reason }, index) => (
              <li key={index}>
                <code>
                  <bdi>{name}</bdi>
                </code>
                {reason === 'invalid' ? (
                  <>
                    {' cannot be “'}
                    <bdi>{value}</bdi>”
                  </>
                ) : (
                  <span> isn’t a filter</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface NewerClaimsProps {
  readonly query: ClaimListQuery;
  readonly newest: string;
  readonly refetch: () => Promise<unknown>;
}

/** Shows the number of claims received since the list was fetched. A button loads them. */
function NewerClaims({ query, newest, refetch }: NewerClaimsProps) {
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
