import { loginWorkHeader } from '@redress/contract/http-headers';
import type { Language } from '@redress/contract/language';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { ApiResult } from '../browser/api-client.ts';
import { isChallenge, solveChallenge } from '../captcha/captcha.ts';
import { loginWorkMessages } from '../messages/login-work-messages.ts';

/** More workers do not speed up a phone; they heat it and use memory. */
const maxWorkers = 4;
/** The server raises the difficulty by up to four levels while other logins fail. */
const maxChallenges = 4;

type LoginResult = ApiResult<CredentialsAnswer | null>;

/** Solves the proof of work that the server requires after many failures, and logs in with it. */
export async function logInWithProofOfWork(
  required: LoginResult,
  logIn: (headers: Readonly<Record<string, string>>) => Promise<LoginResult>,
  language: Language,
  onProgress: (message: string) => void,
): Promise<LoginResult | { readonly ok: 'unsolved'; readonly message: string }> {
  const messages = loginWorkMessages[language];
  onProgress(messages.working);
  let result = required;
  for (let solved = 0; !result.ok && result.code === 'work-required' && solved < maxChallenges; solved += 1) {
    const work = await solve(result.challenge);
    if (work === undefined) return { ok: 'unsolved', message: messages.failed };
    result = await logIn({ [loginWorkHeader]: work });
  }
  return result;
}

async function solve(challenge: unknown): Promise<string | undefined> {
  if (!isChallenge(challenge) || !globalThis.isSecureContext) return undefined;
  // Browsers that hide the number of cores have at least two.
  const workers = Math.min(maxWorkers, Math.max(1, navigator.hardwareConcurrency || 2));
  return solveChallenge(challenge, workers);
}
