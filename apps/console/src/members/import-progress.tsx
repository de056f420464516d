import { isFinishedImport, type MemberImport } from '@redress/contract/console/member-imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, apiQuery, callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { forgetFile } from '../ui/field.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { useSend } from '../ui/use-send.ts';
import { ImportResult } from './import-result.tsx';
import { chosenFiles, uploadMemberFile } from './upload-member-file.ts';

const pollMilliseconds = 1_000;

/** One import, from the first byte to its result. */
export function ImportProgress({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const queryKey = ['member-import', id];
  const query = useQuery({
    ...apiQuery(queryKey, 'GET /member-imports/:id', { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && isFinishedImport(state.data.import.status) ? false : pollMilliseconds,
  });
  const status = query.data?.import.status;
  useEffect(() => {
    if (status) void queries.invalidateQueries({ queryKey: ['member-imports'] });
  }, [status, queries]);
  return (
    <section className="panel" aria-labelledby="import">
      <QueryState query={query}>
        {(data) => {
          const { fileName } = data.import;
          return (
            <>
              <h2 id="import" tabIndex={-1}>
                <bdi>{fileName}</bdi>
              </h2>
              {isFinishedImport(data.import.status) ? (
                <ImportResult
                  {...data}
                  onChange={(changed) => queries.setQueryData(queryKey, { ...data, import: changed })}
                />
              ) : (
                <Running
                  current={data.import}
                  onChange={(changed) => queries.setQueryData(queryKey, { ...data, import: changed })}
                  onEnd={() => queries.invalidateQueries({ queryKey })}
                />
              )}
            </>
          );
        }}
      </QueryState>
      <p>
        <Link to="/members/import">Import another list</Link>
      </p>
    </section>
  );
}

interface RunningProps {
  readonly current: MemberImport;
  readonly onChange: (changed: MemberImport) => void;
  readonly onEnd: () => Promise<void>;
}

function Running({ current, onChange, onEnd }: RunningProps) {
  const cancel = useSend();
  const { id, status } = current;
  return (
    <>
      {status === 'arriving' ? (
        <Uploading current={current} onEnd={onEnd} />
      ) : status === 'removing' ? (
        <p role="status">Removing the class members from this import. You can leave this page.</p>
      ) : (
        <Importing current={current} />
      )}
      <Failure error={cancel.failure} />
      {status !== 'stored' && status !== 'removing' && (
        <Button
          look="danger"
          disabled={cancel.isSending}
          onClick={() =>
            cancel.send(async () => {
              onChange(await callApi('POST /member-imports/:id/cancel', { params: { id } }));
              chosenFiles.delete(id);
              // The button is gone.
              document.querySelector<HTMLElement>('#import')?.focus();
            })
          }
        >
          Cancel the import
        </Button>
      )}
    </>
  );
}

function Uploading({ current, onEnd }: Omit<RunningProps, 'onChange'>) {
  const { id, isMine, size } = current;
  const [file, setFile] = useState(chosenFiles.get(id));
  const [isStalled, setStalled] = useState(false);
  const [sent, setSent] = useState(current.arrivedBytes);
  const [failure, setFailure] = useState<string>();
  const [isOther, setOther] = useState(false);
  useEffect(() => {
    if (!file) return undefined;
    const stopping = new AbortController();
    const events = { onProgress: (now: MemberImport) => setSent(now.arrivedBytes), onStalled: setStalled };
    uploadMemberFile(current, file, events, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          setFailure(error instanceof ApiError ? error.message : 'The file couldn’t be read. Choose it again.');
      })
      .finally(() => {
        if (stopping.signal.aborted) return;
        chosenFiles.delete(id);
        void onEnd();
      });
    return () => stopping.abort();
    // Runs only for another file: everything else changes while it is sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another file starts another upload
  }, [file]);
  if (failure !== undefined) return <Failure>{failure}</Failure>;
  return (
    <>
      <p role="status">
        {file || !isMine
          ? isStalled
            ? 'No connection. The upload will resume automatically.'
            : 'Uploading. Keep this page open.'
          : 'The upload stopped. Choose the same file again to resume it.'}
      </p>
      <progress aria-label="Uploaded" max={size} value={file ? sent : current.arrivedBytes} />{' '}
      <span>{formatShare(file ? sent : current.arrivedBytes, size)}</span>
      {!file && isMine && (
        <div className="field">
          <label htmlFor="same-file">The same file</label>
          {isOther && <p className="field-error">This is a different file: its name or size doesn’t match.</p>}
          <input
            id="same-file"
            type="file"
            onClick={forgetFile}
            onChange={({ target }) => {
              const again = target.files?.[0];
              const isSame = again?.size === size && again.name === current.fileName;
              setOther(again !== undefined && !isSame);
              if (isSame) setFile(again);
            }}
          />
        </div>
      )}
    </>
  );
}

function Importing({ current }: { readonly current: MemberImport }) {
  const { size, readBytes, rows, badRows } = current;
  const isRead = readBytes >= size;
  return (
    <>
      <p role="status">
        {rows === 0
          ? 'Waiting to start. Another import may be running. You can leave this page.'
          : isRead
            ? 'All rows read. Checking for repeated Notice IDs and saving.'
            : 'Reading rows. You can leave this page.'}
      </p>
      <progress aria-label="Read" max={size} value={isRead ? undefined : readBytes} />{' '}
      <span>{formatShare(readBytes, size)}</span>
      <p>
        {formatCounted(rows, 'row')} read: {formatCount(rows - badRows)} good, {formatCount(badRows)} bad
      </p>
    </>
  );
}

const formatShare = (part: number, whole: number) => `${Math.floor((100 * part) / whole)}%`;
