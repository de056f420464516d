import './letters.css';
import { letterLabels } from '@redress/contract/console/claim-labels';
import { type LetterBatches, maxLettersPerPdf } from '@redress/contract/console/letter-batches';
import { formatCourtDay } from '@redress/contract/language';
import { formatLetterId } from '@redress/contract/letters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { workQuery } from '../api/work-query.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { useMoments } from '../ui/moments.ts';
import { StateBadge } from '../ui/status-badge.tsx';
import { useNames } from '../ui/use-names.ts';
import { useSend } from '../ui/use-send.ts';
import { AddressDialog } from './address-dialog.tsx';
import { AddressServiceForm, ConfirmationForm } from './letter-files.tsx';
import { addressProblemLabels, batchesQuery } from './returned-labels.ts';

const columns = ['Batch', 'Case', numeric('Letters'), 'Created', 'Files', 'Mailing'] as const;
export const pollMilliseconds = 2_000;

/** `/letter-batches`: letters by post, from the queue to the day of their mailing. */
export function Component() {
  const query = useQuery({
    ...batchesQuery,
    // Polls while a job writes files.
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ status }) => status === 'waiting') === true ? pollMilliseconds : false,
  });
  return (
    <Page title="Postal batches">
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />}>
        {(data) => (
          <>
            <WaitingLetters waiting={data.waiting} />
            <IncompleteAddresses letters={data.incomplete} />
            <BatchTable batches={data.batches} />
          </>
        )}
      </QueryState>
      {/* Not before the lists, which would move them away under a click. */}
      {!query.isPending && (
        <>
          <ConfirmationForm />
          <AddressServiceForm />
        </>
      )}
    </Page>
  );
}

function WaitingLetters({ waiting }: Pick<LetterBatches, 'waiting'>) {
  const { caseName } = useNames();
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  return (
    <section aria-labelledby="batch-waiting">
      <h2 id="batch-waiting">Waiting letters</h2>
      <Failure error={failure} />
      {waiting.length === 0 ? (
        <EmptyState title="No letters are waiting" reason="Queued letters by post appear here." />
      ) : (
        <ul className="plain-list">
          {waiting.map(({ caseId, letters }) => (
            <li key={caseId} className="actions">
              {formatCounted(letters, 'letter')}: {caseName(caseId)}
              <Button
                look="main"
                disabled={isSending}
                aria-label={`Create batch: ${caseName(caseId)}`}
                // A colleague may have created the batch, so the list is read again in any case.
                onClick={() =>
                  send(() => callApi('POST /letter-batches', { body: { caseId } }), workQuery).then(() =>
                    queries.invalidateQueries({ queryKey: batchesQuery.queryKey }),
                  )
                }
              >
                {isSending ? 'Creating batch …' : 'Create batch'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const incompleteColumns = ['Letter ID', 'Claim', 'Letter', 'Problem', { header: 'Action', kind: 'hidden' }] as const;

function IncompleteAddresses({ letters }: { readonly letters: LetterBatches['incomplete'] }) {
  const [opened, setOpened] = useState<string>();
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="batch-incomplete">
      <h2 id="batch-incomplete">Incomplete addresses</h2>
      <p>No batch includes these letters until their address is complete.</p>
      <Table label="Letters with an incomplete address" columns={incompleteColumns}>
        {letters.map(({ id, claimNumber, kind, problem }) => (
          <tr key={id}>
            <td className="figures nowrap">{formatLetterId(id)}</td>
            <td className="figures">
              <Link to={`/claims/${claimNumber}`}>{claimNumber}</Link>
            </td>
            <td>{letterLabels[kind]}</td>
            <td>{addressProblemLabels[problem]}</td>
            <td>
              <Button aria-haspopup="dialog" onClick={() => setOpened(id)}>
                Add address …<span className="visually-hidden"> for {formatLetterId(id)}</span>
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {opened !== undefined && <AddressDialog letterId={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function BatchTable({ batches }: Pick<LetterBatches, 'batches'>) {
  const { caseName } = useNames();
  const { formatMoment } = useMoments();
  return (
    <section aria-labelledby="batch-list">
      <h2 id="batch-list">Batches</h2>
      {batches.length === 0 ? (
        <EmptyState
          title="No batches yet"
          reason="A batch has the files for the mail house, or for your own printer."
        />
      ) : (
        <Table label="Postal batches" columns={columns}>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <td className="nowrap">
                <Link to={`/letter-batches/${batch.id}`}>Batch {batch.number}</Link>
              </td>
              <td>{caseName(batch.caseId)}</td>
              <td className="number">{batch.letters.toLocaleString('en-US')}</td>
              <td className="nowrap">
                {formatMoment(batch.madeAt)}
                <div className="soft">{batch.madeBy}</div>
              </td>
              <td className="nowrap">
                <BatchFiles batch={batch} />
              </td>
              <td>
                {describeMailing(batch)} {batch.isOverdue && <StateBadge tone="warn">Overdue</StateBadge>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

/** For example `Confirmed for Nov 28, 2026 to Nov 30, 2026 by Riley Chen`. */
export function describeMailing({ unconfirmed, confirmed }: LetterBatches['batches'][number]): string {
  if (unconfirmed > 0) return `${formatCounted(unconfirmed, 'letter')} not confirmed`;
  if (confirmed === null) return 'Confirmed';
  const days = [...new Set([confirmed.from, confirmed.to])].map(formatCourtDay).join(' to ');
  return `Confirmed for ${days} by ${confirmed.by}`;
}

const fileStates = {
  waiting: <StateBadge tone="open">In progress</StateBadge>,
  failed: <StateBadge tone="bad">Failed</StateBadge>,
  deleted: <StateBadge tone="past">Deleted</StateBadge>,
} as const;

/** The files of a batch to download. */
export function BatchFiles({ batch: { id, status, letters } }: { readonly batch: LetterBatches['batches'][number] }) {
  const folder = `/api/console/letter-batches/${id}`;
  return (
    <>
      {status === 'ready' ? (
        <a href={`${folder}/letters.zip`} download>
          ZIP
        </a>
      ) : (
        fileStates[status]
      )}
      {letters <= maxLettersPerPdf && (
        <>
          {' · '}
          <a href={`${folder}/letters.pdf`} download>
            One PDF
          </a>
        </>
      )}
    </>
  );
}
