import type { Language } from '@redress/contract/language';
import type { CredentialsAnswer } from '@redress/contract/session';
import { loginWorkHeader } from '@redress/contract/http-headers';
import type { Called } from '../browser/api-client.ts';
import { isChallenge, solveChallenge } from '../captcha/captcha.ts';
import { loginWorkMessages } from '../messages/login-work-messages.ts';

/** More share the memory and the heat of a phone without being faster. */
const mostWorkers = 4;
/** Strangers may fail while the work is done, so that more is asked for; but there are only four levels of it. */
const mostAsked = 4;

type LoginCall = Called<CredentialsAnswer | null>;
/** For people: why the work was not done, and what to do. */
interface NotDone {
  readonly ok: 'not-done';
  readonly text: string;
}

/**
 * Does the work that a login was asked for, beside the page, and sends it. `send` logs in with more headers; `say` is told why it takes longer.
 */
export async function logInWithWork(
  first: LoginCall,
  send: (headers: Readonly<Record<string, string>>) => Promise<LoginCall>,
  language: Language,
  say: (why: string) => void,
): Promise<LoginCall | NotDone> {
  const messages = loginWorkMessages[language];
  say(messages.working);
  let called = first;
  for (let asked = 0; !called.ok && called.code === 'work-required' && asked < mostAsked; asked += 1) {
    const work = await solve(called.challenge);
    if (work === undefined) return { ok: 'not-done', text: messages.failed };
    called = await send({ [loginWorkHeader]: work });
  }
  return called;
}

/** `undefined` when the device cannot. */
async function solve(challenge: unknown): Promise<string | undefined> {
  if (!isChallenge(challenge) || !globalThis.isSecureContext) return undefined;
  // Browsers that tell no number have two cores at least.
  const workers = Math.min(mostWorkers, Math.max(1, navigator.hardwareConcurrency || 2));
  // A browser that lets no worker start cannot either.
  const solution = await solveChallenge(challenge, workers).catch(() => undefined);
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
