import { useEffect, useRef, useState } from 'react';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { formatSize } from './file-size.ts';
import type { PendingUpload } from './pending-uploads.ts';
import { isResumable, isSameFile } from './upload-list.ts';
import type { RejectedFile, Upload, UploadState } from './upload-list.ts';

/** A file that is uploading: its progress, the time left, and buttons to cancel or retry. */
export function UploadProgressRow(props: {
  readonly upload: Upload;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
  readonly onCancel: () => void;
  /** Offered when no upload is in progress. */
  readonly onRetry?: (() => void) | undefined;
}) {
  const { upload, messages, uploadMessages, onCancel, onRetry } = props;
  const { state, file } = upload;
  const canCancel = (state.name === 'sending' || state.name === 'waiting') && isResumable(upload);
  const confirmCancel = () => {
    if (confirm(uploadMessages.dropQuestion(file.name))) onCancel();
  };
  return (
    <li className="file">
      <span className="file-name">
        {file.name} <span className="optional">{formatSize(file.size)}</span>
      </span>
      <span className="file-actions">
        {state.name === 'sending' && uploadMessages.percent(Math.floor(state.share * 100))}
        {(state.name === 'waiting' || state.name === 'joining' || state.name === 'stored') &&
          uploadMessages[state.name]}
        {state.name === 'failed' && state.canRetry && onRetry && (
          <button
            type="button"
            className="link-button"
            aria-label={uploadMessages.retryNamed(file.name)}
            onClick={onRetry}
          >
            {uploadMessages.retry}
          </button>
        )}
        {state.name === 'failed' && (
          <button
            type="button"
            className="link-button"
            aria-label={messages.documents.removeNamed(file.name)}
            onClick={onCancel}
          >
            {messages.documents.remove}
          </button>
        )}
      </span>
      {state.name === 'sending' && (
        <progress className="progress" value={state.share} max={1} aria-label={uploadMessages.progress(file.name)} />
      )}
      {canCancel && (
        <p className="file-way">
          <span className="hint">{state.name === 'sending' && describeProgress(state, uploadMessages)}</span>
          <button
            type="button"
            className="link-button"
            aria-label={uploadMessages.dropNamed(file.name)}
            onClick={confirmCancel}
          >
            {uploadMessages.drop}
          </button>
        </p>
      )}
      {state.name === 'failed' && (
        <p className="error">
          {uploadMessages.failed} {state.message}
        </p>
      )}
    </li>
  );
}

function describeProgress({ held, secondsLeft }: Extract<UploadState, { name: 'sending' }>, messages: UploadMessages) {
  if (held) return messages.held[held];
  return secondsLeft === undefined ? '' : messages.timeLeft(secondsLeft);
}

/** Uploads that a reload interrupted, and which of the files chosen since are none of them. */
export function InterruptedUploads(props: {
  readonly pending: readonly PendingUpload[];
  readonly rejected: readonly RejectedFile[];
  readonly chosen: readonly Upload[];
  readonly uploadMessages: UploadMessages;
  readonly onCancel: (pending: PendingUpload) => void;
}) {
  const { pending, rejected, chosen, uploadMessages, onCancel } = props;
  const others = pending.length === 0 ? [] : chosen.filter(({ file }) => !pending.some((one) => isSameFile(one, file)));
  return (
    <>
      {rejected.map(({ name, message }) => (
        <p className="note bad" role="alert" key={name}>
          <strong>{name}</strong> {uploadMessages.failed} {message}
        </p>
      ))}
      {pending.length > 0 && (
        <div className="note warn">
          <p>{uploadMessages.left}</p>
          <ul className="files">
            {pending.map((one) => (
              <li className="file" key={`${one.name} ${one.size} ${one.lastModified}`}>
                <span className="file-name">
                  {one.url === undefined
                    ? uploadMessages.notArrived(one.name)
                    : uploadMessages.stopped(one.name, Math.floor((one.share ?? 0) * 100))}
                </span>
                <span className="file-actions">
                  <button
                    type="button"
                    className="link-button"
                    aria-label={uploadMessages.dropNamed(one.name)}
                    onClick={() => onCancel(one)}
                  >
                    {uploadMessages.drop}
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div role="status">
        {others.map(({ id, file }) => (
          <p key={id} className="hint">
            {uploadMessages.another(file.name)}
          </p>
        ))}
      </div>
    </>
  );
}

/**
 * The screen reader's announcement: each quarter of an upload, a stall and the outcome. If several
 * uploads change at once, the last one wins.
 */
export function useUploadAnnouncement(uploads: readonly Upload[], messages: UploadMessages): string {
  const [announcement, setAnnouncement] = useState('');
  const lastSteps = useRef(new Map<number, string>());
  useEffect(() => {
    for (const { id, file, state } of uploads) {
      const step = stepOf(state);
      const before = lastSteps.current.get(id);
      lastSteps.current.set(id, step);
      if (step === before || before === undefined) continue;
      const text = announce(file.name, state, messages);
      if (text !== '') setAnnouncement(text);
    }
  }, [uploads, messages]);
  return announcement;
}

/** Changes whenever there is something to announce. */
const stepOf = (state: UploadState): string =>
  state.name === 'sending' ? `${Math.floor(state.share * 4)} ${state.held ?? ''}` : state.name;

function announce(name: string, state: UploadState, { announcements, held, timeLeft }: UploadMessages): string {
  switch (state.name) {
    case 'sending':
      if (state.held) return announcements.held(name, held[state.held]);
      return announcements.percent(
        name,
        Math.floor(state.share * 100),
        state.secondsLeft === undefined ? '' : timeLeft(state.secondsLeft),
      );
    case 'stored':
    case 'failed':
      return announcements[state.name](name);
    default:
      return '';
  }
}
