import type { FileResult, RefusalReason } from '@redress/contract/uploads';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { fileMessages } from '../messages/upload-messages.ts';
import type { ReceivedUpload } from './receive-upload.ts';
import type { AddObstacle } from './add-upload-to-claim.ts';
import { maxClaimBytes } from './upload-limits.ts';

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

/** The result of adding a received upload to its claim. */
export function addedResult(
  upload: ReceivedUpload,
  obstacle: AddObstacle | undefined,
  item: DocumentsItem,
  language: Language,
): FileResult {
  const { name, given_name: givenName, size, sha256, type } = upload;
  if (obstacle !== undefined && obstacle !== 'duplicate') return refusedResult(name, obstacle, item, language);
  const result = {
    name,
    stored: true,
    size,
    sha256: sha256.toString('hex'),
    duplicate: obstacle !== undefined,
  } as const;
  if (givenName === null) return result;
  return { ...result, note: fileMessages[language].renamed(name, givenName, typeName(type, language)) };
}

export function refusedResult(
  name: string,
  reason: RefusalReason,
  item: DocumentsItem,
  language: Language,
  maxBytes?: number,
): FileResult {
  return { name, stored: false, reason, message: refusalMessage(reason, item, language, maxBytes) };
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
