import { Dialog } from '@base-ui/react/dialog';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../api/use-session.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { useMoments } from '../ui/moments.ts';
import { QueryState } from '../ui/query-state.tsx';
import { receiptAddress, receiptMailQuery } from './claim-queries.ts';

/** The delivery of the receipt, and its text for people who can see answers. */
export function ClaimReceipt({ claim }: { readonly claim: ClaimDetails }) {
  const { formatMoment } = useMoments();
  const seesAnswers = useCan('answers', claim.caseId);
  return (
    <>
      <Breakable text={describeReceipt(claim.receipt, formatMoment)} />
      {seesAnswers && claim.status !== 'purged' && (
        <span className="claim-receipt">
          <a href={receiptAddress(claim.number)} download>
            Receipt (PDF)
          </a>
          {claim.receipt.state !== 'no-address' && <ReceiptMailDialog number={claim.number} />}
        </span>
      )}
    </>
  );
}

function ReceiptMailDialog({ number }: { readonly number: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Text of the email
      </Button>
      {isOpen && (
        <Modal
          title="The email with the receipt"
          description="Recreated from the current claim; we keep no copy. It may differ from the original if documents arrived later."
          onClose={() => setOpen(false)}
        >
          <ReceiptMailText number={number} />
          <div className="actions">
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Modal>
      )}
    </>
  );
}

function ReceiptMailText({ number }: { readonly number: string }) {
  const query = useQuery(receiptMailQuery(number));
  return (
    <QueryState query={query}>
      {({ subject, text, language }) => (
        <div className="claim-mail" lang={language}>
          <p>
            <strong>{subject}</strong>
          </p>
          <p>{text}</p>
        </div>
      )}
    </QueryState>
  );
}

function describeReceipt({ state, to, at }: ClaimDetails['receipt'], formatMoment: (moment: string) => string): string {
  const recipient = to === null ? '' : ` to ${to}`;
  const when = at === null ? '' : `, ${formatMoment(at)}`;
  switch (state) {
    case 'sent':
      return `Sent${recipient}${when}`;
    case 'refused':
      return `Rejected by the mail server${to === null ? '' : ` of ${to}`}${when}`;
    case 'pending':
      return `Waiting to be sent${recipient}`;
    case 'no-address':
      return 'None: the claim has no email address';
    case 'unknown':
      return 'No longer known';
  }
}
