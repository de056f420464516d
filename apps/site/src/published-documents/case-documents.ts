import type { PublishedDocument, PublishedFile } from '@redress/contract/published-documents';
import type { Language } from '@redress/contract/language';

/** A document as a page shows it. */
export interface OfferedDocument {
  readonly title: string;
  readonly language: Language;
  readonly href: string;
  readonly type: PublishedFile['type'];
  readonly bytes: number;
  readonly pages?: number;
}
/** Finds a document by its id; one that is not there fails the build. */
export type FindDocument = (id: string) => OfferedDocument;

/** Joins what the case says of its documents with the files that were made of them. */
export function listDocuments(
  documents: readonly Pick<PublishedDocument, 'id' | 'title' | 'language'>[],
  made: readonly PublishedFile[] | undefined,
): FindDocument {
  return (id) => {
    const document = documents.find((one) => one.id === id);
    if (!document) throw new Error(`A page offers the document "${id}": content/documents.ts has none of this id.`);
    const file = made?.find((one) => one.id === id);
    if (!file)
      throw new Error(`The document "${id}" has not been made: run "npm run documents" before the site is built.`);
    return {
      title: document.title,
      language: document.language,
      href: `/documents/${file.file}`,
      type: file.type,
      bytes: file.bytes,
      ...(file.pages === undefined ? {} : { pages: file.pages }),
    };
  };
}
