import type { Challenge, Solution } from 'altcha-lib/types';
import workerAddress from './captcha-worker.ts?worker&url';
import { isObject } from '../browser/read-responses.ts';
import { startWorker } from '../browser/start-worker.ts';

/** A solved challenge for the server, valid until `expires` (ms since 1970). */
export interface CaptchaToken {
  readonly token: string;
  readonly expires: number;
  /** Solves another challenge. */
  readonly renew: () => Promise<CaptchaToken | undefined>;
}

/**
 * Solves a challenge in a worker, in about a second. Retries up to `maxRetries` times if the server
 * is busy. Returns undefined if the connection or the device fails.
 */
export async function solveCaptcha(maxRetries = 3): Promise<CaptchaToken | undefined> {
  const challenge = await fetchChallenge(maxRetries);
  if (!challenge) return undefined;
  const solution = await solveChallenge(challenge);
  if (!solution) return undefined;
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    // A minute early, so that it does not expire in transit.
    expires: ((challenge.parameters.expiresAt ?? 0) - 60) * 1000,
    // The caller retries.
    renew: () => solveCaptcha(0),
  };
}

async function fetchChallenge(maxRetries: number): Promise<Challenge | undefined> {
  try {
    const response = await fetch('/api/captcha/challenge', { cache: 'no-store' });
    if (response.status === 503 && maxRetries > 0) {
      const seconds = Number(response.headers.get('retry-after')) + 2 * Math.random();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return await fetchChallenge(maxRetries - 1);
    }
    const challenge: unknown = response.ok ? await response.json() : undefined;
    return isChallenge(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export const isChallenge = (value: unknown): value is Challenge =>
  isObject(value) && isObject(value['parameters']) && typeof value['parameters']['nonce'] === 'string';

/** Solves a challenge in one or more workers. Returns undefined if the device cannot. */
export function solveChallenge(challenge: Challenge, workers = 1): Promise<Solution | undefined> {
  return new Promise((resolve) => {
    const started = Array.from({ length: workers }, () => startWorker(workerAddress));
    const end = (solution: Solution | undefined) => {
      for (const worker of started) worker.terminate();
      resolve(solution);
    };
    // Each worker searches its own part, so one failure leaves the challenge unsolved.
    for (const [first, worker] of started.entries()) {
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
