import { type ApiFailure, type ApiResult, type FailureReason, failureReason, isTransient } from './api-client.ts';

/** The status and the choices of a claimant while a request waits for its next attempt. */
export interface RetryStatus {
  readonly reason: FailureReason;
  /** Time of the next attempt (ms since 1970). Undefined during an attempt and while offline. */
  readonly next?: number;
  retryNow(): void;
  stop(): void;
}

/** After this long the claimant decides. Time without a connection does not count. */
const maxRetryMs = 10 * 60_000;
/** Limits the server's `Retry-After`. */
const maxDelayMs = 5 * 60_000;

/**
 * Milliseconds until the next attempt: as the server requested, or doubling from 2 to 30 seconds.
 * Randomized, so that clients rejected together do not return together.
 */
export function retryDelayMs({ retryAfter = 0 }: Pick<ApiFailure, 'retryAfter'>, attempts: number): number {
  if (retryAfter > 0) return Math.min(retryAfter * 1_000, maxDelayMs) + Math.random() * 2_000;
  return Math.min(30_000, 2_000 * 2 ** attempts) * (0.5 + Math.random());
}

/**
 * Repeats `attempt` while it fails transiently, and reports the status between attempts.
 * Returns the last result when the claimant stops it or after `maxRetryMs`.
 */
export async function withRetries<T>(
  attempt: () => Promise<ApiResult<T>>,
  onStatus: (status: RetryStatus) => void,
): Promise<ApiResult<T>> {
  let waitedMs = 0;
  let isStopped = false;
  for (let attempts = 0; ; attempts += 1) {
    const result = await attempt();
    if (!isTransient(result) || isStopped || waitedMs > maxRetryMs) return result;
    const start = Date.now();
    const end = await waitForRetry(result, attempts, onStatus, () => (isStopped = true));
    if (end === 'stopped') return result;
    if (end === 'waited') waitedMs += Date.now() - start;
  }
}

function waitForRetry(
  failure: ApiFailure,
  attempts: number,
  onStatus: (status: RetryStatus) => void,
  stopAfterAttempt: () => void,
): Promise<'waited' | 'was-offline' | 'stopped'> {
  return new Promise((resolve) => {
    let isOver = false;
    const reason = failureReason(failure);
    const isOffline = reason === 'offline';
    const end = (how: 'waited' | 'was-offline' | 'stopped') => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', onOnline);
      // An attempt in progress is never aborted: it may succeed.
      if (how !== 'stopped') onStatus({ reason, retryNow: () => {}, stop: stopAfterAttempt });
      resolve(how);
    };
    // Retries at once only after a lost connection: a server that answered requested a time.
    const onOnline = () => {
      if (reason === 'lost' || isOffline) end('was-offline');
    };
    const delay = retryDelayMs(failure, attempts);
    const timer = isOffline ? undefined : setTimeout(() => end('waited'), delay);
    addEventListener('online', onOnline);
    onStatus({
      reason,
      ...(isOffline ? {} : { next: Date.now() + delay }),
      retryNow: () => end('waited'),
      stop: () => end('stopped'),
    });
  });
}
