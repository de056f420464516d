import { filingStateAt } from '@redress/contract/claim-forms';
import type { CreatedClaim } from '@redress/contract/claims';
import { noScriptFields } from '@redress/contract/no-script-form';
import type { NoScriptForm } from '@redress/contract/page-renderer';
import type { Login } from '@redress/contract/session';
import type { FieldError } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inFormOrder } from '../claims/claim-request.ts';
import { fileClaimFromBrowser, type FilingResult } from '../claims/file-claim.ts';
import type { StoredLogin } from '../http/browser-cookies.ts';
import { ProblemError } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { logIn } from '../login/log-in.ts';
import type { RefusedUpload } from '../uploads/receive-upload.ts';
import { attachStagedUploads, listStagedUploads } from '../uploads/staged-uploads.ts';
import { findDocumentsItem } from '../uploads/authorize-upload.ts';
import { type FormUploads, uploadErrors } from './form-uploads.ts';
import { answersFromFields, type FormSubmission } from './read-form.ts';
import type { NoScriptContext, Refusal } from './rendered-responses.ts';

/** What follows a submitted form: its completion page, or its own page again. */
export type FormOutcome =
  | { readonly outcome: 'filed'; readonly claimNumber: string }
  | ({ readonly outcome: 'render'; readonly formKey: string; readonly form: NoScriptForm } & Omit<Refusal, 'notice'>);

type RenderForm = (
  status: number,
  errors: readonly FieldError[],
  more?: Pick<NoScriptForm, 'notice' | 'conflict'>,
) => Promise<FormOutcome>;

/**
 * Carries out the pressed button of a form whose uploads are staged: files the claim or renders the
 * form again. Throws `ProblemError` over a rate limit, and database errors.
 */
export async function submitForm(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ClaimForm,
  submission: FormSubmission,
  uploads: FormUploads,
): Promise<FormOutcome> {
  const { login, notFound } = await findLogin(context, request, reply, form, submission);
  const answers = answersFromFields(form, submission.fields, submission.action);
  const renderForm: RenderForm = async (status, errors, more = {}) => ({
    outcome: 'render',
    status,
    formKey: submission.formKey,
    form: {
      answers,
      errors,
      documents: await listStagedUploads(context.database, submission.formKey),
      ...(form.login === 'required' && { login: shownLogin(form, login) }),
      ...more,
    },
  });
  if (notFound) return renderForm(401, uploads.errors, { notice: { name: 'login-not-found' } });
  if (submission.action.name !== 'submit' && submission.action.name !== 'file-another') {
    const isClosed = filingStateAt(form, context.now()) === 'closed';
    return renderForm(isClosed ? 410 : uploads.errors.length > 0 ? 422 : 200, uploads.errors);
  }

  await enforceLimit(context, 'claim-address', request.ip);
  const claimRequest = {
    form,
    answers,
    documentsToFollow: uploads.count,
    captchaToken: undefined,
    suspectedMachine: submission.suspectedMachine,
    errors: uploads.errors,
  };
  const filed = await fileClaimFromBrowser(context, request, reply, claimRequest, {
    login,
    idempotencyKey: submission.formKey,
    withoutScript: true,
  });
  switch (filed.outcome) {
    case 'filed':
    case 'filed-before': {
      const refused = await attachToClaim(context, form, submission.formKey, filed.claim);
      // The claim is filed, but the claimant has to learn which uploads it lacks.
      const errors = [...uploads.errors, ...uploadErrors(form, refused)];
      if (errors.length > 0) return renderForm(422, errors);
      return { outcome: 'filed', claimNumber: filed.claim.claimNumber };
    }
    default:
      return renderUnfiled(form, filed, uploads, renderForm);
  }
}

type Unfiled = Exclude<FilingResult, { readonly outcome: 'filed' | 'filed-before' }>;

/** Upload errors appear on the very next page, because later requests do not know them. */
function renderUnfiled(
  form: ClaimForm,
  filed: Unfiled,
  uploads: FormUploads,
  renderForm: RenderForm,
): Promise<FormOutcome> {
  switch (filed.outcome) {
    case 'other-answers': {
      const { claimNumber, dateCreated } = filed.claim;
      return renderForm(409, uploads.errors, { conflict: { claimNumber, dateCreated } });
    }
    case 'login-required':
      return renderForm(401, uploads.errors, { notice: { name: 'login-required', again: false } });
    case 'closed':
      return renderForm(410, []);
    case 'too-many':
      throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: filed.retryAfterSeconds });
    case 'invalid':
      return renderForm(422, inFormOrder(form, filed.errors));
  }
}

/**
 * Attaches the staged uploads to the claim and returns the refused ones. If the server stops before
 * that, the same submission or maintenance attaches them later.
 */
async function attachToClaim(
  context: NoScriptContext,
  form: ClaimForm,
  formKey: string,
  { claimNumber }: CreatedClaim,
): Promise<RefusedUpload[]> {
  const item = findDocumentsItem(form);
  if (!item) return [];
  const claim = await context.database
    .selectFrom('claims')
    .select(['id', 'number'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  // A purged claim takes no uploads.
  return claim ? attachStagedUploads(context, claim, item, formKey) : [];
}

/**
 * The login for a form that requires one: from the two IDs in the form, or else from the cookie,
 * whose lifetime starts again.
 */
async function findLogin(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ClaimForm,
  { fields }: FormSubmission,
): Promise<{ readonly login?: StoredLogin; readonly notFound: boolean }> {
  if (form.login === 'none') return { notFound: false };
  const noticeId = fields.get(noScriptFields.login.noticeId) ?? '';
  const uniqueId = fields.get(noScriptFields.login.uniqueId) ?? '';
  if (noticeId !== '' || uniqueId !== '') {
    const member = await logIn(context, request, reply, { noticeId, uniqueId }, { way: 'no-script' });
    if (!member) return { notFound: true };
    const { caseId, maskedName: name } = member;
    return { login: { noticeId: member.noticeId, caseId, name }, notFound: false };
  }
  const now = context.now();
  const login = context.cookies.readLogin(request, now);
  if (!login) return { notFound: false };
  context.cookies.writeLogin(reply, login, now);
  return { login, notFound: false };
}

/** A login of another case does not count. */
function shownLogin(form: ClaimForm, login: StoredLogin | undefined): Login | null {
  return login && login.caseId === form.caseId ? { noticeId: login.noticeId, name: login.name } : null;
}
