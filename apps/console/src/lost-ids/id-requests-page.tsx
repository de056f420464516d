import { flagLabels, languageLabels } from '@redress/contract/console/claim-labels';
import {
  type IdRequestList,
  type IdRequestState,
  idRequestStates,
  type ListedIdRequest,
} from '@redress/contract/console/id-requests';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan, useSession } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { OneChoiceMenu } from '../ui/choice-menu.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useMoments } from '../ui/moments.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { formatCount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Pages } from '../ui/pagination.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { StateBadge } from '../ui/status-badge.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { useFilters } from '../ui/use-filters.ts';
import { useNames } from '../ui/use-names.ts';
import { formatAddress } from '../members/format-address.ts';
import { answerNames } from '../members/member-labels.ts';
import { idRequestListQuery, stateNames } from './id-request-queries.ts';
import { Letters } from './letters.tsx';

const columns = ['Request', 'Requested', 'Name', 'Address in the request', 'Language'];
/** Above this number, the list says that there are more. */
const maxCount = 10_000;

/** `/id-requests`: requests from people who lost their notice. */
export function Component() {
  const { settlement, permissions } = useSession();
  const { filters, search, change } = useFilters(['state', 'case']);
  const mayAnswer = useCan('members');
  const state = filters.get('state') ?? 'open';
  const cases = settlement.cases.filter(({ id }) => permissions.search.includes(id));
  const list = useQuery({ ...idRequestListQuery(search), placeholderData: keepPreviousData });
  const labelOf = (each: IdRequestState) =>
    `${stateNames[each]}${list.data ? ` (${formatState(list.data.counts[each])})` : ''}`;
  return (
    <Page
      title="Requests for lost IDs"
      actions={<ExportButton list="id-requests" permission="search" query={filters.toString()} />}
    >
      {!mayAnswer && <p>You can read these requests. Only reviewers and supervisors of a case can answer them.</p>}
      <div className="filters" role="group" aria-label="Filters">
        <OneChoiceMenu
          label="Requests"
          choices={idRequestStates.map((each) => ({ value: each, label: labelOf(each) }))}
          summary={state === 'open' ? labelOf(state) : undefined}
          value={state}
          onChange={(chosen) => change('state', chosen === 'open' ? '' : chosen)}
        />
        {cases.length > 1 && (
          <OneChoiceMenu
            label="Case"
            choices={cases.map(({ id, caption }) => ({ value: id, label: caption }))}
            value={filters.get('case') ?? ''}
            onChange={(chosen) => change('case', chosen)}
          />
        )}
      </div>
      <QueryState query={list} skeleton={<TableSkeleton columns={columns} />}>
        {(data) => <RequestTable list={data} state={state} />}
      </QueryState>
      {mayAnswer && !list.isPending && <Letters />}
    </Page>
  );
}

const formatState = (count: number) => `${formatCount(count)}${count >= maxCount ? ' or more' : ''}`;

const emptyTexts: Readonly<Record<string, string>> = {
  open: 'No open requests',
  'asked-for-more': 'No requests are waiting for more information',
  answered: 'No answered requests yet',
};

function RequestTable({ list, state }: { readonly list: IdRequestList; readonly state: string }) {
  useRowKeys();
  if (list.requests.length === 0)
    return (
      <EmptyState
        title={emptyTexts[state] ?? 'No requests'}
        reason="Requests come from the website’s login page, where people who lost their notice ask for their IDs."
        action={state !== 'open' && <LinkButton to="/id-requests">Show open requests</LinkButton>}
      />
    );
  return (
    <>
      <Table label="Requests for lost IDs" className="list-table" columns={columns}>
        {list.requests.map((request) => (
          <tr key={request.id}>
            <RequestCells request={request} />
          </tr>
        ))}
      </Table>
      <Pages label="Pages of requests" previous={list.previous} next={list.next} />
    </>
  );
}

function RequestCells({ request }: { readonly request: ListedIdRequest }) {
  const { caseName } = useNames();
  const { cases } = useSession().settlement;
  const { formatAge, formatDay } = useMoments();
  return (
    <>
      <td className="figures">
        <Link to={`/id-requests/${request.id}`}>{request.id}</Link>
      </td>
      <td className="nowrap">
        {formatDay(request.requestedAt)}
        {request.state !== 'answered' && <div className="soft">{formatAge(request.requestedAt)}</div>}
      </td>
      <td>
        <bdi>{request.name}</bdi>{' '}
        {request.suspectedMachine && <span className="tag tag-warn">{flagLabels.machine}</span>}
        {request.answer !== undefined && request.state === 'answered' && (
          <StateBadge tone="past">{answerNames[request.answer]}</StateBadge>
        )}
        {cases.length > 1 && <div className="soft nowrap">{caseName(request.caseId)}</div>}
      </td>
      <td>
        <bdi>{formatAddress(request.address)}</bdi>
      </td>
      <td>{languageLabels[request.language]}</td>
    </>
  );
}
