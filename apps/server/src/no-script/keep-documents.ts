import type { StagedUpload } from '@redress/contract/page-renderer';
import type { ClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/answers';
import { findClaimByKey } from '../claims/find-claim.ts';
import { findDocumentsItem } from '../uploads/upload-limits.ts';
import {
  assignStagedUploads,
  listStagedUploads,
  moveStagedUploads,
  removeStagedUpload,
} from '../uploads/staged-uploads.ts';
import { keyOfAnother } from '../static-site/form-key.ts';
import { documentErrors, documentsNotAmong, goneErrors } from './document-errors.ts';
import type { FormPost } from './form-post.ts';
import type { NoScriptContext } from './no-script-context.ts';

export interface KeptWithForm {
  /** Under which the form is filed, and its documents wait. */
  readonly formKey: string;
  readonly count: number;
  /** Of documents that could not be taken, and of those that are gone. */
  readonly errors: readonly FieldError[];
}

/**
 * Puts what arrived under the form's key. The documents of a form that files another claim go on with that one; what waits since before the
 * first claim stays that claim's.
 */
export async function keepDocuments(context: NoScriptContext, form: ClaimForm, post: FormPost): Promise<KeptWithForm> {
  const item = findDocumentsItem(form);
  const { action } = post;
  const formKey = action.name === 'file-another' ? keyOfAnother(post.formKey) : post.formKey;
  if (!item) return { formKey, count: 0, errors: [] };
  if (action.name === 'file-another') await moveStagedUploads(context.database, post.formKey, formKey);
  const tooMany = post.arrived.length > 0 ? await assignStagedUploads(context, formKey, item, post.arrived) : [];
  if (action.name === 'remove-document') await removeStagedUpload(context, formKey, action.id);
  const kept = await listStagedUploads(context.database, formKey);
  const gone = await findGone(context, post, formKey, kept);
  const errors = [...documentErrors(form, [...post.refused, ...tooMany]), ...goneErrors(form, gone)];
  return { formKey, count: kept.length, errors };
}

/**
 * Which documents the page listed that wait no longer, though nobody removed them and no claim was filed with them. The claim is looked for
 * after the documents: it is there before it takes them.
 */
async function findGone(
  context: NoScriptContext,
  { action, listed }: FormPost,
  formKey: string,
  kept: readonly StagedUpload[],
): Promise<StagedUpload[]> {
  const missing = documentsNotAmong(listed, kept).filter(
    ({ id }) => action.name !== 'remove-document' || action.id !== id,
  );
  if (missing.length === 0) return [];
  return (await findClaimByKey(context.database, formKey)) ? [] : missing;
}
