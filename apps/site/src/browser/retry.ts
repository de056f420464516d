import type { Called, Refused } from './api-client.ts';

/** What a claimant is shown while nothing gets through, and what they can do. */
export interface Waiting {
  /** `busy`: the server asked to come again later. `lost`: no answer came. `offline`: the device says that it has no line. */
  readonly reason: 'busy' | 'lost' | 'offline';
  /** When it is tried again, in milliseconds since 1970; `undefined` while it is being tried, and while the device has no line. */
  readonly next?: number;
  tryNow(): void;
  stop(): void;
}

/** The device's line, as far as the browser knows it. */
export interface Line {
  isThere(): boolean;
  /** Calls back when it is there again. Gives what ends the listening. */
  onBack(listener: () => void): () => void;
}
export const browserLine: Line = {
  isThere: () => navigator.onLine,
  onBack(listener) {
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  },
};

/** How long it is tried by itself before the claimant is asked, without the time that the device had no line. */
const patienceMs = 10 * 60_000;
/** Nobody is kept waiting for longer at once, whatever the server says. */
const longestPauseMs = 5 * 60_000;

/** Whether trying again may help. */
const isPassing = (called: Called<unknown>): called is Refused =>
  !called.ok && (called.code === 'offline' || called.code === 'unavailable');

/**
 * Milliseconds until the next try: what the server asked for, or twice as long each time, from 2 s to half a minute. Spread at random, so that
 * those who were refused together do not come back together.
 */
export function pauseBefore({ retryAfter = 0 }: Pick<Refused, 'retryAfter'>, tries: number): number {
  if (retryAfter > 0) return Math.min(retryAfter * 1_000, longestPauseMs) + Math.random() * 2_000;
  return Math.min(30_000, 2_000 * 2 ** tries) * (0.5 + Math.random());
}

/**
 * Tries until there is an answer that trying again would not change, and tells in between what it waits for. Gives up when the claimant
 * stops it, or after some minutes; the last answer is given then.
 */
export async function keepTrying<T>(
  attempt: () => Promise<Called<T>>,
  show: (waiting: Waiting) => void,
  line: Line = browserLine,
): Promise<Called<T>> {
  let spent = 0;
  let isStopped = false;
  for (let tries = 0; ; tries += 1) {
    const called = await attempt();
    if (!isPassing(called) || isStopped || spent > patienceMs) return called;
    const begun = Date.now();
    const outcome = await wait(called, tries, show, line, () => (isStopped = true));
    if (outcome === 'stopped') return called;
    if (outcome === 'waited') spent += Date.now() - begun;
  }
}

function wait(
  refused: Refused,
  tries: number,
  show: (waiting: Waiting) => void,
  line: Line,
  stopAfterTry: () => void,
): Promise<'waited' | 'was-offline' | 'stopped'> {
  return new Promise((resolve) => {
    let isOver = false;
    const isOffline = !line.isThere();
    const reason = isOffline ? 'offline' : refused.code === 'unavailable' ? 'busy' : 'lost';
    const end = (outcome: 'waited' | 'was-offline' | 'stopped') => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      stopListening();
      if (outcome !== 'stopped') show(trying);
      resolve(outcome);
    };
    const pause = pauseBefore(refused, tries);
    const timer = isOffline ? undefined : setTimeout(() => end('waited'), pause);
    // With the line back at once; a busy server keeps the time that it asked for.
    const stopListening = line.onBack(() => {
      if (reason !== 'busy') end('was-offline');
    });
    // What is on its way is waited for: it may be the one that gets through.
    const trying: Waiting = { reason, tryNow: () => {}, stop: stopAfterTry };
    show({
      reason,
      ...(isOffline ? {} : { next: Date.now() + pause }),
      tryNow: () => end('waited'),
      stop: () => end('stopped'),
    });
  });
}
