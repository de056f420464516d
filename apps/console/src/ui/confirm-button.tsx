import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmButtonProps {
  /** The button and the question say what it does. */
  readonly label: string;
  readonly look?: 'danger';
  readonly disabled?: boolean;
  readonly question: string;
  /** Says what follows. */
  readonly effect: ReactNode;
  readonly onConfirm: () => unknown;
}

/** A button that asks before it acts. The question is closed by the time that a request fails. */
export function ConfirmButton({ label, question, effect, onConfirm, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    return onConfirm();
  };
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {`${label} …`}
      </Button>
      {isAsking && (
        <Modal isAlert title={question} description={effect} onClose={() => setAsking(false)}>
          <div className="actions">
            <Button look={button.look ?? 'main'} onClick={confirm}>
              {label}
            </Button>
            <Dialog.Close className="button">Cancel</Dialog.Close>
          </div>
        </Modal>
      )}
    </>
  );
}
