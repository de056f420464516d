import { Dialog } from '@base-ui/react/dialog';
import { maxReasonLength, type RevealedTaxId } from '@redress/contract/console/claim';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { callApi } from '../api/api-client.ts';

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
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="link-button" aria-label={`Reveal the tax ID of ${label}`}>
        Reveal
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>Reveal a tax ID</Dialog.Title>
          <Dialog.Description>It shows for a minute. Your name, the time and the reason are logged.</Dialog.Description>
          <ReasonForm
            number={number}
            path={path}
            onRevealed={({ taxId, seconds }) => {
              setOpen(false);
              setRevealed({ taxId, until: Date.now() + seconds * 1_000 });
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ReasonForm(props: {
  readonly number: string;
  readonly path: string;
  readonly onRevealed: (revealed: RevealedTaxId) => void;
}) {
  const { number, path, onRevealed } = props;
  const [reason, setReason] = useState('');
  const id = useId();
  const reveal = useMutation({
    mutationFn: () =>
      callApi<RevealedTaxId>(`/claims/${number}/tax-ids/reveal`, { method: 'POST', body: { path, reason } }),
    onSuccess: onRevealed,
    // The value must not stay in the library's memory.
    gcTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reveal.mutate();
  };
  return (
    <form onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Why do you need it?</label>
        <p className="field-hint" id={`${id}-hint`}>
          Kept for good: no names, tax IDs or other personal data.
        </p>
        <input
          id={id}
          aria-describedby={`${id}-hint`}
          value={reason}
          maxLength={maxReasonLength}
          required
          pattern=".*\S.*"
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {reveal.error && (
        <p className="field-error" role="alert">
          {reveal.error.message}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="button button-main" disabled={reveal.isPending}>
          {reveal.isPending ? 'Revealing …' : 'Reveal'}
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
