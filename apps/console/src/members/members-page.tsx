import './members.css';
import type { ListedMember, MemberList } from '@redress/contract/console/members';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { useCan, useSession } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, NoMatches } from '../ui/empty-state.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Pages } from '../ui/pagination.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { useFilters } from '../ui/use-filters.ts';
import { useNames } from '../ui/use-names.ts';
import { formatAddress } from './format-address.ts';
import { memberFilterNames, MemberFilters } from './member-filters.tsx';
import { memberListQuery, waitingAddressesQuery } from './member-queries.ts';
import { useMoments } from '../ui/moments.ts';
import { StateBadge } from '../ui/status-badge.tsx';
import { waitingAddressesId } from './member-labels.ts';

const columns = ['Notice ID', 'Name', 'Mailing address', 'Claim'];

/** `/members`: the imported class members. */
export function Component() {
  const { filters, search, change } = useFilters(memberFilterNames);
  const { hasClassMembers } = useSession().settlement;
  const mayImport = useCan('import-members');
  const mayRequest = useCan('notes');
  const list = useQuery({ ...memberListQuery(search), placeholderData: keepPreviousData });
  return (
    <Page
      title="Class members"
      actions={
        <>
          <ExportButton
            list="members"
            permission="search"
            query={withoutWords(filters)}
            note={
              filters.has('q')
                ? 'The file ignores the name, Notice ID, or ZIP code you searched for. The other filters apply.'
                : undefined
            }
          />
          {mayImport && hasClassMembers && <LinkButton to="/members/import">Import class members</LinkButton>}
        </>
      }
    >
      {mayRequest && <WaitingAddresses />}
      {!hasClassMembers && <p>This settlement has no login and no requests for lost IDs, so it needs no class list.</p>}
      <div className="row toolbar">
        <MemberFilters filters={filters} change={change} />
        {list.data && (
          <div className="row toolbar-end">
            <p role="status">{describeCount(list.data)}</p>
          </div>
        )}
      </div>
      <QueryState query={list} skeleton={<TableSkeleton columns={columns} />}>
        {(data) => <MemberTable list={data} filters={filters} isLoading={list.isPlaceholderData} />}
      </QueryState>
    </Page>
  );
}

/** Without filters, the list has a total; otherwise, only the page is counted. */
function describeCount({ members, next, previous, isPartial, total }: MemberList): string {
  if (total) return `${total.isExact ? '' : 'About '}${formatCounted(total.count, 'class member')}`;
  return formatCounted(members.length, 'class member') + (next || previous || isPartial ? ' on this page' : '');
}

/** Search words stay out of exports, which are stored with their filters. */
function withoutWords(filters: URLSearchParams): string {
  return new URLSearchParams([...filters].filter(([name]) => name !== 'q')).toString();
}

interface MemberTableProps {
  readonly list: MemberList;
  readonly filters: URLSearchParams;
  readonly isLoading: boolean;
}

function MemberTable({ list, filters, isLoading }: MemberTableProps) {
  const { caseName } = useNames();
  const { members } = list;
  useRowKeys();
  const hasCases = new Set(members.map(({ caseId }) => caseId)).size > 1;
  if (members.length === 0) return <EmptyList list={list} isFiltered={filters.size > 0} />;
  return (
    <div aria-busy={isLoading}>
      <Table label="Class members" className="list-table" columns={columns}>
        {members.map((member) => (
          <tr key={member.noticeId}>
            <MemberCells member={member} caseName={hasCases ? caseName(member.caseId) : undefined} />
          </tr>
        ))}
      </Table>
      {list.isPartial && (
        <p role="status">
          {filters.has('q')
            ? 'Only the best matches are shown. Add a first name or ZIP code to narrow the search.'
            : 'There may be more class members. Continue with the next page.'}
        </p>
      )}
      <Pages label="Pages of class members" previous={list.previous} next={list.next} />
    </div>
  );
}

interface MemberCellsProps {
  readonly member: ListedMember;
  /** Set if the page has class members of several cases. */
  readonly caseName: string | undefined;
}

function MemberCells({ member, caseName }: MemberCellsProps) {
  return (
    <>
      <td className="figures">
        <Link to={`/members/${member.noticeId}`}>{member.noticeId}</Link>
      </td>
      <td>
        <bdi>{member.name}</bdi>
        {caseName !== undefined && <div className="soft">{caseName}</div>}
      </td>
      <td className="long-text">
        <bdi>{formatAddress(member.address)}</bdi>{' '}
        {member.addressWaits && <StateBadge tone="warn">Change awaiting approval</StateBadge>}
      </td>
      <td className="nowrap">
        {member.claimNumber === undefined ? (
          <span className="soft">Not filed</span>
        ) : (
          <Link className="figures" to={`/claims/${member.claimNumber}`}>
            {member.claimNumber}
          </Link>
        )}
      </td>
    </>
  );
}

function EmptyList({ list, isFiltered }: { readonly list: MemberList; readonly isFiltered: boolean }) {
  const [title, reason] = list.isPartial
    ? ['None found so far', 'To keep searching, go to the next page.']
    : isFiltered
      ? ['No matching class members', 'Check the spelling, or remove a filter.']
      : ['No class members yet', 'A supervisor can import the list.'];
  const pages = <Pages label="Pages of class members" previous={list.previous} next={list.next} />;
  return isFiltered ? (
    <NoMatches title={title} reason={reason} list="/members" beside={pages} />
  ) : (
    <EmptyState title={title} reason={reason} action={pages} />
  );
}

/** Requested address changes, for the people who decide or requested them. */
function WaitingAddresses() {
  const { data } = useQuery(waitingAddressesQuery);
  const { hash } = useLocation();
  const { formatAge } = useMoments();
  if (!data || data.waiting.length === 0) return null;
  const count = data.waiting.length;
  return (
    <details id={waitingAddressesId} className="notice notice-warn" open={hash === `#${waitingAddressesId}`}>
      <summary>{count === 1 ? '1 address change waits' : `${count} address changes wait`} for a decision</summary>
      <ul>
        {data.waiting.map((change) => (
          <li key={change.id}>
            <Link to={`/members/${change.noticeId}`}>
              <bdi>{change.name}</bdi>
            </Link>
            : <bdi>{formatAddress(change.address)}</bdi>{' '}
            <span className="soft">
              requested by {change.askedByMe ? 'you' : change.askedBy}, {formatAge(change.enteredAt)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
