import type { FileResult, RefusalReason } from '@redress/contract/uploads';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem } from '@redress/forms/definition';
import type { ProblemCode } from '@redress/contract/problem';
import { ProblemError, retryWhenFull } from '../../platform/http/problem.ts';
import { diskFullMessage } from '../../platform/http/problem-messages.ts';
import { fileMessages, uploadProblems } from '../../claims/documents/upload-messages.ts';
import { fileTypes } from '../../claims/documents/file-name.ts';
import type { AcceptedUpload, RefusedUpload } from './receive-upload.ts';

/** Bytes of a claim's uploads, arriving ones included: two of the largest files and many others. */
export const maxClaimBytes = 5 * 1024 ** 3;
/** The reason why a claim cannot take an upload: the same bytes, or too many files or bytes. */
export type AddObstacle = 'duplicate' | 'too-many' | 'claim-full' | 'too-much-at-once';
type RefusedResult = Extract<FileResult, { stored: false }>;

/** The result of an inspected upload that a claim took or could not take. */
export function uploadResult(
  upload: AcceptedUpload,
  obstacle: AddObstacle | undefined,
  item: DocumentsItem,
  language: Language,
): FileResult {
  const { name, given_name: givenName, size, sha256, type } = upload;
  if (obstacle !== undefined && obstacle !== 'duplicate')
    return refusedResult({ name, reason: obstacle }, item, language);
  return {
    name,
    stored: true,
    size,
    sha256: sha256.toString('hex'),
    duplicate: obstacle !== undefined,
    ...(givenName !== null && { note: fileMessages[language].renamed(name, givenName, fileTypes[type].name) }),
  };
}

export function refusedResult(
  { name, reason, maxBytes }: RefusedUpload,
  item: DocumentsItem,
  language: Language,
): RefusedResult {
  return { name, stored: false, reason, message: refusalMessage(reason, item, language, maxBytes) };
}

const problemCodes: Readonly<Record<RefusalReason, ProblemCode>> = {
  'no-room': 'unavailable',
  'too-large': 'too-large',
  'too-many': 'too-large',
  'claim-full': 'too-large',
  'too-much-at-once': 'too-large',
  type: 'unsupported-type',
  macros: 'unsupported-type',
  'too-much-inside': 'unsupported-type',
  password: 'unsupported-type',
  damaged: 'unsupported-type',
  empty: 'no-documents',
  incomplete: 'no-documents',
};
const byImportance = [...new Set(Object.values(problemCodes))];

/** The problem of a request whose files were all refused. */
export function refusalProblem(results: readonly RefusedResult[]): ProblemError {
  const files = results.map(({ stored: _stored, ...file }) => file);
  const codes = new Set(files.map(({ reason }) => problemCodes[reason]));
  const code = byImportance.find((each) => codes.has(each)) ?? 'no-documents';
  const isFull = code === 'unavailable';
  const detail = isFull ? diskFullMessage : uploadProblems.noneStored;
  // A full disk was already logged with each file.
  const options = isFull ? { retryAfterSeconds: retryWhenFull, isExpected: true } : {};
  return new ProblemError(code, { ...(files.length > 0 && { detail }), files }, options);
}

/** Says why a file was refused, and what to do. `maxBytes` is the limit that the file exceeded. */
export function refusalMessage(
  reason: RefusalReason,
  item: DocumentsItem,
  language: Language,
  maxBytes: number = item.maxBytes,
): string {
  const message = fileMessages[language][reason];
  const limits = {
    megabytes: Math.floor(maxBytes / 1024 / 1024),
    types: item.types.map((type) => fileTypes[type].name).join(', '),
    files: item.maxFiles,
    gigabytes: maxClaimBytes / 1024 ** 3,
  };
  return typeof message === 'string' ? message : message(limits);
}
