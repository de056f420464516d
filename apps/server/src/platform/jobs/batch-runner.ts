import { setTimeout as pause } from 'node:timers/promises';

/** A process with a higher event-loop utilization is busy. */
const busyUtilization = 0.85;
/** The pause after a batch while the process is busy, as a multiple of the batch's time. */
const busyPause = 60;

interface BatchSizes {
  readonly size: number;
  /** The size while the process is busy with requests. */
  readonly busySize: number;
  /** The pause after a batch while the process is not busy, as a multiple of the batch's time. */
  readonly idlePause: number;
}

/**
 * Runs one batch after another, with pauses, because filing goes first. Ends after
 * `maxMilliseconds`, or when a batch reports that nothing is left.
 */
export function createBatchRunner({ size, busySize, idlePause }: BatchSizes) {
  // The reading at the end of each batch starts the next measurement, which covers only other work.
  let last = performance.eventLoopUtilization();
  return async (runBatch: (limit: number) => Promise<boolean>, maxMilliseconds: number): Promise<void> => {
    const until = Date.now() + maxMilliseconds;
    for (;;) {
      const isBusy = performance.eventLoopUtilization(last).utilization > busyUtilization;
      const begun = performance.now();
      const isMore = await runBatch(isBusy ? busySize : size);
      const took = performance.now() - begun;
      last = performance.eventLoopUtilization();
      if (!isMore || Date.now() > until) return;
      await pause(Math.max(0, Math.min(took * (isBusy ? busyPause : idlePause), until - Date.now())));
    }
  };
}
