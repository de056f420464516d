import { Dialog } from '@base-ui/react/dialog';
import type { StaffSession } from '@redress/contract/console/staff';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, requestSignIn } from '../api/api-client.ts';
import { noteActivity, watchActivity } from '../api/person-activity.ts';
import { sessionQuery, signOut, whenSignedOutElsewhere } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';

const warnSeconds = 120;
const askSeconds = { usual: 60, warned: 10 } as const;

/** Seconds until the next request to the server: when the warning is due, or the session ends. */
function pauseSeconds({ secondsLeft }: StaffSession): number {
  const [next, pause] =
    secondsLeft > warnSeconds ? [secondsLeft - warnSeconds, askSeconds.usual] : [secondsLeft + 1, askSeconds.warned];
  return Math.max(1, Math.min(next, pause));
}

const isEnd = (error: unknown) => error instanceof ApiError && error.code === 'sign-in-required';

/**
 * Warns before the session ends, and asks for a sign-in after it has ended. The server decides,
 * because another tab may use the session. The screen stays.
 */
export function SessionWarning() {
  const { data, error, refetch } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (state.data && !isEnd(state.error) ? pauseSeconds(state.data) * 1_000 : false),
  });
  const [isDismissed, setDismissed] = useState(false);
  const hasEnded = isEnd(error);
  const isNear = data !== undefined && !hasEnded && data.secondsLeft <= warnSeconds;
  useEffect(() => {
    if (!hasEnded) return;
    setDismissed(false);
    void requestSignIn('ended');
  }, [hasEnded]);
  useEffect(whenSignedOutElsewhere, []);
  // While the dialog is open, only its buttons count as activity.
  useEffect(() => (isNear ? undefined : watchActivity()), [isNear]);
  if (!data || !isNear || isDismissed) return null;
  const stay = () => {
    noteActivity();
    if (!data.isExtendable) setDismissed(true);
    void refetch();
  };
  const minutes = Math.max(1, Math.ceil(data.secondsLeft / 60));
  return (
    <Modal
      isAlert
      title={`You will be signed out in ${formatCounted(minutes, 'minute')}`}
      description={
        data.isExtendable
          ? 'You haven’t used the console for a while. What you typed stays on the screen while you sign in again.'
          : 'A session lasts at most ten hours. What you typed stays on the screen while you sign in again.'
      }
      onClose={stay}
    >
      <Failure error={error} />
      <div className="actions">
        <Dialog.Close className="button button-main">{data.isExtendable ? 'Stay signed in' : 'Continue'}</Dialog.Close>
        <Button onClick={signOut}>Sign out</Button>
      </div>
    </Modal>
  );
}
