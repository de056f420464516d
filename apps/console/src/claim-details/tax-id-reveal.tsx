import { maxReasonLength, type RevealedTaxId } from '@redress/contract/console/claim-details';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextInput, useField } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';

interface Revealed {
  readonly taxId: string;
  /** Uses the wall clock, which also runs while the tab is in the background. */
  readonly until: number;
}

/** Reveals one tax ID after the person gives a reason, and masks it again after a minute. */
export function TaxIdReveal(props: { readonly number: string; readonly path: string; readonly label: string }) {
  const { number, path, label } = props;
  const [isOpen, setOpen] = useState(false);
  const [revealed, setRevealed] = useState<Revealed>();
  const opener = useRef<HTMLButtonElement>(null);
  if (revealed)
    return (
      <RevealedValue
        revealed={revealed}
        label={label}
        onHide={() => setRevealed(undefined)}
        onLeave={() => opener.current?.focus()}
      />
    );
  return (
    <>
      <Button
        ref={opener}
        look="link"
        aria-haspopup="dialog"
        aria-label={`Reveal the tax ID of ${label}`}
        onClick={() => setOpen(true)}
      >
        Reveal
      </Button>
      {isOpen && (
        <Modal
          title="Reveal a tax ID"
          description="It is shown for one minute. Your name, the time, and the reason are logged."
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
  const reason = useField();
  const { send, ...sending } = useSend();
  const reveal = () => {
    void send(async () =>
      onRevealed(
        await callApi('POST /claims/:number/tax-ids/reveal', {
          params: { number },
          body: { path, reason: reason.value },
        }),
      ),
    );
  };
  return (
    <SendForm sending={sending} onSubmit={reveal} button="Reveal" busy="Revealing …" inDialog>
      <TextInput
        label="Why do you need it?"
        hint="This is permanent. Don’t include names, tax IDs, or other personal data."
        maxLength={maxReasonLength}
        required
        pattern=".*\S.*"
        autoComplete="off"
        {...reason}
      />
    </SendForm>
  );
}

interface RevealedValueProps {
  readonly revealed: Revealed;
  readonly label: string;
  readonly onHide: () => void;
  /** Is called after the value is hidden, if it or its button had the focus. */
  readonly onLeave: () => void;
}

function RevealedValue({ revealed, label, onHide, onLeave }: RevealedValueProps) {
  const { until } = revealed;
  const value = useRef<HTMLSpanElement>(null);
  const hide = useEffectEvent(onHide);
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    const { current } = value;
    // The button that opened the dialog is gone. Screen readers read the value with the focus.
    requestAnimationFrame(() => current?.querySelector('strong')?.focus());
    return () => {
      if (current?.contains(document.activeElement) === true) requestAnimationFrame(() => leave());
    };
  }, []);
  const [secondsLeft, setSecondsLeft] = useState(() => leftUntil(until));
  useEffect(() => {
    const check = () => {
      if (leftUntil(until) > 0) setSecondsLeft(leftUntil(until));
      else hide();
    };
    const timer = setInterval(check, 1_000);
    // Timers in hidden tabs are late, so the value must be gone before the tab shows again.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [until]);
  return (
    <span className="tax-id" ref={value}>
      <strong className="figures" tabIndex={-1}>
        {revealed.taxId}
      </strong>{' '}
      <span className="soft">{secondsLeft} s</span>{' '}
      <Button look="link" aria-label={`Hide the tax ID of ${label}`} onClick={onHide}>
        Hide
      </Button>
    </span>
  );
}

const leftUntil = (until: number): number => Math.ceil((until - Date.now()) / 1_000);
