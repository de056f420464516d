import { useEffect, useRef, useState } from 'react';
import { useStoreValue } from '../fields/field-hooks.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { FileName } from './uploads-field-parts.tsx';
import { type Upload, type UploadList, type UploadState, isResumable } from './upload-list.ts';
import type { Uploader } from './uploader.ts';

export interface FiledUploadsProps {
  readonly claimNumber: string;
  readonly list: UploadList;
  readonly uploader: Uploader;
  readonly upload: () => Promise<void>;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
}
export interface FiledUploadRowsProps extends FiledUploadsProps {
  /** Takes the focus from a button that disappears with its row. */
  readonly focusHeading: () => void;
}

export const useUploads = (list: UploadList) => useStoreValue(list, list.uploads);

/** The files of a filed claim, each with its progress and buttons to cancel or retry. */
export function UploadProgress(props: FiledUploadRowsProps) {
  const { messages, uploadMessages } = props;
  const uploads = useUploads(props.list);
  const announcement = useUploadAnnouncement(uploads, uploadMessages);
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ul className="files" aria-label={filingMessages[messages.language].files.list}>
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            {...{ upload, messages, uploadMessages }}
            onRetry={() => void props.upload()}
            onCancel={() => {
              props.uploader.cancel(props.claimNumber, upload.file);
              props.focusHeading();
            }}
          />
        ))}
      </ul>
    </>
  );
}

interface UploadRowProps extends Pick<FiledUploadsProps, 'messages' | 'uploadMessages'> {
  readonly upload: Upload;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

function UploadRow({ upload, messages, uploadMessages, onCancel, onRetry }: UploadRowProps) {
  const { state, file } = upload;
  const confirmCancel = () => {
    if (confirm(uploadMessages.cancelQuestion(file.name))) onCancel();
  };
  return (
    <li className="file">
      <FileName name={file.name} size={file.size} />
      <span className="file-actions">
        {state.name === 'sending' && <span>{uploadMessages.percent(Math.floor(state.share * 100))}</span>}
        {(state.name === 'waiting' || state.name === 'finalizing' || state.name === 'stored') && (
          <span>{uploadMessages[state.name]}</span>
        )}
        {state.name === 'failed' && state.canRetry && (
          <LinkButton label={uploadMessages.retryNamed(file.name)} text={uploadMessages.retry} onClick={onRetry} />
        )}
        {state.name === 'failed' && (
          <LinkButton
            label={filingMessages[messages.language].files.removeNamed(file.name)}
            text={messages.documents.remove}
            onClick={onCancel}
          />
        )}
      </span>
      {state.name === 'sending' && (
        <progress className="progress" value={state.share} max={1} aria-label={uploadMessages.progress(file.name)} />
      )}
      {(state.name === 'sending' || state.name === 'waiting') && isResumable(upload) && (
        <p className="file-progress">
          <span className="hint">{state.name === 'sending' && describeProgress(state, uploadMessages)}</span>
          <LinkButton
            label={uploadMessages.cancelNamed(file.name)}
            text={uploadMessages.cancel}
            onClick={confirmCancel}
          />
        </p>
      )}
      {state.name === 'failed' && <p className="error">{`${uploadMessages.failed} ${state.message}`}</p>}
    </li>
  );
}

type Sending = Extract<UploadState, { name: 'sending' }>;

function describeProgress({ stalled, secondsLeft }: Sending, messages: UploadMessages): string {
  if (stalled) return messages.stalled[stalled];
  return secondsLeft === undefined ? '' : messages.timeLeft(secondsLeft);
}

/** Announces each quarter of an upload, a stall and the outcome to screen readers. */
function useUploadAnnouncement(uploads: readonly Upload[], messages: UploadMessages): string {
  const [announcement, setAnnouncement] = useState('');
  const lastSteps = useRef(new Map<number, string>());
  useEffect(() => {
    for (const { id, file, state } of uploads) {
      const step = state.name === 'sending' ? `${Math.floor(state.share * 4)} ${state.stalled ?? ''}` : state.name;
      const before = lastSteps.current.get(id);
      lastSteps.current.set(id, step);
      if (step === before || before === undefined) continue;
      const text = announce(file.name, state, messages);
      if (text !== '') setAnnouncement(text);
    }
  }, [uploads, messages]);
  return announcement;
}

function announce(name: string, state: UploadState, messages: UploadMessages): string {
  const { announcements } = messages;
  switch (state.name) {
    case 'sending':
      return state.stalled
        ? announcements.stalled(name, messages.stalled[state.stalled])
        : announcements.percent(name, Math.floor(state.share * 100), describeProgress(state, messages));
    case 'stored':
    case 'failed':
      return announcements[state.name](name);
    default:
      return '';
  }
}
