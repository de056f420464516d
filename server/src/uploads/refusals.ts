import type { RefusalReason } from '@redress/contract/claims';
import type { DocumentsItem } from '@redress/forms/definition';

const typeNames: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  jpg: 'JPG',
  png: 'PNG',
  heic: 'HEIC',
  tif: 'TIF',
  docx: 'Word (docx)',
  xlsx: 'Excel (xlsx)',
  csv: 'CSV',
  txt: 'text (txt)',
};

/** Why a file was not kept, in words that say what to do. */
export function refusalMessage(reason: RefusalReason, item: DocumentsItem): string {
  switch (reason) {
    case 'empty':
      return 'This file is empty. Please choose another one.';
    case 'too-large':
      return `This file is larger than ${Math.floor(item.maxBytes / 1024 / 1024)} MB. Please make it smaller or send it by mail.`;
    case 'type':
      return `This type of file cannot be taken. Please use one of these: ${item.types.map((type) => typeNames[type] ?? type).join(', ')}.`;
    case 'too-many':
      return `A claim takes up to ${item.maxFiles} documents. Please send the others by mail.`;
    case 'incomplete':
      return 'This file did not arrive whole. Please send it again.';
  }
}
