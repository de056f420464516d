import type { Export, ExportManifest, ExportStatus } from '@redress/contract/console/exports';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { useSend } from '../ui/use-send.ts';

const statusTexts: Readonly<Record<ExportStatus, string>> = {
  asking: 'Awaiting second approval',
  waiting: 'In progress',
  done: 'Ready',
  failed: 'Failed',
  cancelled: 'Canceled',
  refused: 'Not approved',
  expired: 'File deleted',
};
const statusTags: Readonly<Partial<Record<ExportStatus, string>>> = {
  done: 'tag-good',
  failed: 'tag-bad',
  refused: 'tag-bad',
  asking: 'tag-warn',
};

/** Shows an export's progress, then its file and content. */
export function ExportItem({ item }: { readonly item: Export }) {
  const { formatMoment } = useMoments();
  const { isSending, failure, send } = useSend();
  const { id, list, format, filters, columns, status, manifest } = item;
  const end = () => send(() => callApi('DELETE /exports/:id', { params: { id } }), { queryKey: ['exports', 'list'] });
  const file = `/api/console/exports/${id}/file`;
  const isOpen = status === 'asking' || status === 'waiting';
  return (
    <li className="panel export">
      <h2>
        {list} <span className="soft">· {format === 'csv' ? 'CSV' : 'Excel'}</span>{' '}
        <span className={`tag ${statusTags[status] ?? ''}`}>{statusTexts[status]}</span>
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
