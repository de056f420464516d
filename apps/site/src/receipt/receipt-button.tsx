import { receiptFields } from '@redress/contract/receipt-request';
import type { SyntheticEvent } from 'react';

/**
 * Downloads the receipt of a claim. It is a form, because a link's address would stay in the
 * browser's history. Without a valid token, the next page asks for the name or ZIP code.
 */
export function ReceiptButton(props: {
  /** The receipt page in this language. */
  readonly path: string;
  readonly claimNumber: string;
  readonly token: string | undefined;
  readonly label: string;
  /** Shows the claim's completion page again instead. */
  readonly opensPage?: boolean;
  readonly className?: string;
  readonly onSubmit?: (event: SyntheticEvent) => void;
}) {
  const { path, claimNumber, token = '', className = 'button quiet' } = props;
  return (
    <form method="post" encType="multipart/form-data" action={path} onSubmit={props.onSubmit}>
      <input type="hidden" name={receiptFields.reference} value={claimNumber} />
      <input type="hidden" name={receiptFields.token} value={token} />
      {props.opensPage && <input type="hidden" name={receiptFields.open} value="1" />}
      <button className={className} type="submit">
        {props.label}
      </button>
    </form>
  );
}
