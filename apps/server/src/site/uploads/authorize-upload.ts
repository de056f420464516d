import type { FastifyRequest } from 'fastify';
import type { ClaimForm, DocumentsItem, Form } from '@redress/forms/definition';
import type { SiteContext } from '../context.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { uploadProblems } from '../../claims/documents/upload-messages.ts';

/** The item of a form that asks for documents. */
export function findDocumentsItem(form: Form | undefined): DocumentsItem | undefined {
  return form?.sections.flatMap((section) => section.items).find((item) => item.kind === 'documents');
}

/** The documents item of the form version that a claim was filed with. */
export function findClaimDocumentsItem(
  forms: readonly ClaimForm[],
  claim: { readonly form_id: string; readonly form_version: number },
): DocumentsItem | undefined {
  return findDocumentsItem(forms.find(({ id, version }) => id === claim.form_id && version === claim.form_version));
}

/**
 * Counts a request to upload to a claim, and the bytes it will send, against the limits of its
 * address, and returns the claim and the documents item of its form.
 * @throws ProblemError
 */
export async function authorizeUpload(
  context: Pick<SiteContext, 'database' | 'keys' | 'limits' | 'now' | 'settlement'>,
  request: FastifyRequest,
  claimNumber: string,
  bytes: number,
) {
  await enforceLimit(context, 'documents-address', request.ip);
  const claim = await context.database
    .selectFrom('claims')
    .select(['id', 'number', 'form_id', 'form_version'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  const item = claim && findClaimDocumentsItem(context.settlement.claimForms, claim);
  if (!claim || !item) throw new ProblemError('not-your-claim');
  // An invalid Content-Length is refused elsewhere.
  const weight = Number.isFinite(bytes) ? Math.max(1, Math.ceil(bytes / 1024 ** 2)) : 1;
  const options = { weight, detail: uploadProblems.tooManyBytesToday };
  await enforceLimit(context, 'document-megabytes-address', request.ip, options);
  return { claim, item };
}
