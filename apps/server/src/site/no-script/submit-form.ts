import { filingStateAt } from '@redress/contract/claim-forms';
import { noScriptFields } from '@redress/contract/no-script-form';
import type { NoScriptForm, NoScriptNotice } from '@redress/contract/page-renderer';
import type { FieldError } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { findUnconfirmedStatements } from '@redress/forms/unconfirmed-statements';
import { fileClaimFromBrowser } from '../../claims/filing/file-claim.ts';
import { findClaimByKey, findKeptClaim } from '../../claims/filing/read-claim.ts';
import { shownLogin, type StoredLogin } from '../../platform/http/browser-cookies.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { logIn } from '../login/log-in.ts';
import { attachStagedUploads, listStagedUploads } from '../uploads/staged-uploads.ts';
import { type FormUploads, uploadErrors } from './form-uploads.ts';
import { type FormSubmission, loginFromFields, type ReadSubmission } from './read-form.ts';
import { type PageVisit, type RefusedStatus, refusalOf } from './rendered-responses.ts';
import { formatDay } from '@redress/contract/language';
import { problemStatus } from '@redress/contract/problem';
import { toProblemError } from '../../platform/http/problem.ts';
import { savedFormMessages } from '../saved-forms/saved-form-messages.ts';
import { openSavedForm, saveForm } from '../saved-forms/saved-forms.ts';

/** A submitted form leads to its completion page, or is rendered again. */
export type FormOutcome =
  | { readonly outcome: 'filed'; readonly claimNumber: string }
  | ({ readonly outcome: 'render'; readonly formKey: string; readonly form: NoScriptForm } & RefusedStatus);

/** A submitted form, with its request and the response to it. */
interface SubmittedForm extends Omit<PageVisit, 'page'> {
  readonly form: ClaimForm;
  readonly submission: ReadSubmission;
}

/**
 * Runs the pressed button's action on a form whose uploads are staged: files the claim or renders
 * the form again. Throws `ProblemError` over a rate limit, and database errors.
 */
export async function submitForm(submitted: SubmittedForm, uploads: FormUploads): Promise<FormOutcome> {
  const { context, request, reply, form, submission } = submitted;
  const { answers } = submission;
  const isClosed = filingStateAt(form, context.now()) === 'closed';
  const isOfSavedForm = submission.action.name === 'save-form' || submission.action.name === 'open-saved-form';
  if (isOfSavedForm && !isClosed) {
    const { status, retryAfterSeconds, ...shown } = await processSavedForm(submitted);
    const documents = await listStagedUploads(context.database, submission.formKey);
    const login = shownLoginOf(form, readLogin(submitted));
    const page = { errors: uploads.errors, documents, ...login, ...shown };
    return { outcome: 'render', status, retryAfterSeconds, formKey: submission.formKey, form: page };
  }
  const found = await findLogin(submitted);
  const login = found === 'not-found' ? undefined : found;
  const renderForm = async (
    status: number,
    errors: readonly FieldError[],
    more: Pick<NoScriptForm, 'notice' | 'conflict' | 'review' | 'unconfirmed'> = {},
    shownAnswers = answers,
  ): Promise<FormOutcome> => ({
    outcome: 'render',
    status,
    formKey: submission.formKey,
    form: {
      answers: shownAnswers,
      errors,
      documents: await listStagedUploads(context.database, submission.formKey),
      ...shownLoginOf(form, login),
      ...askedBefore(submission),
      ...more,
    },
  });
  if (found === 'not-found') return renderForm(401, uploads.errors, { notice: { name: 'login-not-found' } });
  const complete = async (claimNumber: string): Promise<FormOutcome> => {
    const refused = uploads.count > 0 ? await attachStagedUploads(context, submission.formKey) : [];
    // The claim is filed, but the claimant has to learn which uploads it lacks.
    const errors = [...uploads.errors, ...uploadErrors(form, refused)];
    return errors.length > 0 ? renderForm(422, errors) : { outcome: 'filed', claimNumber };
  };
  if (submission.action.name === 'keep-claim') {
    const kept = await findKeptClaim(context.database, submission.formKey);
    if (kept) return complete(kept.number);
  }
  if (submission.action.name === 'fill-in') {
    const { login: shown } = shownLoginOf(form, login);
    if (shown === null) return renderForm(401, uploads.errors, { notice: { name: 'login-required', again: false } });
    return renderForm(200, uploads.errors, {}, { ...answers, ...shown?.mailed });
  }
  if (submission.action.name !== 'submit' && submission.action.name !== 'file-another') {
    const review = submission.action.name === 'review' ? ({ review: true } as const) : {};
    return renderForm(isClosed ? 410 : uploads.errors.length > 0 ? 422 : 200, uploads.errors, review);
  }
  if (uploads.errors.length === 0 && (await leavesStatementOpen(submitted, login)))
    return renderForm(200, [], { unconfirmed: 'asking' });

  await enforceLimit(context, 'claim-address', request.ip);
  const claimRequest = {
    form,
    answers,
    documentsToFollow: uploads.count,
    captchaToken: undefined,
    suspectedMachine: submission.suspectedMachine,
    observations: {},
    errors: uploads.errors,
  };
  const filed = await fileClaimFromBrowser(context, request, reply, claimRequest, {
    login,
    idempotencyKey: submission.formKey,
    withoutScript: true,
  });
  switch (filed.outcome) {
    case 'filed':
    case 'filed-before':
      return complete(filed.claim.claimNumber);
    // Upload errors appear on the very next page, because later requests do not know them.
    case 'other-answers': {
      const { claimNumber, dateCreated } = filed.claim;
      return renderForm(409, uploads.errors, { conflict: { claimNumber, dateCreated } });
    }
    case 'login-required':
      return renderForm(401, uploads.errors, { notice: { name: 'login-required', again: false } });
    case 'closed':
      return renderForm(410, []);
    case 'invalid':
      return renderForm(422, filed.errors);
  }
}

