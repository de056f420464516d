import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { type SignInReason, whenSignInIsNeeded } from '../api/api-client.ts';

interface Question {
  readonly reason: SignInReason;
  readonly answer: (isSignedIn: boolean) => void;
}

/** Asks to sign in over the screen, which keeps what was typed. */
export function SignInDialog() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    whenSignInIsNeeded((reason) => new Promise((answer) => setQuestion({ reason, answer })));
  }, []);
  const close = (isSignedIn: boolean) => {
    question?.answer(isSignedIn);
    setQuestion(undefined);
  };
  return (
    <Dialog.Root open={question !== undefined} onOpenChange={() => close(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>{question?.reason === 'fresh' ? 'Confirm that it is you' : 'Sign in again'}</Dialog.Title>
          <Dialog.Close className="button">Cancel</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
