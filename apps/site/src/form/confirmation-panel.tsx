import type { ClaimForm } from '@redress/forms/definition';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { mediumDate } from '../dates/format-date.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import type { PendingUpload } from '../uploads/pending-uploads.ts';
import { findUploadsItem, isSameFile } from '../uploads/upload-list.ts';
import type { RejectedFile, UploadList } from '../uploads/upload-list.ts';
import { InterruptedUploads, UploadProgressRow, useUploadAnnouncement } from '../uploads/upload-progress.tsx';
import type { Uploader } from '../uploads/uploader.ts';
import { UploadsField } from '../uploads/uploads-field.tsx';
import type { ClaimSubmission, SubmissionPhase } from './claim-submission.ts';

interface Props {
  readonly phase: Extract<SubmissionPhase, { name: 'filed' }>;
  readonly form: ClaimForm;
  readonly uploads: UploadList | undefined;
  readonly uploader: Uploader | undefined;
  readonly submission: ClaimSubmission;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
  readonly timeZone: string;
  readonly onNewClaim: () => void;
}
type UploadProps = Omit<Props, 'uploads' | 'uploader'> & {
  readonly list: UploadList;
  readonly uploader: Uploader;
};
interface RowsProps extends UploadProps {
  /** Takes the focus from a button that disappears with its row. */
  readonly focusHeading: () => void;
}

/**
 * Replaces the form once the claim exists: its number, the progress of its uploads, and the next
 * steps.
 */
export function ConfirmationPanel(props: Props) {
  const { phase, form, uploads: list, uploader, submission, messages, uploadMessages } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  useEffect(focusHeading, [phase.uploads]);
  const uploadProps = list && uploader && { ...props, list, uploader };
  const isComplete = phase.uploads === 'complete';
  const explanation = {
    uploading: uploadMessages.uploading,
    incomplete: uploadMessages.incomplete,
    missing: uploadMessages.addMore,
    complete: messages.filing.filed(mediumDate(phase.claim.dateCreated, props.timeZone, messages.language)),
  }[phase.uploads];
  return (
    <section className="receipt" aria-labelledby="filed-heading">
      <h2 id="filed-heading" ref={heading} tabIndex={-1}>
        {isComplete ? messages.filing.filedHeading : messages.filing.numberHeading}
      </h2>
      <p className="hint">{messages.filing.number}</p>
      <p className="reference">
        {form.referencePrefix}
        {phase.claim.claimNumber}
      </p>
      <p role="status">{explanation}</p>
      {uploadProps && phase.uploads === 'missing' && <MissingUploads {...uploadProps} focusHeading={focusHeading} />}
      {uploadProps && (phase.uploads === 'uploading' || phase.uploads === 'incomplete') && (
        <UploadProgress {...uploadProps} focusHeading={focusHeading} />
      )}
      {phase.uploads !== 'uploading' && (
        <div className="form-end">
          {uploadProps && phase.uploads === 'missing' && <SendButton {...uploadProps} />}
          <button
            type="button"
            className={isComplete ? 'button' : 'button quiet'}
            onClick={() => submission.finish(phase.claim)}
          >
            {isComplete ? messages.filing.see : messages.filing.goOn}
          </button>
          {isComplete && (
            <button type="button" className="button quiet" onClick={props.onNewClaim}>
              {messages.filing.another}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function UploadProgress({ phase, list, uploader, submission, messages, uploadMessages, focusHeading }: RowsProps) {
  const uploads = useUploads(list);
  const announcement = useUploadAnnouncement(uploads, uploadMessages);
  const retry = phase.uploads === 'incomplete' ? () => void submission.upload() : undefined;
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ul className="files" aria-label={messages.documents.list}>
        {uploads.map((upload) => (
          <UploadProgressRow
            key={upload.id}
            {...{ upload, messages, uploadMessages }}
            onRetry={retry}
            onCancel={() => {
              uploader.cancel(phase.claim.claimNumber, upload.file);
              focusHeading();
            }}
          />
        ))}
      </ul>
    </>
  );
}

/** A reload interrupted uploads: lists them, and takes the files again. */
function MissingUploads({ phase, form, list, uploader, submission, messages, ...props }: RowsProps) {
  const { claimNumber } = phase.claim;
  const item = findUploadsItem(form);
  const chosen = useUploads(list);
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const update = useCallback(() => setPending(uploader.readPending(claimNumber)), [uploader, claimNumber]);

  useEffect(() => {
    update();
    const hadPending = uploader.readPending(claimNumber).length > 0;
    void uploader.checkPending(claimNumber).then((found) => {
      setRejected(found);
      update();
      // All uploads have arrived meanwhile.
      if (hadPending && found.length === 0 && uploader.readPending(claimNumber).length === 0) void submission.upload();
    });
  }, [uploader, claimNumber, submission, update]);

  // Resumes as soon as the claimant has chosen an interrupted file again.
  const canResume = chosen.some(({ file }) => pending.some((one) => isSameFile(one, file)));
  useEffect(() => {
    if (canResume) void submission.upload();
  }, [canResume, submission]);

  return (
    <>
      <InterruptedUploads
        {...{ pending, rejected, chosen }}
        uploadMessages={props.uploadMessages}
        onCancel={(one) => {
          uploader.cancel(claimNumber, one);
          update();
          props.focusHeading();
        }}
      />
      {item && <UploadsField item={item} list={list} messages={messages} />}
    </>
  );
}

function SendButton({ phase, list, uploader, submission, uploadMessages }: UploadProps) {
  const isEmpty = useUploads(list).length === 0;
  const send = () => {
    uploader.discardUnstarted(phase.claim.claimNumber);
    void submission.upload();
  };
  return (
    <button type="button" className="button" disabled={isEmpty} onClick={send}>
      {uploadMessages.send}
    </button>
  );
}

const useUploads = (list: UploadList) => useSyncExternalStore(list.subscribe, list.uploads, list.uploads);
