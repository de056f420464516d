import type { DocumentsItem } from '@redress/forms/definition';
import { megabytes } from '../filing/document-list.ts';
import type { Texts } from '../texts/en.ts';

/** What kinds of documents are taken, how many, and how large. */
export const rulesOf = (item: DocumentsItem, texts: Texts): string =>
  texts.documents.rules(
    item.types.map((type) => type.toUpperCase()).join(', '),
    item.maxFiles,
    megabytes(item.maxBytes),
  );
