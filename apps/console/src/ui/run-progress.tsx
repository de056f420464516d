import type { QueryKey } from '@tanstack/react-query';
import { ApiError } from '../api/api-client.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { useSend } from './use-send.ts';

interface RunProgressProps {
  readonly label: string;
  /** Between 0 and 1. */
  readonly progress: number;
  /** Follows the percentage, for example `claims checked`. */
  readonly unit: string;
  readonly cancel: () => Promise<unknown>;
  /** The query that shows the run. */
  readonly changed: { readonly queryKey: QueryKey };
}

/** The progress of a run on the server, and a button that cancels it. */
export function RunProgress({ label, progress, unit, cancel, changed }: RunProgressProps) {
  const { isSending, failure, send } = useSend();
  const percent = Math.floor(progress * 100);
  const cancelRun = async () => {
    try {
      await cancel();
    } catch (error) {
      // The run has ended in the meantime, and the list shows the result.
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    }
  };
  return (
    <>
      <p className="row progress-row">
        <progress aria-label={`Progress of ${label}`} max={100} value={percent} />
        <span>
          {percent}% of {unit}
        </span>
        <Button disabled={isSending} onClick={() => send(cancelRun, changed)}>
          Cancel
        </Button>
      </p>
      <Failure error={failure} />
    </>
  );
}
