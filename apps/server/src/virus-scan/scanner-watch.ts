import type { FastifyBaseLogger } from 'fastify';

/** Whether the scanner answers, asked no more than every few seconds. */
export interface ScannerWatch {
  /** Asks it when it was away the last time; otherwise it is taken to be there. */
  isThere(): Promise<boolean>;
  /** It was just found to be away. */
  isAway(): void;
}

const askAgainMilliseconds = 2_000;

/** So that documents are not tried one after the other while no scanner answers; that it is away, and is back, is logged once. */
export function scannerWatch(
  ping: () => Promise<void>,
  log: FastifyBaseLogger,
  pauseMilliseconds = askAgainMilliseconds,
): ScannerWatch {
  // Before the first answer nothing is known.
  let state: 'unknown' | 'there' | 'away' = 'unknown';
  let askAt = 0;
  const isAway = (error?: unknown) => {
    if (state !== 'away')
      log.warn(error === undefined ? {} : { err: error }, 'the virus scanner is away: documents wait for it');
    state = 'away';
    askAt = performance.now() + pauseMilliseconds;
  };
  return {
    async isThere() {
      if (state === 'there') return true;
      if (performance.now() < askAt) return false;
      askAt = performance.now() + pauseMilliseconds;
      try {
        await ping();
      } catch (error) {
        isAway(error);
        return false;
      }
      if (state === 'away') log.info('the virus scanner is back');
      state = 'there';
      return true;
    },
    isAway: () => isAway(),
  };
}
