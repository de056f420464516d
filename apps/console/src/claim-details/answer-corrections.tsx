import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { type Correction, correctionSourceLabels, maxEvidenceLength } from '@redress/contract/console/corrections';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, useField } from '../ui/text-field.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { Modal } from '../ui/modal.tsx';
import { useMoments } from '../ui/moments.ts';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { ProposedWarning } from './proposed-warning.tsx';
import { useRefresh } from './use-claim-updates.ts';
import { reviewQuery } from '../api/claim-look.ts';

interface AnswerProps {
  readonly claim: ClaimDetails;
  /** The name of the answer's row. */
  readonly name: string;
  /** The answer as filed. */
  readonly value: string;
}

/** An answer with the staff's corrections, newest first, and always the answer as filed. */
export function CorrectedAnswer({ claim, name, value }: AnswerProps) {
  const corrections = (claim.corrections ?? []).filter(({ field }) => field === name);
  const current = corrections.find(({ state }) => state === 'current');
  const earlier = corrections.filter(({ state }) => state !== 'current');
  const filed = <Value text={value} />;
  return (
    <>
      {current ? (
        <>
          <ins className="corrected-value">
            <Value text={current.value} />
          </ins>{' '}
          <span className="tag tag-warn">Corrected</span>
          <span className="corrected-filed">As filed: {filed}</span>
          <Origin correction={current} claim={claim} />
        </>
      ) : (
        filed
      )}
      {earlier.length > 0 && (
        <details className="corrected-earlier">
          <summary>Earlier corrections ({earlier.length})</summary>
          <ul className="entries">
            {earlier.toReversed().map((correction) => (
              <li key={correction.id}>
                <Value text={correction.value} /> <Origin correction={correction} claim={claim} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const Value = ({ text }: { readonly text: string }) =>
  text === '' ? (
    <span className="soft">No answer</span>
  ) : (
    <bdi>
      <Breakable text={text} />
    </bdi>
  );

/** The author, time and source of a correction, and of its withdrawal. */
function Origin({ correction, claim }: { readonly correction: Correction; readonly claim: ClaimDetails }) {
  const { formatMoment } = useMoments();
  const { author, at, source, documentId, note, withdrawal, state } = correction;
  const document = claim.documents.find(({ id }) => id === documentId);
  const evidence = [document?.name, note === '' ? null : note].filter((each) => typeof each === 'string');
  return (
    <span className="corrected-origin">
      {[
        `${author}, ${formatMoment(at)}. ${[correctionSourceLabels[source], evidence.join(', ')].filter(Boolean).join(': ').replace(/\.?$/, '.')}`,
        state === 'replaced' && 'Replaced by a later correction.',
        withdrawal &&
          `Withdrawn by ${withdrawal.author}, ${formatMoment(withdrawal.at)}${withdrawal.reason === null ? '' : `: ${withdrawal.reason}`}.`,
      ]
        .filter(Boolean)
        .join(' ')}
    </span>
  );
}

/** The buttons beside an answer. */
export function CorrectionButtons(props: {
  readonly claim: ClaimDetails;
  readonly name: string;
  readonly label: string;
  readonly onCorrect: () => void;
}) {
  const { claim, name, label, onCorrect } = props;
  const [isWithdrawing, setWithdrawing] = useState(false);
  if (!claim.correctable?.some((each) => each.name === name)) return null;
  const current = claim.corrections?.find(({ field, state }) => field === name && state === 'current');
  return (
    <>
      <Button
        look="link"
        className="correct-button"
        aria-haspopup="dialog"
        aria-label={`Correct ${label}`}
        title="Correct …"
        onClick={onCorrect}
      >
        <svg className="screen-icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3.5 16.5 4.5 12.5 13.5 3.5 16.5 6.5 7.5 15.5zM11.5 5.5 14.5 8.5" />
        </svg>
      </Button>
      {current && (
        <Button
          look="link"
          aria-haspopup="dialog"
          aria-label={`Withdraw the correction of ${label}`}
          onClick={() => setWithdrawing(true)}
        >
          Withdraw
        </Button>
      )}
      {current && isWithdrawing && (
        <WithdrawDialog claim={claim} correction={current} onClose={() => setWithdrawing(false)} />
      )}
    </>
  );
}

function WithdrawDialog(props: {
  readonly claim: ClaimDetails;
  readonly correction: Correction;
  readonly onClose: () => void;
}) {
  const { claim, correction, onClose } = props;
  const reason = useField();
  const { errorOf, requestId, send, ...sending } = useSend();
  const refresh = useRefresh(claim.number, reviewQuery(claim.number));
  const withdraw = async () => {
    const isDone = await send(() =>
      callApi('POST /claims/:number/corrections/:id/withdrawal', {
        params: { number: claim.number, id: correction.id },
        headers: { 'if-match': `"${claim.version}"` },
        body: { id: requestId(), reason: reason.value },
      }),
    );
    if (isDone) onClose();
    await refresh();
  };
  return (
    <Modal
      title={`Withdraw the correction of “${correction.label}”`}
      description="The original answer applies again. The correction stays on record."
      onClose={onClose}
    >
      <ProposedWarning claim={claim} />
      <SendForm noValidate sending={sending} onSubmit={withdraw} button="Withdraw" busy="Withdrawing …" inDialog>
        <TextArea label="Why?" error={errorOf('reason')} maxLength={maxEvidenceLength} {...reason} />
      </SendForm>
    </Modal>
  );
}
