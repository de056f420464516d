import type { AccessLog } from '@redress/contract/console/access-log';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, NoMatches } from '../ui/empty-state.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { formatCounted } from '../ui/format.ts';
import { knownParameters, useFilters } from '../ui/use-filters.ts';
import { Page } from '../ui/page.tsx';
import { Pages } from '../ui/pagination.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { AccessLogFilters, filterNames } from './access-log-filters.tsx';
import './access-log.css';
import { useMoments } from '../ui/moments.ts';
import { describeSubject, kindLabels, partsIn, recordsIn } from './describe-read.ts';

/** Shows which staff member saw which record. The address holds filters and page. */
export function Component() {
  const { filters, search, change } = useFilters(filterNames);
  // An export stores only the claim number from the typed text.
  const isLimited = !filters.has('q') || /^(?:\d+REF)?\d{10}$/i.test(filters.get('q') ?? '');
  const log = useQuery({
    queryKey: ['access-log', search],
    queryFn: ({ signal }) =>
      callApi('POST /access-log/search', { body: Object.fromEntries(new URLSearchParams(search)), signal }),
    placeholderData: keepPreviousData,
    // Each view of the log is logged, so the page never fetches by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
  // The names stay while a page fails to load, so that the filter keeps its choice.
  const [people, setPeople] = useState<AccessLog['people']>([]);
  if (log.data && log.data.people !== people) setPeople(log.data.people);
  return (
    <Page
      title="Access log"
      actions={
        <ExportButton
          list="access-log"
          permission="access-log"
          query={isLimited ? filters.toString() : knownParameters(filters, ['person', 'what', 'from', 'to']).toString()}
          note={
            isLimited
              ? undefined
              : 'The file ignores the Notice ID and search words, because they aren’t stored. The other filters apply.'
          }
        />
      }
    >
      <div className="row toolbar">
        <AccessLogFilters {...{ filters, people, change }} />
        <div className="row toolbar-end">
          <p role="status">{log.data && !log.isPlaceholderData && formatCounted(log.data.reads.length, 'read')}</p>
          <Button look="link" disabled={log.isFetching} onClick={log.refetch}>
            {log.isFetching ? 'Loading …' : 'Refresh'}
          </Button>
        </div>
      </div>
      <QueryState query={log} skeleton={<TableSkeleton columns={columns} />}>
        {({ reads, older, newer }) => (
          <div aria-busy={log.isPlaceholderData}>
            {reads.length === 0 ? <NoReads isFiltered={filters.size > 0} /> : <AccessLogTable reads={reads} />}
            {/* Hidden while the rows still belong to the earlier filters. */}
            {!log.isPlaceholderData && (
              <Pages
                label="Pages of the log"
                previous={newer}
                next={older}
                names={{ previous: 'after', next: 'before' }}
                labels={{ previous: 'Newer', next: 'Older' }}
              />
            )}
          </div>
        )}
      </QueryState>
      <details className="soft spaced">
        <summary>Who viewed which claims and class members</summary>
        <p>
          Search words and Notice IDs are stored as hashes, so enter them exactly. Viewing this log is also logged. A
          seal closes the log every minute, so that later changes to it show. Times use the court’s time zone.
        </p>
      </details>
    </Page>
  );
}

function NoReads({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <NoMatches title="No matching entries" reason="No entries match all of these filters." list="/access-log" />
  ) : (
    <EmptyState title="No entries yet" reason="Every view of a claim or class member appears here immediately." />
  );
}

const columns = ['Time', 'Person', 'Action', 'Record', 'Reason', 'Seal'];

/** Shows a page of reads. Claims have no links, because admins cannot open them. */
function AccessLogTable({ reads }: { readonly reads: AccessLog['reads'] }) {
  const { formatSecond } = useMoments();
  return (
    <Table label="Access log, newest first" className="list-table" columns={columns}>
      {reads.map(({ id, at, person, session, what, subject, reason, results, isSearch, seal }) => (
        <tr key={id}>
          <td className="nowrap">
            <time dateTime={at}>{formatSecond(at)}</time>
          </td>
          <th scope="row" className="nowrap">
            {person.name}
            <span className="log-session">Session {session.slice(0, 8)}</span>
          </th>
          <td>{kindLabels[what]}</td>
          <td className="log-record">
            <span>{`${describeSubject(subject, partsIn(results))}${isSearch && subject !== 'search' ? ', with search words' : ''}`}</span>
            {recordsIn(results).length > 0 && (
              <details>
                <summary>{formatCounted(recordsIn(results).length, 'result')}</summary>
                <ul className="log-results">
                  {recordsIn(results).map((result, index) => (
                    // The list can contain the same result twice.
                    <li key={index}>{describeSubject(result)}</li>
                  ))}
                </ul>
              </details>
            )}
          </td>
          <td className="log-reason">{reason ?? '–'}</td>
          <td className="nowrap">{seal === null ? 'Not sealed yet' : `Seal ${seal}`}</td>
        </tr>
      ))}
    </Table>
  );
}
