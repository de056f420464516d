import { Dialog } from '@base-ui/react/dialog';
import { maxReasonLength, type RevealedTaxId } from '@redress/contract/console/claim-details';
import { type FormEvent, useEffect, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { useSend } from '../ui/use-send.ts';

interface Revealed {
  readonly taxId: string;
  /** By this clock, which also runs while the tab is in the background. */
  readonly until: number;
}

/** Reveals one tax ID after a reason was given, and masks it again after a minute. */
export function TaxIdReveal(props: { readonly number: string; readonly path: string; readonly label: string }) {
  const { number, path, label } = props;
  const [isOpen, setOpen] = useState(false);
  const [revealed, setRevealed] = useState<Revealed>();
  if (revealed) return <RevealedValue revealed={revealed} label={label} onHide={() => setRevealed(undefined)} />;
  return (
    <>
      <button
        type="button"
        className="link-button"
        aria-haspopup="dialog"
        aria-label={`Reveal the tax ID of ${label}`}
        onClick={() => setOpen(true)}
      >
        Reveal
      </button>
      {isOpen && (
        <Modal
          title="Reveal a tax ID"
          description="It shows for a minute. Your name, the time and the reason are logged."
          onClose={() => setOpen(false)}
        >
          <ReasonForm
            number={number}
            path={path}
            onRevealed={({ taxId, seconds }) => {
              setOpen(false);
              setRevealed({ taxId, until: Date.now() + seconds * 1_000 });
            }}
          />
        </Modal>
      )}
    </>
  );
}

function ReasonForm(props: {
  readonly number: string;
  readonly path: string;
  readonly onRevealed: (revealed: RevealedTaxId) => void;
}) {
  const { number, path, onRevealed } = props;
  const [reason, setReason] = useState('');
  const { isSending, failure, send } = useSend();
  const reveal = (event: FormEvent) => {
    event.preventDefault();
    void send(async () =>
      onRevealed(await callApi('POST /claims/:number/tax-ids/reveal', { params: { number }, body: { path, reason } })),
    );
  };
  return (
    <form onSubmit={reveal}>
      <Field label="Why do you need it?" hint="Kept for good: no names, tax IDs or other personal data.">
        {(control) => (
          <input
            {...control}
            value={reason}
            maxLength={maxReasonLength}
            required
            pattern=".*\S.*"
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Failure error={failure} />
      <div className="actions">
        <button type="submit" className="button button-main" disabled={isSending}>
          {isSending ? 'Revealing …' : 'Reveal'}
        </button>
        <Dialog.Close className="button">Cancel</Dialog.Close>
      </div>
    </form>
  );
}

function RevealedValue({
  revealed,
  label,
  onHide,
}: {
  readonly revealed: Revealed;
  readonly label: string;
  readonly onHide: () => void;
}) {
  const { until } = revealed;
  const [secondsLeft, setSecondsLeft] = useState(() => leftUntil(until));
  useEffect(() => {
    const check = () => setSecondsLeft(leftUntil(until));
    const timer = setInterval(check, 1_000);
    // Timers of hidden tabs are late, so the value must be gone before the tab shows again.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [until]);
  const isOver = secondsLeft <= 0;
  useEffect(() => {
    if (isOver) onHide();
  }, [isOver, onHide]);
  if (isOver) return null;
  return (
    <span className="tax-id">
      <strong className="figures" role="status">
        {revealed.taxId}
      </strong>{' '}
      <span className="soft">{secondsLeft} s</span>{' '}
      <button type="button" className="link-button" aria-label={`Hide the tax ID of ${label}`} onClick={onHide}>
        Hide
      </button>
    </span>
  );
}

const leftUntil = (until: number): number => Math.ceil((until - Date.now()) / 1_000);
