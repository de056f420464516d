import './letters.css';
import { letterLabels, letterStatusLabels } from '@redress/contract/console/claim-labels';
import type { Bounces } from '@redress/contract/console/letter-batches';
import { formatCourtDay } from '@redress/contract/language';
import { formatLetterId } from '@redress/contract/letters';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { StateBadge } from '../ui/status-badge.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { useMoments } from '../ui/moments.ts';
import { useSend } from '../ui/use-send.ts';
import { letterTones } from './describe-letter.ts';
import { bouncesQuery } from './returned-labels.ts';

const columns = ['Letter ID', 'Claim', 'Letter', 'Emailed', 'By post'] as const;
const refreshMilliseconds = 60_000;

/** `/bounces`: emails that bounced, and reports that only a person can read. */
export function Component() {
  const query = useQuery({ ...bouncesQuery, refetchInterval: refreshMilliseconds });
  return (
    <Page title="Bounces">
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />}>
        {({ reports, bounced }) => (
          <>
            <section aria-labelledby="bounce-reports">
              <h2 id="bounce-reports">Reports to read</h2>
              {reports.length === 0 ? (
                <EmptyState
                  title="No reports to read"
                  reason="Replies of mail servers that the program can’t match to a letter appear here."
                />
              ) : (
                <ul className="plain-list">
                  {reports.map((report) => (
                    <Report key={report.id} report={report} />
                  ))}
                </ul>
              )}
            </section>
            <section aria-labelledby="bounced">
              <h2 id="bounced">Emails that bounced</h2>
              {bounced.length === 0 ? (
                <EmptyState title="No bounces" reason="Emails that a mail server could not deliver appear here." />
              ) : (
                <BouncedTable bounced={bounced} />
              )}
            </section>
          </>
        )}
      </QueryState>
    </Page>
  );
}

function BouncedTable({ bounced }: Pick<Bounces, 'bounced'>) {
  return (
    <Table label="Bounced emails" className="list-table" columns={columns}>
      {bounced.map(({ id, claimNumber, kind, mailedOn, repeated }) => (
        <tr key={id}>
          <td className="figures nowrap">{formatLetterId(id)}</td>
          <td className="figures">
            <Link to={`/claims/${claimNumber}`}>{claimNumber}</Link>
          </td>
          <td>{letterLabels[kind]}</td>
          <td className="nowrap">{mailedOn === null ? 'Refused at once' : formatCourtDay(mailedOn)}</td>
          <td>
            {repeated === null ? (
              <StateBadge tone="warn">Not queued</StateBadge>
            ) : (
              <StateBadge tone={letterTones[repeated]}>{letterStatusLabels[repeated]}</StateBadge>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Report({
  report: { id, receivedAt, letterId, sender, subject, excerpt },
}: {
  readonly report: Bounces['reports'][number];
}) {
  const { formatMoment } = useMoments();
  const { send, errorOf, ...sending } = useSend();
  const [letter, setLetter] = useState(formatLetterId(letterId ?? ''));
  const decide = (given: string | null) =>
    send(() => callApi('POST /bounces/:id/decision', { params: { id }, body: { letter: given } }), bouncesQuery);
  return (
    <li className="panel">
      <h3>
        <bdi>{subject === '' ? 'No subject' : subject}</bdi>
      </h3>
      <p className="soft">
        <bdi>{sender}</bdi> · {formatMoment(receivedAt)}
      </p>
      <pre className="bounce-text">{excerpt}</pre>
      <SendForm
        sending={sending}
        onSubmit={() => decide(letter)}
        button="This email bounced"
        busy="Saving …"
        disabled={letter.trim() === ''}
        beside={
          <Button disabled={sending.isSending} onClick={() => decide(null)}>
            Dismiss
          </Button>
        }
      >
        <TextInput label="Letter ID" autoComplete="off" error={errorOf('id')} value={letter} onChange={setLetter} />
      </SendForm>
    </li>
  );
}
