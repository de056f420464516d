import { xsrfHeader } from '@redress/contract/http-headers';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { answersToSave } from '@redress/forms/saved-answers';
import { type ApiResult, request, withXsrfToken } from '../browser/api-client.ts';
import { isObject, isText } from '../browser/read-responses.ts';
import { readStored, removeStored, savedFormKey, writeStored } from '../browser/storage.ts';

export interface OpenedForm {
  readonly id: string;
  readonly savedAt: string;
  readonly formVersion: number;
  readonly answers: AnyAnswers;
  readonly notTaken: readonly string[];
}

const post = <T>(path: string, body: unknown, read: (body: unknown) => T | undefined): Promise<ApiResult<T>> =>
  withXsrfToken((token) => {
    const headers = { 'content-type': 'application/json', [xsrfHeader]: token };
    return request(path, { method: 'POST', headers, body: JSON.stringify(body) }, read);
  });

/** Saves the answers, in place of the form that this tab saved or opened before. */
export async function saveForm(form: ClaimForm, answers: AnyAnswers, email: string) {
  const replaces = readStored(savedFormKey(form.id));
  const body = {
    formId: form.id,
    formVersion: form.version,
    email,
    answers: answersToSave(form, answers),
    ...(isText(replaces) ? { replaces } : {}),
  };
  const result = await post('/api/saved-forms', body, (saved) => {
    if (!isObject(saved) || !isText(saved['id']) || !isText(saved['lastDay'])) return undefined;
    return { id: saved['id'], lastDay: saved['lastDay'] };
  });
  if (result.ok) writeStored(savedFormKey(form.id), result.data.id);
  return result;
}

export function openSavedForm(form: ClaimForm, code: string): Promise<ApiResult<OpenedForm>> {
  return post('/api/saved-forms/open', { formId: form.id, code }, (saved) => {
    if (!isObject(saved) || !isText(saved['id']) || !isText(saved['savedAt'])) return undefined;
    const { id, savedAt, notTaken } = saved;
    return {
      id,
      savedAt,
      formVersion: Number(saved['formVersion']),
      answers: answersToSave(form, saved['answers']),
      notTaken: Array.isArray(notTaken) ? notTaken.filter(isText) : [],
    };
  });
}

/** Milliseconds that a filed claim waits, because leaving the page may cancel the request. */
const maxWait = 2_000;

/**
 * Deletes the saved form of a filed claim, if this tab knows it. If that fails, the form expires.
 */
export async function deleteSavedForm(formId: string): Promise<void> {
  const id = readStored(savedFormKey(formId));
  if (!isText(id)) return;
  removeStored(savedFormKey(formId));
  const deleted = withXsrfToken((token) => {
    const options = { method: 'DELETE', headers: { [xsrfHeader]: token }, keepalive: true };
    return request(`/api/saved-forms/${encodeURIComponent(id)}`, options, () => true);
  });
  await Promise.race([deleted, new Promise((resolve) => setTimeout(resolve, maxWait))]);
}
