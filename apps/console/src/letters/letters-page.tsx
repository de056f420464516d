import './letters.css';
import { letterLabels, letterStatusLabels } from '@redress/contract/console/claim-labels';
import type { Letters } from '@redress/contract/console/letters';
import { formatCourtDay } from '@redress/contract/language';
import { letterStatuses } from '@redress/contract/letters';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { workQuery } from '../api/work-query.ts';
import { BulkStatusBadge } from '../bulk/bulk-jobs.tsx';
import { useCan } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/choices.tsx';
import { EmptyState, NoMatches } from '../ui/empty-state.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { knownParameters } from '../ui/use-filters.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { Pages } from '../ui/pagination.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { isOut, letterTones } from './describe-letter.ts';
import { lettersKey } from './letter-queries.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { StateBadge } from '../ui/status-badge.tsx';

const QueueLetters = lazyPart(async () => (await import('./queue-letters.tsx')).QueueLetters);

const columns = ['Letter ID', 'Claim', 'Letter', 'By', 'Status', 'Queued', 'Mailed', 'Answer by'];
const pollMilliseconds = 2_000;

/** `/letters`: the letters that decisions need, and those that were queued. */
export function Component() {
  const [parameters] = useSearchParams();
  const search = knownParameters(parameters, ['status', 'after']);
  const query = useQuery({
    ...apiQuery([...lettersKey, search.toString()], 'GET /letters', { search: `?${search.toString()}` }),
    placeholderData: keepPreviousData,
    // Polls while letters are being queued.
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ status }) => status === 'waiting') === true ? pollMilliseconds : false,
  });
  const queries = useQueryClient();
  const isQueuing = query.data?.jobs.some(({ status }) => status === 'waiting') === true;
  useEffect(() => {
    if (!isQueuing) return undefined;
    // The numbers in the navigation count the letters that have just been queued.
    return () => void queries.invalidateQueries({ queryKey: workQuery.queryKey });
  }, [isQueuing, queries]);
  return (
    <Page title="Letters" actions={<ExportButton list="letters" permission="letters" query={search.toString()} />}>
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />}>
        {(data) => (
          <>
            <DueLetters due={data.due} />
            <QueueRuns jobs={data.jobs} />
            <LetterList letters={data} search={search} isLoading={query.isPlaceholderData} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function DueLetters({ due }: Pick<Letters, 'due'>) {
  const { caseName } = useNames();
  const [opened, setOpened] = useState<Letters['due'][number]>();
  return (
    <section aria-labelledby="letters-due">
      <h2 id="letters-due">To queue</h2>
      {due.length === 0 ? (
        <EmptyState
          title="No letters to queue"
          reason="The letter of every decision in force is queued or requested."
        />
      ) : (
        <Table label="Letters to queue" columns={['Letter', numeric('Claims'), { header: 'Action', kind: 'hidden' }]}>
          {due.map((each) => (
            <tr key={`${each.caseId} ${each.kind}`}>
              <td>
                {letterLabels[each.kind]}
                <br />
                <span className="soft">{caseName(each.caseId)}</span>
              </td>
              <td className="number">{formatCount(each.claims)}</td>
              <td className="nowrap">
                <Button
                  look="link"
                  aria-haspopup="dialog"
                  aria-label={`Preview: ${letterLabels[each.kind]}, ${caseName(each.caseId)}`}
                  onClick={() => setOpened(each)}
                >
                  Preview …
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {opened && (
        <Suspense fallback={null}>
          <QueueLetters caseId={opened.caseId} kind={opened.kind} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function QueueRuns({ jobs }: Pick<Letters, 'jobs'>) {
  const opensActions = useCan('supervise');
  const { formatMoment } = useMoments();
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby="letter-jobs">
      <h2 id="letter-jobs">Recent requests</h2>
      <Table
        label="Recent requests to queue letters"
        columns={['Request', 'Letters', 'Requested by', 'When', 'Status']}
      >
        {jobs.map(({ id, what, askedBy, askedAt, status, declined, counts, claims }) => (
          <tr key={id}>
            <td>{opensActions ? <Link to={`/bulk/${id}`}>{what}</Link> : what}</td>
            <td>
              {[
                `${formatCount(counts.done)} of ${formatCount(claims)}`,
                counts.skipped > 0 && `${formatCount(counts.skipped)} skipped`,
                counts.failed > 0 && `${formatCount(counts.failed)} failed`,
              ]
                .filter((part) => part !== false)
                .join(', ')}
            </td>
            <td>{askedBy}</td>
            <td className="nowrap">{formatMoment(askedAt)}</td>
            <td>
              <BulkStatusBadge status={status} />
              {declined && (
                <>
                  <br />
                  <span className="soft">{`${declined.by}: ${declined.reason}`}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

const dayOrDash = (day: string | null): string => (day === null ? '–' : formatCourtDay(day));

function LetterList({
  letters: { letters, next },
  search,
  isLoading,
}: {
  readonly letters: Letters;
  readonly search: URLSearchParams;
  readonly isLoading: boolean;
}) {
  const [, setParameters] = useSearchParams();
  const { formatMoment } = useMoments();
  const status = search.get('status') ?? '';
  return (
    <section aria-labelledby="letter-list">
      <h2 id="letter-list">Letters</h2>
      <div className="filters">
        <Select
          label="Status"
          empty="All"
          value={status}
          onChange={(value) => setParameters(value === '' ? {} : { status: value })}
          options={letterStatuses.map((each) => [each, letterStatusLabels[each]])}
        />
      </div>
      {letters.length === 0 ? (
        status === '' ? (
          <EmptyState title="No letters yet" reason="Letters appear here once they are queued." />
        ) : (
          <NoMatches title="No such letters" reason="No letter has this status." list="/letters" />
        )
      ) : (
        <div aria-busy={isLoading}>
          <p role="status" className="soft">
            {formatCounted(letters.length, 'letter')}
            {next === undefined ? '' : ' on this page'}
          </p>
          <Table label="List of letters" className="list-table" columns={columns}>
            {letters.map((letter) => (
              <tr key={letter.id}>
                <td className="figures nowrap">{letter.code}</td>
                <td className="figures">
                  <Link to={`/claims/${letter.claim}`}>{letter.claim}</Link>
                </td>
                <td>{letterLabels[letter.kind]}</td>
                <td>{letter.channel === 'email' ? 'Email' : 'Post'}</td>
                <td>
                  <StateBadge tone={letterTones[letter.status]}>{letterStatusLabels[letter.status]}</StateBadge>
                </td>
                <td className="nowrap">{formatMoment(letter.queuedAt)}</td>
                <td className="nowrap">{dayOrDash(letter.mailedOn)}</td>
                <td className="nowrap">{dayOrDash(isOut(letter.status) ? letter.dueOn : null)}</td>
              </tr>
            ))}
          </Table>
          <Pages label="Pages of letters" previous={undefined} next={next} />
        </div>
      )}
    </section>
  );
}
