import { holdsClaim, readReceiptToken, storeClaimant } from '../browser/storage.ts';
import { ReceiptButton } from '../receipt/receipt-button.tsx';
import type { SubmissionPhase } from './claim-submission.ts';

/**
 * Leads to the completion page, through the server if this tab's storage does not keep the claim.
 */
export function ConfirmationButton(props: {
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
