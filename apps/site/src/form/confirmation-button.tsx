import { holdsClaim } from '../browser/storage.ts';
import { ReceiptButton } from '../receipt/receipt-button.tsx';
import type { SubmissionPhase } from './claim-submission.ts';

/** Leads to the completion page: through the server if this tab's storage does not hold the claim. */
export function ConfirmationButton(props: {
  readonly phase: Extract<SubmissionPhase, { name: 'filed' }>;
  readonly receiptPath: string;
  readonly label: string;
  readonly className: 'button' | 'button quiet';
  readonly onFinish: () => void;
}) {
  const { claim, uploads } = props.phase;
  if (uploads === 'complete' && !holdsClaim(claim)) {
    const { claimNumber, receiptToken } = claim;
    return (
      <ReceiptButton path={props.receiptPath} {...{ claimNumber }} token={receiptToken} label={props.label} opensPage />
    );
  }
  return (
    <button type="button" className={props.className} onClick={props.onFinish}>
      {props.label}
    </button>
  );
}
