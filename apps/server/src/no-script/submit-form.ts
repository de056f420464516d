import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CreatedClaim } from '@redress/contract/claims';
import { filingStateAt } from '@redress/contract/claim-forms';
import { noScriptFields } from '@redress/contract/no-script-form';
import type { NoScriptForm, NoScriptNotice } from '@redress/contract/page-renderer';
import type { Login } from '@redress/contract/session';
import type { ClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/answers';
import type { FilingResult } from '../claims/file-claim.ts';
import { fileClaimOfBrowser } from '../claims/file-claim.ts';
import { attachStagedUploads, listStagedUploads } from '../uploads/staged-uploads.ts';
import { findDocumentsItem } from '../uploads/upload-limits.ts';
import type { RefusedUpload } from '../uploads/receive-upload.ts';
import type { StoredLogin } from '../http/browser-cookies.ts';
import { logIn } from '../login/log-in.ts';
import { ProblemError } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { documentErrors, inDocumentOrder } from './document-errors.ts';
import type { FormOutcome } from './form-page.ts';
import type { FormPost } from './form-post.ts';
import type { KeptWithForm } from './keep-documents.ts';
import { postedAnswers } from './answers-from-fields.ts';
import type { NoScriptContext } from './no-script-context.ts';

/**
 * Does what the pressed button says, once the documents of the form are kept. Throws `ProblemError` when a limit is passed, and what the
 * database throws.
 */
export async function carryOut(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ClaimForm,
  post: FormPost,
  documents: KeptWithForm,
): Promise<FormOutcome> {
  const { login, notFound } = await findLogin(context, request, reply, form, post);
  const again = render(context, form, post, login);
  if (notFound) return again(401, documents.errors, { notice: { name: 'login-not-found' } });
  if (post.action.name !== 'submit' && post.action.name !== 'file-another') {
    const isClosed = filingStateAt(form, context.now()) === 'closed';
    return again(isClosed ? 410 : documents.errors.length > 0 ? 422 : 200, documents.errors);
  }

  await enforceLimit(context, 'claim-address', request.ip);
  const claimRequest = {
    form,
    answers: postedAnswers(form, post.fields, post.action),
    documentsToFollow: documents.count,
    captchaToken: undefined,
    suspectedMachine: post.suspectedMachine,
    errors: documents.errors,
  };
  const filed = await fileClaimOfBrowser(context, request, reply, claimRequest, {
    login,
    idempotencyKey: post.formKey,
    withoutScript: true,
  });
  switch (filed.outcome) {
    case 'filed':
    case 'filed-before': {
      const left = await attachToClaim(context, form, post.formKey, filed.claim);
      // The claim is safe, but a document that its sender believes to be with it is not.
      const errors = [...documents.errors, ...documentErrors(form, left)];
      if (errors.length > 0) return again(422, errors);
      return { outcome: 'filed', claimNumber: filed.claim.claimNumber };
    }
    default:
      return renderUnfiled(form, filed, documents, again);
  }
}

type Unfiled = Exclude<FilingResult, { readonly outcome: 'filed' | 'filed-before' }>;

/** What is to be said of documents is said by whatever page comes next: the one after it would know nothing of them. */
function renderUnfiled(
  form: ClaimForm,
  filed: Unfiled,
  documents: KeptWithForm,
  again: ReturnType<typeof render>,
): Promise<FormOutcome> {
  switch (filed.outcome) {
    case 'other-answers': {
      const { claimNumber, dateCreated } = filed.claim;
      return again(409, documents.errors, { conflict: { claimNumber, dateCreated } });
    }
    case 'login-required':
      return again(401, documents.errors, { notice: { name: 'login-required', again: false } });
    case 'closed':
      return again(410, []);
    case 'too-many':
      throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: filed.retryAfterSeconds });
    case 'invalid':
      return again(422, inDocumentOrder(form, filed.errors));
  }
}

/**
 * Makes the waiting documents the claim's, and gives those for which it has no room. Should the server stop before it is done, sending again
 * or maintenance does it.
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
  // A purged one takes nothing.
  return claim ? attachStagedUploads(context, claim, item, formKey) : [];
}

/**
 * Who is logged in, for a form that asks for it: by the two IDs when they came with the form, or else by the cookie, which counts two hours
 * more from now.
 */
async function findLogin(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ClaimForm,
  post: FormPost,
): Promise<{ readonly login?: StoredLogin; readonly notFound: boolean }> {
  if (form.login === 'none') return { notFound: false };
  const noticeId = post.fields.get(noScriptFields.login.noticeId) ?? '';
  const uniqueId = post.fields.get(noScriptFields.login.uniqueId) ?? '';
  if (noticeId !== '' || uniqueId !== '') {
    const member = await logIn(context, request, reply, { noticeId, uniqueId }, { way: 'posted' });
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

/** The page again, with what was typed. */
function render(context: NoScriptContext, form: ClaimForm, post: FormPost, login: StoredLogin | undefined) {
  return async (
    status: number,
    errors: readonly FieldError[],
    beside: { readonly notice?: NoScriptNotice } & Pick<NoScriptForm, 'conflict'> = {},
  ): Promise<FormOutcome> => ({
    outcome: 'rendered',
    status,
    formKey: post.formKey,
    posted: {
      answers: postedAnswers(form, post.fields, post.action),
      errors,
      documents: await listStagedUploads(context.database, post.formKey),
      ...(form.login === 'required' && { login: loginOf(form, login) }),
      ...beside,
    },
  });
}

/** What a page shows of a login; one of another case is none. */
function loginOf(form: ClaimForm, login: StoredLogin | undefined): Login | null {
  return login && login.caseId === form.caseId ? { noticeId: login.noticeId, name: login.name } : null;
}
