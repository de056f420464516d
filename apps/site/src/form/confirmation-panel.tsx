import type { ClaimForm } from '@redress/forms/definition';
import { useEffect, useRef } from 'react';
import { holdsClaim, readReceiptToken, readSubmission, storeClaimant } from '../browser/storage.ts';
import { longDate } from '../dates/format-date.ts';
import { findItem } from '../fields/form-controls.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { MissingUploads, SendAgainButton, SendButton } from '../uploads/missing-uploads.tsx';
import type { UploadList } from '../uploads/upload-list.ts';
import { UploadProgress } from '../uploads/upload-progress.tsx';
import type { Uploader } from '../uploads/uploader.ts';
import type { ClaimSubmission, SubmissionPhase } from './claim-submission.ts';
import { GroupedReference } from '../ui/grouped-reference.tsx';
import { ReceiptButton } from '../receipt/receipt-button.tsx';

/** Replaces the form once the claim exists: its number, its uploads and the next steps. */
export function ConfirmationPanel(props: {
  readonly phase: Extract<SubmissionPhase, { name: 'filed' }>;
  readonly form: ClaimForm;
  readonly list: UploadList | undefined;
  readonly uploader: Uploader | undefined;
  readonly submission: ClaimSubmission;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
  readonly timeZone: string;
  readonly receiptPath: string;
  readonly onNewClaim: () => void;
}) {
  const { form, list, uploader, submission, messages, uploadMessages } = props;
  const { claim, uploads } = props.phase;
  const filing = filingMessages[messages.language];
  const { claimNumber } = claim;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  useEffect(focusHeading, [uploads]);
  const item = findItem(form, 'documents');
  const uploadProps = item &&
    list &&
    uploader && { item, claimNumber, list, uploader, upload: submission.upload, messages, uploadMessages };
  const isComplete = uploads === 'complete';
  // Without this, the completion page cannot know that documents are missing.
  const isStored = readSubmission(form.id)?.claim?.claimNumber === claimNumber;
  const hasMissing = () => !isComplete && uploader?.readPending(claimNumber).length !== 0;
  const explanation = {
    uploading: uploadMessages.uploading,
    incomplete: uploadMessages.incomplete,
    missing: uploadMessages.addMore,
    complete: filing.filed(longDate(claim.dateCreated, props.timeZone, messages.language)),
  }[uploads];
  return (
    <section className="receipt" aria-labelledby="filed-heading">
      <h2 id="filed-heading" ref={heading} tabIndex={-1}>
        {isComplete ? filing.filedHeading : messages.filing.numberHeading}
      </h2>
      <p className="hint">{filing.number}</p>
      <p className="reference">
        <GroupedReference reference={form.referencePrefix + claimNumber} />
      </p>
      <p role="status">{explanation}</p>
      {uploadProps && uploads === 'missing' && <MissingUploads {...uploadProps} focusHeading={focusHeading} />}
      {uploadProps && (uploads === 'uploading' || uploads === 'incomplete') && (
        <UploadProgress {...uploadProps} focusHeading={focusHeading} />
      )}
      <div className="form-end">
        {uploadProps && uploads === 'missing' && <SendButton {...uploadProps} />}
        {uploadProps && uploads === 'incomplete' && <SendAgainButton {...uploadProps} />}
        <ConfirmationButton
          phase={props.phase}
          receiptPath={props.receiptPath}
          label={isComplete ? filing.see : messages.filing.continue}
          className={isComplete ? 'button' : 'button quiet'}
          onFinish={() => submission.finish(claim, hasMissing())}
        />
        {uploader && uploads === 'uploading' && (
          <button type="button" className="button quiet" onClick={uploader.stop}>
            {uploadMessages.stop}
          </button>
        )}
        {isComplete && (
          <button type="button" className="button quiet" onClick={props.onNewClaim}>
            {filing.another}
          </button>
        )}
      </div>
      {!isComplete && <p className="hint">{isStored ? uploadMessages.later : uploadMessages.stay}</p>}
    </section>
  );
}

/**
 * Leads to the completion page, through the server if this tab's storage does not keep the claim.
 */
function ConfirmationButton(props: {
  readonly phase: Extract<SubmissionPhase, { name: 'filed' }>;
  readonly receiptPath: string;
  readonly label: string;
  readonly className: 'button' | 'button quiet';
  readonly onFinish: () => void;
}) {
  const { claim } = props.phase;
  const { claimNumber, receiptToken } = claim;
  return (
    <ReceiptButton
      path={props.receiptPath}
      claimNumber={claimNumber}
      token={receiptToken ?? readReceiptToken(claimNumber)}
      label={props.label}
      className={props.className}
      opensPage
      onSubmit={(event) => {
        // The tab may have filed or opened another claim since.
        storeClaimant(claim);
        if (!holdsClaim(claim)) return;
        event.preventDefault();
        props.onFinish();
      }}
    />
  );
}
