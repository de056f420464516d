import type { StagedUpload } from '@redress/contract/uploads';
import type { FieldError } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { createHash } from 'node:crypto';
import { findClaimByKey } from '../../claims/filing/read-claim.ts';
import type { RefusedUpload } from '../uploads/receive-upload.ts';
import {
  assignStagedUploads,
  listStagedUploads,
  moveStagedUploads,
  removeStagedUpload,
} from '../uploads/staged-uploads.ts';
import { findDocumentsItem } from '../uploads/authorize-upload.ts';
import { fileMessages } from '../../claims/documents/upload-messages.ts';
import { refusalMessage } from '../uploads/upload-results.ts';
import type { FormSubmission } from './read-form.ts';
import type { NoScriptContext } from './rendered-responses.ts';

export interface FormUploads {
  /** The form is filed under this key, and its uploads are staged under it. */
  readonly formKey: string;
  readonly count: number;
  /** The errors of uploads that were refused or have expired. */
  readonly errors: readonly FieldError[];
}

/**
 * Stages the uploads of a submission under its form's key. When the form files another claim, its
 * uploads move to that claim's key, except those that were staged for the first claim.
 */
export async function stageFormUploads(
  context: NoScriptContext,
  form: ClaimForm,
  submission: FormSubmission,
): Promise<FormUploads> {
  const item = findDocumentsItem(form);
  const { action, received } = submission;
  const formKey = action.name === 'file-another' ? keyOfAnotherClaim(submission.formKey) : submission.formKey;
  if (!item) return { formKey, count: 0, errors: [] };
  if (action.name === 'file-another') await moveStagedUploads(context.database, submission.formKey, formKey);
  const tooMany = received.length > 0 ? await assignStagedUploads(context, formKey, item, received) : [];
  if (action.name === 'remove-document') await removeStagedUpload(context, [formKey], action.id);
  const staged = await listStagedUploads(context.database, formKey);
  const expired = await findExpired(context, submission, formKey, staged);
  const errors = uploadErrors(form, [...submission.refused, ...tooMany], expired);
  return { formKey, count: staged.length, errors };
}

/** The key is derived from the first claim's, so that a second press does not file twice. */
function keyOfAnotherClaim(formKey: string): string {
  return createHash('sha256').update(`another ${formKey}`).digest('base64url');
}

/**
 * Uploads that the page listed and that are no longer staged, unless they were removed or filed.
 * Reads the claim after the uploads, because filing writes the claim before it attaches them.
 */
async function findExpired(
  context: NoScriptContext,
  { action, listed }: FormSubmission,
  formKey: string,
  staged: readonly StagedUpload[],
): Promise<StagedUpload[]> {
  const missing = uploadsNotIn(staged, listed).filter(
    ({ id }) => action.name !== 'remove-document' || action.id !== id,
  );
  if (missing.length === 0) return [];
  return (await findClaimByKey(context.database, formKey)) ? [] : missing;
}

/** Field errors for refused and expired uploads, in the form's language. Each names its file. */
export function uploadErrors(
  form: ClaimForm,
  refused: readonly RefusedUpload[],
  expired: readonly StagedUpload[] = [],
): FieldError[] {
  const item = findDocumentsItem(form);
  if (!item) return [];
  const language = form.language ?? 'en';
  const messages = [
    ...refused.map(({ name, reason }) => `${name}: ${refusalMessage(reason, item, language)}`),
    ...expired.map(({ name }) => fileMessages[language].expired(name)),
  ];
  return messages.map((message) => ({ field: item.name, rule: 'document', message }));
}

/** Uploads are the same by id, or by name and size if one was sent again. */
export function uploadsNotIn<Upload extends StagedUpload>(
  known: readonly StagedUpload[],
  uploads: readonly Upload[],
): Upload[] {
  return uploads.filter(
    ({ id, name, size }) => !known.some((other) => other.id === id || (other.name === name && other.size === size)),
  );
}
