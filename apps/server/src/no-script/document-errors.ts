import type { StagedUpload } from '@redress/contract/page-renderer';
import type { ClaimForm } from '@redress/forms/definition';
import type { FieldError } from '@redress/forms/answers';
import { findDocumentsItem } from '../uploads/upload-limits.ts';
import type { RefusedUpload } from '../uploads/receive-upload.ts';
import { expiredMessage, refusalMessage } from '../uploads/upload-results.ts';

/** What refused documents say under the form's documents, in its language: each with the name of its file. */
export function documentErrors(form: ClaimForm, refused: readonly RefusedUpload[]): FieldError[] {
  const item = findDocumentsItem(form);
  if (!item) return [];
  return refused.map(({ name, reason }) => ({
    field: item.name,
    rule: 'document',
    message: `${name}: ${refusalMessage(reason, item, form.language ?? 'en')}`,
  }));
}

/** What is said of documents that the page listed and that are gone by now. */
export function goneErrors(form: ClaimForm, gone: readonly StagedUpload[]): FieldError[] {
  const item = findDocumentsItem(form);
  if (!item) return [];
  return gone.map(({ name }) => ({
    field: item.name,
    rule: 'document',
    message: expiredMessage(name, form.language ?? 'en'),
  }));
}

/** Those that are not among others: by their id, or, sent once more, by their name and size. */
export function documentsNotAmong<Document extends StagedUpload>(
  documents: readonly Document[],
  others: readonly StagedUpload[],
): Document[] {
  return documents.filter(
    ({ id, name, size }) => !others.some((other) => other.id === id || (other.name === name && other.size === size)),
  );
}

/** Errors in the order in which their fields stand in the form, as they are listed and jumped to; others at the end. */
export function inDocumentOrder(form: ClaimForm, errors: readonly FieldError[]): FieldError[] {
  const names = form.sections.flatMap(({ items }) => items.flatMap((item) => ('name' in item ? item.name : [])));
  const placeOf = ({ field }: FieldError) => {
    const [name = ''] = field.split('.');
    return names.includes(name) ? names.indexOf(name) : names.length;
  };
  return errors.toSorted((a, b) => placeOf(a) - placeOf(b));
}
