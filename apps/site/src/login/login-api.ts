import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { FieldError } from '@redress/forms/answers';
import { normalizeTyped } from '@redress/forms/normalize';
import type { ApiResult } from '../browser/api-client.ts';
import { offline, request } from '../browser/api-client.ts';
import { isObject, isText, readReceipt } from '../browser/read-responses.ts';
import type { ResponseReader } from '../browser/read-responses.ts';
import { storeUser } from '../browser/storage.ts';
import { textAnswer } from '../fields/form-store.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';

export type LoginOutcome =
  | { readonly name: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly name: 'not-found' }
  /** The login failed for the reason in `message`. */
  | { readonly name: 'notice'; readonly message: string }
  | { readonly name: 'logged-in'; readonly answer: CredentialsAnswer };

/**
 * Logs in with the form's two IDs if they are valid, and stores `authenticatedUser`. After many
 * failures the server requires a proof of work: `onProgress` gets the reason for the delay.
 */
export async function logIn(
  store: FormStore,
  messages: FormMessages,
  onProgress: (message: string) => void,
): Promise<LoginOutcome> {
  const errors = store.attemptSubmit();
  if (errors.length > 0) return { name: 'invalid', errors };
  const readId = (name: string) => normalizeTyped('code', textAnswer(store, name));
  const ids = { [noticeIdHeader]: readId('noticeId'), [uniqueIdHeader]: readId('uniqueId') };
  const sendWith = (headers: Readonly<Record<string, string>>) => sendCredentials({ ...ids, ...headers });
  const first = await sendWith({});
  const result =
    first.ok || first.code !== 'work-required'
      ? first
      : await import('./login-work.ts').then(
          ({ logInWithProofOfWork }) => logInWithProofOfWork(first, sendWith, messages.language, onProgress),
          () => offline,
        );
  if (result.ok === 'unsolved') return { name: 'notice', message: result.message };
  if (!result.ok) {
    const isLimited = result.code === 'too-many-requests' || result.code === 'work-required';
    const minutes = Math.ceil((result.retryAfter ?? 60) / 60);
    return { name: 'notice', message: isLimited ? messages.login.tooMany(minutes) : messages.login.offline };
  }
  if (!result.data) return { name: 'not-found' };
  storeUser(result.data);
  return { name: 'logged-in', answer: result.data };
}

/** Returns null if no class member has these IDs. */
function sendCredentials(headers: Readonly<Record<string, string>>): Promise<ApiResult<CredentialsAnswer | null>> {
  const options = { headers: { 'content-type': 'application/json', ...headers } };
  return request('/api/login/creds/', options, (body) => (body === undefined ? null : readCredentials(body)));
}

const readCredentials: ResponseReader<CredentialsAnswer> = (body) => {
  if (!isObject(body) || !isText(body['noticeId']) || !isText(body['name'])) return undefined;
  const claim = readReceipt(body['claim']);
  return { noticeId: body['noticeId'], name: body['name'], ...(claim ? { claim } : {}) };
};
