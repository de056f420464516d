import { formatDay } from '@redress/contract/language';
import { noScriptFields } from '@redress/contract/no-script-form';
import type { NoScriptForm, NoScriptNotice } from '@redress/contract/page-renderer';
import { problemStatus } from '@redress/contract/problem';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import type { FastifyRequest } from 'fastify';
import { toProblemError } from '../../platform/http/problem.ts';
import { savedFormMessages } from '../saved-forms/saved-form-messages.ts';
import { openSavedForm, saveForm } from '../saved-forms/saved-forms.ts';
import type { FormSubmission } from './read-form.ts';
import { type NoScriptContext, type RefusedStatus, refusalOf } from './rendered-responses.ts';

type SavedFormResult = RefusedStatus & Pick<NoScriptForm, 'answers'> & { readonly notice: NoScriptNotice };

/**
 * Saves the submitted answers and emails their link, or opens a saved form by its code. The page
 * comes back either way, with the reason if it failed.
 */
export async function processSavedForm(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  { fields, action }: FormSubmission,
  answers: AnyAnswers,
): Promise<SavedFormResult> {
  try {
    return action.name === 'save-form'
      ? await save(context, request, form, answers, fields.get(noScriptFields.savedFormEmail))
      : await open(context, request, form, fields.get(noScriptFields.savedFormCode) ?? '');
  } catch (error) {
    const problem = toProblemError(error);
    const { detail: text } = problem.extras;
    if (!text) return { answers, ...refusalOf(error, request) };
    const { code, retryAfterSeconds } = problem;
    return { answers, status: problemStatus[code], retryAfterSeconds, notice: { name: 'saved-form', ok: false, text } };
  }
}

async function save(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  answers: AnyAnswers,
  typed = '',
): Promise<SavedFormResult> {
  const emails = form.sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'email' ? item.name : [])),
  );
  const own = emails.map((name) => answers[name]).find((answer) => typeof answer === 'string' && answer !== '');
  const email = typed.trim() === '' && typeof own === 'string' ? own : typed;
  const { lastDay } = await saveForm(context, request.ip, { form, answers, email });
  const text = {
    en: savedFormMessages.en.saved(formatDay(lastDay, 'en')),
    es: savedFormMessages.es.saved(formatDay(lastDay, 'es')),
  };
  return { status: 200, answers, notice: { name: 'saved-form', ok: true, text } };
}

async function open(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  code: string,
): Promise<SavedFormResult> {
  const language = form.language ?? 'en';
  const { answers, notTaken } = await openSavedForm(context, request.ip, { formId: form.id, code, language });
  const textIn = (messages: (typeof savedFormMessages)['en']) =>
    [messages.opened, messages.again, ...(notTaken.length > 0 ? [messages.notTaken(notTaken.join('; '))] : [])].join(
      ' ',
    );
  const text = { en: textIn(savedFormMessages.en), es: textIn(savedFormMessages.es) };
  // `openSavedForm` has read them as answers to this form.
  return { status: 200, answers, notice: { name: 'saved-form', ok: true, text } };
}
