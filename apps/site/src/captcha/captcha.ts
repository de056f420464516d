import type { Challenge, Solution } from 'altcha-lib/types';
import workerAddress from './captcha-worker.ts?worker&url';
import { isObject } from '../browser/read-responses.ts';
import { startWorker } from '../browser/start-worker.ts';

/** A solved challenge for the server, valid until `expires` (ms since 1970). */
export interface CaptchaToken {
  readonly token: string;
  readonly expires: number;
  readonly renew: () => Promise<CaptchaToken | undefined>;
}

/** Takes about a second. Returns undefined if the connection or the device fails. */
export async function solveCaptcha(maxRetries = 3): Promise<CaptchaToken | undefined> {
  const challenge = await fetchChallenge(maxRetries);
  if (!challenge) return undefined;
  const token = await solveChallenge(challenge);
  if (token === undefined) return undefined;
  return {
    token,
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

/** Solves a challenge in workers. Returns the token, or undefined if the device cannot. */
export function solveChallenge(challenge: Challenge, workers = 1): Promise<string | undefined> {
  return new Promise((resolve) => {
    const started = Array.from({ length: workers }, () => startWorker(workerAddress));
    const end = (token?: string) => {
      for (const worker of started) worker.terminate();
      resolve(token);
    };
    // Each worker searches its own part, so one failure leaves the challenge unsolved.
    for (const [first, worker] of started.entries()) {
      worker.onmessage = ({ data: solution }: MessageEvent<Solution | { error: unknown } | null>) =>
        end(solution && 'counter' in solution ? btoa(JSON.stringify({ challenge, solution })) : undefined);
      worker.onerror = () => end();
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
