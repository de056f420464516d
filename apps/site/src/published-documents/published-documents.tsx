import { formatDay, type Language, localeOf } from '@redress/contract/language';
import type { ReactNode } from 'react';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { DocumentDate, PublishedDocument, PublishedFile } from '@redress/contract/published-documents';

export interface DocumentContext {
  /** The language of the page. */
  readonly language: Language;
  readonly documents: FindDocument;
}

/** Documents to download: each title is a link, followed by the kind and size of the file. */
export function Documents({ of, language, documents }: DocumentContext & { readonly of: readonly string[] }) {
  return (
    <ul className="documents">
      {of.map((id) => {
        const document = documents(id);
        return (
          <li key={id}>
            <a {...linkTo(document, language)} lang={foreign(document, language)}>
              {document.title}
            </a>{' '}
            <small>
              {document.date && <DatedBy {...document.date} language={language} />}
              {describeFile(document, language)}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

function DatedBy({ day, event, language }: DocumentDate & Pick<DocumentContext, 'language'>) {
  return (
    <>
      {layoutMessages(language).documentDate[event]} <time dateTime={day}>{formatDay(day, language)}</time> ·{' '}
    </>
  );
}

/**
 * A link to a document within text, followed by the file type, and by its size if it loads slowly.
 */
export function DocumentLink(props: DocumentContext & { readonly of: string; readonly children?: ReactNode }) {
  const { of, language, documents, children } = props;
  const document = documents(of);
  return (
    <>
      <a {...linkTo(document, language)} lang={children === undefined ? foreign(document, language) : undefined}>
        {children ?? document.title}
      </a>{' '}
      <small className="file-facts">({describeFile(document, language, document.bytes < fastBytes)})</small>
    </>
  );
}

const foreign = (document: OfferedDocument, language: Language): Language | undefined =>
  document.language === language ? undefined : document.language;

function linkTo(document: OfferedDocument, language: Language) {
  return { href: document.href, hrefLang: foreign(document, language) };
}

/** The size that takes half a minute at 64 kbit/s. */
const fastBytes = 250_000;

/**
 * `PDF, 210 kB, 8 pages`, and the language if it differs from the page’s. Lines break only between
 * these parts.
 */
function describeFile(document: OfferedDocument, language: Language, isShort = false): string {
  const messages = layoutMessages(language);
  return [
    document.type,
    ...(isShort ? [] : [formatSize(document.bytes, language)]),
    ...(isShort || document.pages === undefined ? [] : [messages.pages(document.pages)]),
    ...(document.language === language ? [] : [messages.inLanguage[document.language]]),
  ]
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(', ');
}

/** Uses units of 1,024, like phones and computers. */
function formatSize(bytes: number, language: Language): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`;
  return `${(kilobytes / 1024).toLocaleString(localeOf[language], { maximumFractionDigits: 1 })} MB`;
}

export interface OfferedDocument
  extends Pick<PublishedDocument, 'title' | 'language' | 'date'>, Pick<PublishedFile, 'type' | 'bytes' | 'pages'> {
  readonly href: string;
}
/** Finds a document by its id. A missing one fails the build. */
export type FindDocument = (id: string) => OfferedDocument;

/** Joins the settlement’s documents with the files generated from them. */
export function listDocuments(
  documents: readonly Pick<PublishedDocument, 'id' | 'title' | 'language' | 'date'>[],
  files: readonly PublishedFile[] | undefined,
): FindDocument {
  return (id) => {
    const document = documents.find((one) => one.id === id);
    if (!document) throw new Error(`A page offers the document "${id}": documents.ts has none of this id.`);
    const file = files?.find((one) => one.id === id);
    if (!file)
      throw new Error(`The document "${id}" has not been made: run "npm run documents" before the site is built.`);
    const { title, language, date } = document;
    return { ...file, title, language, ...(date && { date }), href: `/documents/${file.file}` };
  };
}
