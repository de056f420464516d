import './bulk.css';
import { bulkClaimFilters, type BulkJob } from '@redress/contract/console/bulk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useSend } from '../ui/use-send.ts';
import { BulkStatusBadge } from './bulk-jobs.tsx';
import { ActionClaims } from './action-claims.tsx';
import { bulkClaimsQuery, bulkJobQuery, bulkJobsQuery } from './bulk-queries.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** Actions whose decisions can be undone. */
const deciding: readonly BulkJob['kind'][] = ['release', 'approve', 'deficient', 'deny'];

/** Actions whose decisions take effect without another approval, and need letters. */
const writing: readonly BulkJob['kind'][] = ['release', 'approve', 'deficient'];

/** `/bulk/:id`: a release or an action on many claims, with the result for each claim. */
export function Component() {
  const { id = '' } = useParams();
  const job = useQuery(bulkJobQuery(id));
  return (
    <Page
      title={job.data?.kind === 'release' ? 'Release of a rule' : 'Bulk action'}
      actions={
        job.data?.kind === 'letter' ? (
          <Link to="/letters">Letters</Link>
        ) : (
          <Link to="/rules">Rules and bulk actions</Link>
        )
      }
    >
      <QueryState query={job}>
        {(data) => (
          <Fragment key={id}>
            <Summary job={data} />
            <section aria-labelledby="claims">
              <h2 id="claims">Claims</h2>
              <ActionClaims
                queryOf={(outcome, after) => bulkClaimsQuery(data, outcome, after)}
                filters={bulkClaimFilters}
                isPlanned={data.kind === 'release' && (data.status === 'asking' || data.status === 'waiting')}
              />
            </section>
          </Fragment>
        )}
      </QueryState>
    </Page>
  );
}

function Summary({ job }: { readonly job: BulkJob }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { formatMoment } = useMoments();
  const { isSending, failure, send } = useSend();
  const [isReopening, setReopening] = useState(false);
  const { counts, claims, status } = job;
  const reached = claims - counts.waiting;
  const stop = () => send(() => callApi('DELETE /bulk/:id', { params: { id: job.id } }), bulkJobsQuery);
  const retry = () =>
    send(async () => {
      const again = await callApi('POST /bulk/:id/retry', { params: { id: job.id } });
      await queries.invalidateQueries({ queryKey: ['bulk'] });
      await navigate(`/bulk/${again.id}`);
    });
  const isOpen = status === 'waiting' || status === 'asking';
  return (
    <section className="panel" aria-labelledby="what">
      <h2 id="what">{job.what}</h2>
      <p role="status">
        {status !== 'done' && <BulkStatusBadge status={status} />} <span>{describeCounts(job)}</span>
      </p>
      {status === 'waiting' && (
        <p className="row progress-row">
          <progress aria-label="Progress" max={claims} value={reached} />
          <span>
            {formatCount(reached)} of {formatCounted(claims, 'claim')}
          </span>
        </p>
      )}
      <Facts
        rows={[
          ['Requested by', `${job.askedBy}, ${formatMoment(job.askedAt)}`],
          job.reason !== '' && ['Reason', job.reason],
          job.approved !== null && ['Approved by', `${job.approved.by}, ${formatMoment(job.approved.at)}`],
          job.declined !== null && ['Declined by', `${job.declined.by}: ${job.declined.reason}`],
          job.finishedAt !== null && ['Ended', formatMoment(job.finishedAt)],
          job.run !== null && [
            'Rule',
            <Link key="rule" to={`/rules/${job.run.rule}`}>
              {job.run.name}
            </Link>,
          ],
          job.claimsOf !== null && [
            'Claims from',
            <Link key="claims-of" to={`/bulk/${job.claimsOf}`}>
              the action that decided them
            </Link>,
          ],
          job.reopenings.length > 0 && [
            'Reopened',
            job.reopenings.map(({ id, by, at, claims: reopened, status: state }) => (
              <div key={id}>
                <Link to={`/bulk/${id}`}>{formatCounted(reopened, 'claim')}</Link>
                <span>{`, ${by}, ${formatMoment(at)} `}</span>
                {state !== 'done' && <BulkStatusBadge status={state} />}
              </div>
            )),
          ],
          job.retries !== null && [
            'Retries',
            <Link key="retries" to={`/bulk/${job.retries}`}>
              the failed claims of this action
            </Link>,
          ],
          [
            'SHA-256 of the claim list',
            <code key="hash" className="hash">
              {job.sha256}
            </code>,
          ],
        ]}
      />
      {job.reasons.length > 0 && (
        <ul>
          {job.reasons.map(({ outcome, reason, claims: number }) => (
            <li key={`${outcome} ${reason}`}>
              {formatCounted(number, 'claim')} {outcome}: {reason}.
            </li>
          ))}
        </ul>
      )}
      {status === 'done' &&
        counts.done > counts.queued &&
        job.reopenings.length === 0 &&
        writing.includes(job.kind) && (
          <p>
            <span>These decisions need letters. Queue them under</span> <Link to="/letters">Letters</Link>
            <span>.</span>
          </p>
        )}
      <div className="actions">
        {isOpen && (
          <Button look="danger" disabled={isSending || (status === 'asking' && !job.isOwn)} onClick={stop}>
            {status === 'asking' ? 'Withdraw request' : 'Stop'}
          </Button>
        )}
        {!isOpen && counts.failed > 0 && (
          <Button disabled={isSending} onClick={retry}>
            Try the {formatCounted(counts.failed, 'failed claim')} again
          </Button>
        )}
        {!isOpen && counts.done > counts.queued && deciding.includes(job.kind) && (
          <Button onClick={() => setReopening(true)}>Reopen these claims …</Button>
        )}
      </div>
      {status === 'asking' && (
        <p className="soft">
          Another supervisor must approve it under Approvals.
          {job.isOwn ? '' : ' Only the requester can withdraw it; you can decline it there.'}
        </p>
      )}
      <Failure error={failure} />
      {isReopening && (
        <Suspense fallback={null}>
          <BulkDialog
            kind="reopen"
            total={counts.done}
            selection={{ job: job.id }}
            onClose={() => setReopening(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

function describeCounts({ counts: { waiting, done, queued, skipped, failed }, status }: BulkJob): string {
  if (status === 'asking') return `Nothing happens to its ${formatCounted(waiting, 'claim')} until it is approved.`;
  if (status === 'refused') return `No action was taken on ${formatCounted(waiting, 'claim')}.`;
  const rest = waiting === 0 ? '' : `, ${formatCount(waiting)} not processed${status === 'waiting' ? ' yet' : ''}`;
  const waits = 'queued for a reviewer or a second approval';
  const some = queued === 0 ? 'done' : `done (${formatCount(queued)} only ${waits})`;
  const did = done > 0 && queued === done ? waits : some;
  return `${formatCounted(done, 'claim')} ${did}, ${formatCount(skipped)} skipped, ${formatCount(failed)} failed${rest}.`;
}
