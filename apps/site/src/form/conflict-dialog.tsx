import type { ClaimReceipt } from '@redress/contract/session';
import type { FormMessages } from '../messages/form-en.ts';
import { mediumDate } from '../dates/format-date.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The same form was sent before with other answers: that claim counts, unless the claimant files another. */
export function ConflictDialog(props: {
  readonly claim: ClaimReceipt;
  readonly prefix: string;
  readonly messages: FormMessages;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onAnother: () => void;
}) {
  const { messages, claim } = props;
  return (
    <Dialog title={messages.filing.conflictHeading}>
      <p>{messages.filing.conflict}</p>
      <p className="reference">
        {props.prefix}
        {claim.claimNumber}
      </p>
      <p>{messages.filing.filed(mediumDate(claim.dateCreated, props.timeZone, messages.language))}</p>
      <div className="form-end">
        <button type="button" className="button" onClick={props.onKeep}>
          {messages.filing.keep}
        </button>
        <button type="button" className="button quiet" onClick={props.onAnother}>
          {messages.filing.another}
        </button>
      </div>
    </Dialog>
  );
}
