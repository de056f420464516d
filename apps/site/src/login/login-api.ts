import type { CredentialsAnswer } from '@redress/contract/session';
import { noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import type { FieldError } from '@redress/forms/answers';
import { normalizeTyped } from '@redress/forms/normalize';
import type { FormMessages } from '../messages/form-en.ts';
import type { Called } from '../browser/api-client.ts';
import { call, offline } from '../browser/api-client.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { Reader } from '../browser/read-responses.ts';
import { isObject, isText, readReceipt } from '../browser/read-responses.ts';
import { textAnswer } from '../fields/text-answer.ts';
import { storeUser } from '../browser/storage.ts';

/** What a try to log in came to. */
export type LoginOutcome =
  | { readonly name: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly name: 'not-found' }
  /** It came to nothing: for people, what happened and what to do. */
  | { readonly name: 'notice'; readonly text: string }
  | { readonly name: 'in'; readonly answer: CredentialsAnswer };

/**
 * Sends the two IDs if they keep their rules. Whoever is found is stored as `authenticatedUser`. After many failures the server asks for work, which is
 * done by itself; `say` is told why it takes longer.
 */
export async function tryLogin(
  store: FormStore,
  messages: FormMessages,
  say: (why: string) => void,
): Promise<LoginOutcome> {
  const errors = store.attempt();
  if (errors.length > 0) return { name: 'invalid', errors };
  const id = (name: string) => normalizeTyped('code', textAnswer(store, name));
  const ids = { noticeId: id('noticeId'), uniqueId: id('uniqueId') };
  const first = await logIn(ids);
  const called = first.ok || first.code !== 'work-required' ? first : await withWork(first);
  if (called.ok === 'not-done') return { name: 'notice', text: called.text };
  if (!called.ok) {
    const isLimited = called.code === 'too-many-requests' || called.code === 'work-required';
    return {
      name: 'notice',
      text: isLimited ? messages.login.tooMany(Math.ceil((called.retryAfter ?? 60) / 60)) : messages.login.offline,
    };
  }
  if (!called.answer) return { name: 'not-found' };
  storeUser(called.answer);
  return { name: 'in', answer: called.answer };

  /** Hardly anybody needs it: it is loaded when it is asked for. */
  function withWork(refused: typeof first) {
    return import('./login-work.ts').then(
      ({ logInWithWork }) => logInWithWork(refused, (headers) => logIn(ids, headers), messages.language, say),
      () => offline,
    );
  }
}

/** `null` when no notice has this pair of IDs. */
function logIn(
  ids: { noticeId: string; uniqueId: string },
  more?: Readonly<Record<string, string>>,
): Promise<Called<CredentialsAnswer | null>> {
  const headers = {
    'content-type': 'application/json',
    [uniqueIdHeader]: ids.uniqueId,
    [noticeIdHeader]: ids.noticeId,
    ...more,
  };
  return call('/api/login/creds/', { headers }, (body) => (body === undefined ? null : readCredentials(body)));
}

const readCredentials: Reader<CredentialsAnswer> = (body) => {
  if (!isObject(body) || !isText(body['noticeId']) || !isText(body['name'])) return undefined;
  const claim = readReceipt(body['claim']);
  return { noticeId: body['noticeId'], name: body['name'], ...(claim ? { claim } : {}) };
};
