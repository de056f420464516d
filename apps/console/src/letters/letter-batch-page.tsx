import './letters.css';
import { letterLabels } from '@redress/contract/console/claim-labels';
import type { LetterBatch } from '@redress/contract/console/letter-batches';
import { formatLetterId } from '@redress/contract/letters';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { apiQuery, callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { dayOf, formatCount, formatCounted } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { Table } from '../ui/table.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { useMoments } from '../ui/moments.ts';
import { useNames } from '../ui/use-names.ts';
import { useSend } from '../ui/use-send.ts';
import { BatchFiles, describeMailing, pollMilliseconds } from './letter-batches-page.tsx';
import { batchesQuery } from './returned-labels.ts';

const batchQuery = (id: string) =>
  apiQuery([...batchesQuery.queryKey, id], 'GET /letter-batches/:id', { params: { id } });

/** `/letter-batches/:id`: a batch, its files, and its letters without a confirmed day. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...batchQuery(id),
    // Polls while a job writes the files.
    refetchInterval: ({ state }) => (state.data?.batch.status === 'waiting' ? pollMilliseconds : false),
  });
  return (
    <Page
      title={query.data ? `Batch ${query.data.batch.number}` : 'Batch'}
      actions={<LinkButton to="/letter-batches">Postal batches</LinkButton>}
    >
      <QueryState query={query} skeleton={<PanelSkeleton lines={6} />} missing={<p>This batch isn’t in your cases.</p>}>
        {({ batch, unconfirmed }) => (
          <>
            <BatchFacts batch={batch} />
            {batch.unconfirmed > 0 && <ConfirmByHand batch={batch} />}
            {unconfirmed.length > 0 && (
              <section aria-labelledby="unconfirmed">
                <h2 id="unconfirmed">Not confirmed</h2>
                <p>
                  {`${formatCounted(batch.unconfirmed, 'letter')} without a mailing day${
                    unconfirmed.length < batch.unconfirmed
                      ? `, of which the first ${unconfirmed.length} are listed`
                      : ''
                  }.`}
                </p>
                <Table label="Letters without a mailing day" columns={['Letter ID', 'Claim', 'Letter']}>
                  {unconfirmed.map(({ id: letterId, claimNumber, kind }) => (
                    <tr key={letterId}>
                      <td className="figures nowrap">{formatLetterId(letterId)}</td>
                      <td className="figures">
                        <Link to={`/claims/${claimNumber}`}>{claimNumber}</Link>
                      </td>
                      <td>{letterLabels[kind]}</td>
                    </tr>
                  ))}
                </Table>
              </section>
            )}
          </>
        )}
      </QueryState>
    </Page>
  );
}

function BatchFacts({ batch }: { readonly batch: LetterBatch }) {
  const { caseName } = useNames();
  const { formatMoment } = useMoments();
  return (
    <Facts
      rows={[
        ['Case', caseName(batch.caseId)],
        ['Letters', formatCount(batch.letters)],
        ['Pages', batch.pages === null ? '–' : formatCount(batch.pages)],
        ['Created', `${formatMoment(batch.madeAt)} by ${batch.madeBy}`],
        ['Mailing', describeMailing(batch)],
        ['Files', <BatchFiles key="files" batch={batch} />],
        batch.sha256 !== null && [
          'SHA-256 of the ZIP file',
          <span key="hash" className="figures hash">
            {batch.sha256}
          </span>,
        ],
        batch.deletesAt !== null && ['ZIP file is deleted', formatMoment(batch.deletesAt)],
      ]}
    />
  );
}

function ConfirmByHand({ batch: { id } }: { readonly batch: LetterBatch }) {
  const { timeZone } = useSession().settlement;
  const { send, errorOf, ...sending } = useSend();
  const [day, setDay] = useState(() => dayOf(timeZone, new Date()));
  return (
    <section className="panel" aria-labelledby="confirm-hand">
      <h2 id="confirm-hand">Confirm by hand</h2>
      <p>Without a mail house: print the PDF, mail the letters, and enter the day.</p>
      <SendForm
        sending={sending}
        onSubmit={() =>
          send(
            () => callApi('POST /letter-batches/:id/mailed', { params: { id }, body: { mailedOn: day } }),
            batchesQuery,
          )
        }
        button="Confirm for all letters"
        busy="Confirming …"
        disabled={day === ''}
      >
        <TextInput label="Mailed on" type="date" error={errorOf('mailedOn')} value={day} onChange={setDay} />
      </SendForm>
    </section>
  );
}
