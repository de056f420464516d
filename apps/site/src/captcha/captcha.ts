import type { Language } from '@redress/contract/language';
import type { Challenge, Solution } from 'altcha-lib/types';
import workerAddress from './captcha-worker.ts?worker&url';
import { type ApiResult, isTransient, request, unavailable } from '../browser/api-client.ts';
import { resolveWithin } from '../browser/resolve-within.ts';
import { isObject } from '../browser/read-responses.ts';
import { startWorker } from '../browser/start-worker.ts';

/** A solved challenge for the server, valid until `expires` (ms since 1970). */
export interface CaptchaToken {
  readonly token: string;
  readonly expires: number;
  readonly renew: () => Promise<ApiResult<CaptchaToken>>;
}

const english = 'The check needs a secure connection (https). Please open this page at its https address.';
const spanish = 'La revisión necesita una conexión segura (https). Abra esta página con su dirección https.';
const insecureMessages: Readonly<Record<Language, string>> = { en: english, es: spanish };

/** A token, or why this page gets none, if that is known. */
export async function passCaptcha(language: Language): Promise<CaptchaToken | string | undefined> {
  if (!globalThis.isSecureContext) return insecureMessages[language];
  const result = await solveCaptcha();
  return result.ok ? result.data : undefined;
}

/** Takes about a second. Fails if the connection, the server or the device fails. */
async function solveCaptcha(maxRetries = 3): Promise<ApiResult<CaptchaToken>> {
  const challenge = await fetchChallenge(maxRetries);
  if (!challenge.ok) return challenge;
  const token = await solveChallenge(challenge.data);
  if (token === undefined) return unavailable;
  // Expires a minute early, so that it stays valid in transit.
  const expires = ((challenge.data.parameters.expiresAt ?? 0) - 60) * 1000;
  // The caller retries.
  return { ok: true, data: { token, expires, renew: () => solveCaptcha(0) } };
}

async function fetchChallenge(maxRetries: number): Promise<ApiResult<Challenge>> {
  const result = await request('/api/captcha/challenge', {}, (body) => (isChallenge(body) ? body : undefined));
  if (maxRetries === 0 || !isTransient(result) || result.retryAfter === undefined) return result;
  const seconds = result.retryAfter + 2 * Math.random();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return fetchChallenge(maxRetries - 1);
}

export const isChallenge = (value: unknown): value is Challenge =>
  isObject(value) && isObject(value['parameters']) && typeof value['parameters']['nonce'] === 'string';

/**
 * Longer than a worker's own limit: its script may not arrive, and a phone may end it without an
 * error.
 */
const maxWorkMs = 100_000;

/** Solves a challenge in workers. Returns the token, or undefined if the device cannot. */
export async function solveChallenge(challenge: Challenge, workers = 1): Promise<string | undefined> {
  const started: Worker[] = [];
  const work = new Promise<string | undefined>((resolve) => {
    while (started.length < workers) started.push(startWorker(workerAddress));
    // Each worker searches a separate range, so one failure leaves the challenge unsolved.
    for (const [first, worker] of started.entries()) {
      worker.onmessage = ({ data: solution }: MessageEvent<Solution | { error: unknown } | null>) =>
        resolve(solution && 'counter' in solution ? btoa(JSON.stringify({ challenge, solution })) : undefined);
      worker.onerror = () => resolve(undefined);
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
  const token = await resolveWithin(work, maxWorkMs);
  for (const worker of started) worker.terminate();
  return token;
}
