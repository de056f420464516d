import type { Challenge, Solution } from 'altcha-lib/types';
import { isObject } from './read-answers.ts';

/** A solved challenge as the server takes it, and until when (milliseconds since 1970) it does. */
export interface CaptchaToken {
  readonly token: string;
  readonly expires: number;
  /** Solves another one in its place. */
  readonly renew: () => Promise<CaptchaToken | undefined>;
}

/** Fetches a challenge and solves it beside the page, in about a second. `undefined` when the line or the device does not allow it. */
export async function solveCaptcha(): Promise<CaptchaToken | undefined> {
  const challenge = await fetchChallenge();
  if (!challenge) return undefined;
  const solution = await solve(challenge);
  if (!solution) return undefined;
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    // A minute early, so that a token does not end on its way.
    expires: ((challenge.parameters.expiresAt ?? 0) - 60) * 1000,
    renew: solveCaptcha,
  };
}

async function fetchChallenge(): Promise<Challenge | undefined> {
  try {
    const response = await fetch('/api/captcha/challenge', { cache: 'no-store' });
    const challenge: unknown = response.ok ? await response.json() : undefined;
    return isChallenge(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const isChallenge = (value: unknown): value is Challenge =>
  isObject(value) && isObject(value['parameters']) && typeof value['parameters']['nonce'] === 'string';

function solve(challenge: Challenge): Promise<Solution | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url));
    const end = (solution: Solution | undefined) => {
      worker.terminate();
      resolve(solution);
    };
    worker.onmessage = (event: MessageEvent<Solution | { error: unknown } | null>) => {
      end(event.data && 'counter' in event.data ? event.data : undefined);
    };
    worker.onerror = () => end(undefined);
    worker.postMessage({
      type: 'work',
      challenge,
      counterMode: 'uint32',
      counterStart: 0,
      counterStep: 1,
      timeout: 90_000,
    });
  });
}
