import type { Language } from '@redress/contract/language';
import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { FieldError } from '@redress/forms/answers';
import { normalizeTyped } from '@redress/forms/normalize';
import { type ApiFailure, offline, request } from '../browser/api-client.ts';
import { resolveWithin } from '../browser/resolve-within.ts';
import { readCredentials } from '../browser/read-responses.ts';
import { storeUser } from '../browser/storage.ts';
import { type FormStore, textAnswer } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';

export type LoginOutcome =
  | { readonly name: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly name: 'not-found' }
  | { readonly name: 'notice'; readonly message: string }
  | { readonly name: 'logged-in'; readonly answer: CredentialsAnswer };

/** Logs in with the form's two IDs. `onProgress` gets the reason for a delay. */
export async function logIn(
  store: FormStore,
  messages: FormMessages,
  onProgress: (message: string) => void,
): Promise<LoginOutcome> {
  const errors = store.attemptSubmit();
  if (errors.length > 0) return { name: 'invalid', errors };
  const readId = (name: string) => normalizeTyped('code', textAnswer(store, name));
  const ids = { [noticeIdHeader]: readId('noticeId'), [uniqueIdHeader]: readId('uniqueId') };
  const send = (work: Readonly<Record<string, string>>) =>
    request('/api/login/creds/', { headers: { 'content-type': 'application/json', ...ids, ...work } }, readCredentials);
  const first = await send({});
  const needsWork = !first.ok && first.code === 'work-required';
  const loaded = needsWork ? await resolveWithin(import('./login-work.ts')) : undefined;
  const worked = await loaded?.logInWithProofOfWork(first, send, messages.language, onProgress);
  const result = needsWork ? (worked ?? offline) : first;
  if (result.ok === 'unsolved') return { name: 'notice', message: result.message };
  if (!result.ok) {
    return { name: 'notice', message: await describeFailure(result, messages.language) };
  }
  if (!result.data) return { name: 'not-found' };
  storeUser(result.data);
  return { name: 'logged-in', answer: result.data };
}

async function describeFailure({ code, retryAfter }: ApiFailure, language: Language): Promise<string> {
  const { offline: noConnection } = loginMessages[language];
  if (code === 'offline') return noConnection;
  const loaded = await resolveWithin(import('../messages/login-failure-messages.ts'));
  if (!loaded) return noConnection;
  const messages = loaded.loginFailureMessages[language];
  if (code === 'too-many-requests' || code === 'work-required')
    return messages.tooMany(Math.ceil((retryAfter ?? 60) / 60));
  return code === 'overloaded' ? messages.busy : messages.failed;
}
