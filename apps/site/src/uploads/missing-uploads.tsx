import type { DocumentsItem } from '@redress/forms/definition';
import { useCallback, useEffect, useState } from 'react';
import { ChosenFiles } from './chosen-files.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import type { PendingUpload } from './pending-uploads.ts';
import { type RejectedFile, isSameFile } from './upload-list.ts';
import { type FiledUploadRowsProps, type FiledUploadsProps, useUploads } from './upload-progress.tsx';
import { UploadsField } from './uploads-field.tsx';

/** Lists the uploads that a reload interrupted, and takes the files again. */
export function MissingUploads(props: FiledUploadRowsProps & { readonly item: DocumentsItem }) {
  const { claimNumber, list, uploader, upload, uploadMessages } = props;
  const chosen = useUploads(list);
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const update = useCallback(() => setPending(uploader.readPending(claimNumber)), [uploader, claimNumber]);

  useEffect(() => {
    update();
    void uploader.checkPending(claimNumber).then((checked) => {
      setRejected(checked.rejected);
      update();
      if (checked.haveAllArrived) void upload();
    });
  }, [uploader, claimNumber, upload, update]);

  const isPending = (file: File) => pending.some((one) => isSameFile(one, file));
  // Resumes as soon as the claimant has chosen an interrupted file again.
  const canResume = chosen.some(({ file }) => isPending(file));
  useEffect(() => {
    if (canResume) void upload();
  }, [canResume, upload]);

  return (
    <>
      {rejected.map(({ name, explain }) => (
        <p className="note bad" role="alert" key={name}>
          <strong>{name}</strong> <span>{`${uploadMessages.failed} ${explain(uploadMessages.reasons)}`}</span>
        </p>
      ))}
      {pending.length > 0 && (
        <div className="note warn">
          <p>{uploadMessages.interrupted}</p>
          <ul className="files">
            {pending.map((one) => (
              <li className="file" key={`${one.name} ${one.size} ${one.lastModified}`}>
                <span className="file-name">
                  {one.url === undefined
                    ? uploadMessages.notArrived(one.name)
                    : uploadMessages.stopped(one.name, Math.floor((one.share ?? 0) * 100))}
                </span>
                <span className="file-actions">
                  <LinkButton
                    label={uploadMessages.cancelNamed(one.name)}
                    text={uploadMessages.cancel}
                    onClick={() => {
                      uploader.cancel(claimNumber, one);
                      update();
                      props.focusHeading();
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div role="status">
        {pending.length > 0 &&
          chosen.map(
            ({ id, file }) =>
              !isPending(file) && (
                <p key={id} className="hint">
                  {uploadMessages.another(file.name)}
                </p>
              ),
          )}
      </div>
      <UploadsField
        item={props.item}
        list={list}
        messages={props.messages}
        chosenFiles={{ ChosenFiles, uploadMessages }}
      />
    </>
  );
}

/** Sends the files chosen instead of those that are missing. */
export function SendButton({ claimNumber, list, uploader, upload, uploadMessages }: FiledUploadsProps) {
  const isEmpty = useUploads(list).length === 0;
  const send = () => {
    uploader.discardUnstarted(claimNumber);
    void upload();
  };
  return (
    <button type="button" className="button" disabled={isEmpty} onClick={send}>
      {uploadMessages.send}
    </button>
  );
}

/** Sends again all files that can still arrive. */
export function SendAgainButton({ list, upload, uploadMessages }: FiledUploadsProps) {
  const canSend = useUploads(list).some(({ state }) => state.name === 'failed' && state.canRetry);
  return (
    canSend && (
      <button type="button" className="button" onClick={() => void upload()}>
        {uploadMessages.sendAgain}
      </button>
    )
  );
}