/** Whether this form could be filed, but the claimant has yet to be asked about a statement. */
async function leavesStatementOpen(
  { context, form, submission }: SubmittedForm,
  login: StoredLogin | undefined,
): Promise<boolean> {
  if (submission.action.name !== 'submit' || askedBefore(submission).unconfirmed) return false;
  if (shownLoginOf(form, login).login === null || filingStateAt(form, context.now()) === 'closed') return false;
  const evaluation = evaluateForm(form, submission.answers, { mailed: login?.mailed });
  if (evaluation.errors.length > 0 || findUnconfirmedStatements(evaluation).length === 0) return false;
  return !(await findClaimByKey(context.database, submission.formKey));
}

/** The page remembers that it has asked. */
export function askedBefore({ fields }: FormSubmission): Pick<NoScriptForm, 'unconfirmed'> {
  return fields.has(noScriptFields.unconfirmed) ? { unconfirmed: 'asked' } : {};
}

/**
 * The login for a form that requires one: from the two IDs in the form, or else from the cookie,
 * whose lifetime starts again.
 */
async function findLogin(submitted: SubmittedForm): Promise<StoredLogin | 'not-found' | undefined> {
  const { context, request, reply, form, submission } = submitted;
  if (form.login === 'none') return undefined;
  const { noticeId, uniqueId } = loginFromFields(context.settlement.login, submission.fields);
  if (noticeId || uniqueId) {
    const member = await logIn(context, request, reply, { noticeId, uniqueId }, { way: 'no-script' });
    return member?.login ?? 'not-found';
  }
  const login = readLogin(submitted);
  if (login) context.cookies.writeLogin(reply, login, context.now());
  return login;
}

/** The browser's login, unless the form was returned to it for another one. */
export function readLogin({
  context,
  request,
  submission,
}: Pick<SubmittedForm, 'context' | 'request'> & { readonly submission: FormSubmission | undefined }):
  | StoredLogin
  | undefined {
  const login = context.cookies.readLogin(request, context.now());
  const loggedInAs = submission?.fields.get(noScriptFields.loggedInAs) ?? login?.noticeId;
  return login?.noticeId === loggedInAs ? login : undefined;
}

/** The login to show on a form that requires one. A login of another case does not count. */
export function shownLoginOf(form: ClaimForm, login: StoredLogin | undefined): Pick<NoScriptForm, 'login'> {
  if (form.login === 'none') return {};
  return { login: login?.caseId === form.caseId ? shownLogin(login) : null };
}

type SavedFormResult = RefusedStatus & Pick<NoScriptForm, 'answers'> & { readonly notice: NoScriptNotice };

/**
 * Saves the submitted answers and emails their link, or opens a saved form by its code. The page
 * comes back either way, with the reason if it failed.
 */
async function processSavedForm(submitted: SubmittedForm): Promise<SavedFormResult> {
  const { answers, action } = submitted.submission;
  try {
    return await (action.name === 'save-form' ? saveAnswers(submitted) : openSavedAnswers(submitted));
  } catch (error) {
    const problem = toProblemError(error);
    const { detail: text } = problem.extras;
    if (!text) return { answers, ...refusalOf(error, submitted.request) };
    const { code, retryAfterSeconds } = problem;
    return { answers, status: problemStatus[code], retryAfterSeconds, notice: { name: 'saved-form', ok: false, text } };
  }
}

async function saveAnswers({ context, request, form, submission }: SubmittedForm): Promise<SavedFormResult> {
  const { answers, fields } = submission;
  const typed = fields.get(noScriptFields.savedFormEmail) ?? '';
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

async function openSavedAnswers({ context, request, form, submission }: SubmittedForm): Promise<SavedFormResult> {
  const code = submission.fields.get(noScriptFields.savedFormCode) ?? '';
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
