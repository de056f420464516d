import type { FileResult, RefusalReason } from '@redress/contract/uploads';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import type { ProblemCode } from '@redress/contract/problem';
import { ProblemError } from '../http/problem.ts';
import type { LocalizedText } from '../messages/problem-messages.ts';
import { fileMessages, uploadProblems } from '../messages/upload-messages.ts';
import { extensionOf } from './file-name.ts';
import type { AcceptedUpload, RefusedUpload } from './receive-upload.ts';
import { diskFullRetrySeconds, maxBytesOf, maxClaimBytes } from './upload-limits.ts';

const typeNames: Readonly<Record<Exclude<FileType, 'txt'>, string>> = {
  pdf: 'PDF',
  jpg: 'JPG',
  png: 'PNG',
  heic: 'HEIC',
  tif: 'TIF',
  docx: 'Word (docx)',
  xlsx: 'Excel (xlsx)',
  csv: 'CSV',
};

/** Why a claim cannot take an upload: it has the same bytes, or too many files or bytes. */
export type AddObstacle = 'duplicate' | 'too-many' | 'claim-full';
/** Why an upload to a claim cannot begin. */
export type CreateRefusal =
  | Extract<RefusalReason, 'empty' | 'too-large' | 'too-many' | 'claim-full' | 'no-room'>
  /** The claim's unfinished uploads have too many bytes. */
  | 'too-much-at-once';
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
    ...(givenName !== null && { note: fileMessages[language].renamed(name, givenName, typeName(type, language)) }),
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
  type: 'unsupported-type',
  macros: 'unsupported-type',
  'too-much-inside': 'unsupported-type',
  empty: 'no-documents',
  incomplete: 'no-documents',
};
const byImportance = [...new Set(Object.values(problemCodes))];

/** The problem of a request whose files were all refused. */
export function refusalProblem(
  results: readonly RefusedResult[],
  detail: LocalizedText = uploadProblems.noneStored,
): ProblemError {
  const files = results.map(({ stored: _stored, ...file }) => file);
  const codes = new Set(files.map(({ reason }) => problemCodes[reason]));
  const code = byImportance.find((each) => codes.has(each)) ?? 'no-documents';
  const options = code === 'unavailable' ? { retryAfterSeconds: diskFullRetrySeconds } : {};
  return new ProblemError(code, { ...(files.length > 0 && { detail }), files }, options);
}

/** The problem of an upload that cannot begin. */
export function createProblem(
  name: string,
  reason: CreateRefusal,
  item: DocumentsItem,
  language: Language,
): ProblemError {
  if (reason === 'too-much-at-once') return new ProblemError('too-large', { detail: uploadProblems.tooMuchAtOnce });
  if (reason === 'no-room') {
    const options = { retryAfterSeconds: diskFullRetrySeconds };
    return new ProblemError('unavailable', { detail: uploadProblems.diskFull }, options);
  }
  const refused = { name, reason, maxBytes: maxBytesOf(item, extensionOf(name)) };
  const detail = { en: refusedResult(refused, item, 'en').message, es: refusedResult(refused, item, 'es').message };
  return refusalProblem([refusedResult(refused, item, language)], detail);
}

/** Why a file was refused, and what to do. `maxBytes` is its limit where it differs. */
export function refusalMessage(
  reason: RefusalReason,
  item: DocumentsItem,
  language: Language,
  maxBytes: number = item.maxBytes,
): string {
  const messages = fileMessages[language];
  switch (reason) {
    case 'empty':
      return messages.empty;
    case 'too-large':
      return messages.tooLarge(Math.floor(maxBytes / 1024 / 1024));
    case 'type': {
      const message = messages.type(item.types.map((type) => typeName(type, language)).join(', '));
      return item.dataFiles ? `${message} ${messages.password}` : message;
    }
    case 'too-many':
      return messages.tooMany(item.maxFiles);
    case 'incomplete':
      return messages.incomplete;
    case 'macros':
      return messages.macros;
    case 'too-much-inside':
      return messages.tooMuchInside;
    case 'claim-full':
      return messages.claimFull(maxClaimBytes / 1024 ** 3);
    case 'no-room':
      return messages.noSpace;
  }
}

function typeName(type: FileType, language: Language): string {
  return type === 'txt' ? fileMessages[language].text : typeNames[type];
}
