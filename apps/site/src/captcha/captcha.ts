import type { Challenge, Solution } from 'altcha-lib/types';
import workerAddress from './captcha-worker.ts?worker&url';
import { isObject } from '../browser/read-responses.ts';
import { startWorker } from '../browser/start-worker.ts';

/** A solved challenge as the server takes it, and until when (milliseconds since 1970) it does. */
export interface CaptchaToken {
  readonly token: string;
  readonly expires: number;
  /** Solves another one in its place. */
  readonly renew: () => Promise<CaptchaToken | undefined>;
}

/**
 * Fetches a challenge and solves it beside the page, in about a second. A busy server is asked so many times more, when it says. `undefined`
 * when the line or the device does not allow it.
 */
export async function solveCaptcha(patience = 3): Promise<CaptchaToken | undefined> {
  const challenge = await fetchChallenge(patience);
  if (!challenge) return undefined;
  const solution = await solveChallenge(challenge);
  if (!solution) return undefined;
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    // A minute early, so that a token does not end on its way.
    expires: ((challenge.parameters.expiresAt ?? 0) - 60) * 1000,
    // Whoever asks for that tries again by itself.
    renew: () => solveCaptcha(0),
  };
}

async function fetchChallenge(patience: number): Promise<Challenge | undefined> {
  try {
    const response = await fetch('/api/captcha/challenge', { cache: 'no-store' });
    if (response.status === 503 && patience > 0) {
      const seconds = Number(response.headers.get('retry-after')) + 2 * Math.random();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return await fetchChallenge(patience - 1);
    }
    const challenge: unknown = response.ok ? await response.json() : undefined;
    return isChallenge(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export const isChallenge = (value: unknown): value is Challenge =>
  isObject(value) && isObject(value['parameters']) && typeof value['parameters']['nonce'] === 'string';

/** Solves a challenge beside the page, by several workers at once if it is a large one. `undefined` when the device does not allow it. */
export function solveChallenge(challenge: Challenge, workers = 1): Promise<Solution | undefined> {
  return new Promise((resolve) => {
    const all = Array.from({ length: workers }, () => startWorker(workerAddress));
    const end = (solution: Solution | undefined) => {
      for (const worker of all) worker.terminate();
      resolve(solution);
    };
    // None of them can find what another has: when one says that it cannot, the task is not solved.
    for (const [first, worker] of all.entries()) {
      worker.onmessage = (event: MessageEvent<Solution | { error: unknown } | null>) => {
        end(event.data && 'counter' in event.data ? event.data : undefined);
      };
      worker.onerror = () => end(undefined);
      worker.postMessage({
        type: 'work',
        challenge,
        counterMode: 'uint32',
        counterStart: first,
        counterStep: workers,
        timeout: 90_000,
      });
    }
  });
}
