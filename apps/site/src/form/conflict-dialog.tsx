import type { ClaimReceipt } from '@redress/contract/session';
import type { Texts } from '../messages/en.ts';
import { mediumDate } from '../dates/format-date.ts';
import { Dialog } from './dialog.tsx';

/** The same form was sent before with other answers: that claim counts, unless the claimant files another. */
export function ConflictDialog(props: {
  readonly claim: ClaimReceipt;
  readonly prefix: string;
  readonly texts: Texts;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onAnother: () => void;
}) {
  const { texts, claim } = props;
  return (
    <Dialog title={texts.filing.conflictHeading}>
      <p>{texts.filing.conflict}</p>
      <p className="reference">
        {props.prefix}
        {claim.claimNumber}
      </p>
      <p>{texts.filing.filed(mediumDate(claim.dateCreated, props.timeZone, texts.language))}</p>
      <div className="form-end">
        <button type="button" className="button" onClick={props.onKeep}>
          {texts.filing.keep}
        </button>
        <button type="button" className="button quiet" onClick={props.onAnother}>
          {texts.filing.another}
        </button>
      </div>
    </Dialog>
  );
}
