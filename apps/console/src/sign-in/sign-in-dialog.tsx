import { Dialog } from '@base-ui/react/dialog';
import type { SignedIn } from '@redress/contract/console/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { type SignInReason, whenSignInIsNeeded } from '../api/api-client.ts';
import { sessionQuery } from '../api/use-session.ts';
import { Modal } from '../ui/modal.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const loadForm = async () => (await import('./sign-in-form.tsx')).SignInForm;
const lazyForm = () => lazyPart(loadForm);
/** Well before a session can end: then the connection, or this version of the console, may be gone. */
const loadAfterMilliseconds = 20_000;

interface Question {
  readonly reason: SignInReason;
  readonly answers: readonly ((isSignedIn: boolean) => void)[];
  /** Loaded again for each question, because the connection may have failed. */
  readonly Form: ReturnType<typeof lazyForm>;
}

/** Asks for a sign-in over the screen, which keeps typed text. */
export function SignInDialog() {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    whenSignInIsNeeded(
      (reason) =>
        new Promise((answer) =>
          // Several requests of one screen can fail at once: one sign-in resolves them all.
          setQuestion((open) => ({
            reason: open?.reason ?? reason,
            answers: [...(open?.answers ?? []), answer],
            Form: open?.Form ?? lazyForm(),
          })),
        ),
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void loadForm().catch(() => undefined), loadAfterMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  const close = (isSignedIn: boolean) => {
    for (const answer of question?.answers ?? []) answer(isSignedIn);
    setQuestion(undefined);
  };
  const signedIn = ({ personId }: SignedIn) => {
    const before = queries.getQueryData<{ person: { id: string } }>(sessionQuery.queryKey);
    // A different person signed in, and the screen belongs to the earlier one.
    if (before && before.person.id !== personId) return location.assign('/console/');
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    close(true);
  };
  if (!question) return null;
  const { reason, Form } = question;
  const isFresh = reason === 'fresh';
  return (
    // The dialog opens with its form, which then has the focus.
    <Suspense fallback={null}>
      <Modal
        title={isFresh ? 'Confirm it’s you' : 'Sign in again'}
        description={
          isFresh
            ? 'Sign in again to continue. What you entered is kept.'
            : 'Your session ended. What you entered is kept.'
        }
        onClose={() => close(false)}
      >
        <Form onSignedIn={signedIn} />
        <div className="actions">
          <Dialog.Close className="button">Cancel</Dialog.Close>
        </div>
      </Modal>
    </Suspense>
  );
}
