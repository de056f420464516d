import type { Export, ExportManifest, ExportStatus } from '@redress/contract/console/exports';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { StateBadge, type Tone } from '../ui/status-badge.tsx';
import { useSend } from '../ui/use-send.ts';

const states: Readonly<Record<ExportStatus, readonly [label: string, tone: Tone]>> = {
  asking: ['Awaiting second approval', 'warn'],
  waiting: ['In progress', 'open'],
  done: ['Ready', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Canceled', 'past'],
  refused: ['Not approved', 'bad'],
  expired: ['File deleted', 'past'],
};

/** Shows an export's progress, then its file and content. */
export function ExportItem({ item }: { readonly item: Export }) {
  const { formatMoment } = useMoments();
  const { isSending, failure, send } = useSend();
  const { id, list, format, filters, columns, status, manifest } = item;
  const [label, tone] = states[status];
  const end = () => send(() => callApi('DELETE /exports/:id', { params: { id } }), { queryKey: ['exports', 'list'] });
  const file = `/api/console/exports/${id}/file`;
  const isOpen = status === 'asking' || status === 'waiting';
  return (
    <li className="panel export">
      <h2>
        {list} <span className="soft">· {format === 'csv' ? 'CSV' : 'Excel'}</span>{' '}
        <StateBadge tone={tone}>{label}</StateBadge>
      </h2>
      <p>
        {filters.length === 0 ? 'Without a filter' : filters.join('; ')} · {formatCounted(columns.length, 'column')} ·
        requested on {formatMoment(item.requestedAt)}
      </p>
      {status === 'waiting' && <Progress item={item} />}
      {status === 'asking' && (
        <p>
          It contains tax IDs. Another person must approve it within seven days under <em>Approvals</em>.
        </p>
      )}
      {status === 'failed' && <p>The file couldn’t be created. Export the list again, or tell your administrator.</p>}
      {status === 'refused' && <p>{item.decidedBy ? `${item.decidedBy} declined it.` : 'Not approved in time.'}</p>}
      {manifest && <Manifest manifest={manifest} />}
      <Failure error={failure} />
      <div className="actions">
        {status === 'done' && (
          <>
            <a
              className="button button-main"
              href={file}
              download
              onClick={(event) => {
                if (!item.withTaxIds) return;
                // A download cannot trigger the sign-in that tax IDs require.
                event.preventDefault();
                void send(async () => {
                  await callApi('GET /exports/:id/check', { params: { id } });
                  location.assign(file);
                });
              }}
            >
              Download
            </a>
            <a className="button" href={`/api/console/exports/${id}/manifest`} download>
              Download manifest
            </a>
          </>
        )}
        {isOpen && (
          <Button disabled={isSending} onClick={end}>
            Cancel
          </Button>
        )}
        {status === 'done' && (
          <ConfirmButton
            label="Delete now"
            look="danger"
            disabled={isSending}
            question="Delete this file?"
            effect="To get it again, the list has to be exported again."
            onConfirm={end}
          />
        )}
        {status === 'done' && item.expiresAt !== null && (
          <span className="soft">Deletes on {formatMoment(item.expiresAt)}</span>
        )}
      </div>
    </li>
  );
}

function Progress({ item: { rows, expectedRows } }: { readonly item: Export }) {
  const of = expectedRows === null ? '' : ` of about ${formatCount(expectedRows)}`;
  return (
    <p>
      <label>
        {formatCount(rows)}
        {of} rows{' '}
        <progress
          value={expectedRows === null ? undefined : rows}
          max={expectedRows === null ? undefined : Math.max(expectedRows, rows, 1)}
        />
      </label>
    </p>
  );
}

function Manifest({ manifest }: { readonly manifest: ExportManifest }) {
  const { formatMoment } = useMoments();
  const { file, rows, bytes, sha256, finishedAt, approvedBy } = manifest;
  return (
    <Facts
      rows={[
        ['File', file],
        ['Rows', formatCount(rows)],
        ['Bytes', formatCount(bytes)],
        [
          'SHA-256',
          <span key="hash" className="figures hash">
            {sha256}
          </span>,
        ],
        ['Written', formatMoment(finishedAt)],
        approvedBy !== null && ['Approved by', approvedBy],
      ]}
    />
  );
}
