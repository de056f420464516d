import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { topicLabels } from '@redress/contract/console/claim-labels';
import { dropCall, sendCall, undoId, useUnsavedCalls } from './unsaved-phone-calls.ts';

/** The claim's unsaved calls, which can still be undone. */
export function UnsavedPhoneCallList({ number, onUndo }: { readonly number: string; readonly onUndo: () => void }) {
  const calls = useUnsavedCalls().filter((call) => call.number === number && call.state !== 'failed');
  const undo = (id: string) => {
    dropCall(id);
    onUndo();
  };
  return (
    // Always rendered, so that screen readers announce its changes.
    <div role="status">
      {calls.map(({ id, topic, state }) => (
        <p key={id} className="unsent-call">
          Call logged: {topicLabels[topic]}.{' '}
          {state === 'waiting' && (
            <Button look="link" id={undoId(id)} onClick={() => undo(id)}>
              Undo
            </Button>
          )}
        </p>
      ))}
    </div>
  );
}

/** Shows unsaved calls on every other screen, too. */
export function FailedCalls() {
  const calls = useUnsavedCalls().filter(({ state }) => state === 'failed');
  return calls.map(({ id, number, topic, message }) => (
    <Failure key={id}>
      <p>{`The call about claim ${number} (${topicLabels[topic]}) wasn’t saved. ${message ?? ''}`}</p>
      <div className="actions">
        <Button onClick={() => sendCall(id)}>Try again</Button>
        <Button onClick={() => dropCall(id)}>Discard</Button>
      </div>
    </Failure>
  ));
}
