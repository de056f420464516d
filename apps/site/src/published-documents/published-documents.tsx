import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';
import type { ReactNode } from 'react';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { FindDocument, OfferedDocument } from './case-documents.ts';

interface Context {
  /** Of the page. */
  readonly language: Language;
  readonly documents: FindDocument;
}

/** Documents to download, one a line: the title is the link, then what one gets. */
export function Documents({ of, language, documents }: Context & { readonly of: readonly string[] }) {
  return (
    <ul className="documents">
      {of.map((id) => {
        const document = documents(id);
        return (
          <li key={id}>
            <a {...linkTo(document, language)} lang={foreign(document, language)}>
              {document.title}
            </a>{' '}
            <small>{describeFile(document, language)}</small>
          </li>
        );
      })}
    </ul>
  );
}

/** A document amid words: they are the link, and what one gets follows in brackets. */
export function DocumentLink({
  of,
  language,
  documents,
  children,
}: Context & { readonly of: string; readonly children?: ReactNode }) {
  const document = documents(of);
  return (
    <>
      <a {...linkTo(document, language)} lang={children === undefined ? foreign(document, language) : undefined}>
        {children ?? document.title}
      </a>{' '}
      <small className="file-facts">({describeFile(document, language)})</small>
    </>
  );
}

const foreign = (document: OfferedDocument, language: Language): Language | undefined =>
  document.language === language ? undefined : document.language;

function linkTo(document: OfferedDocument, language: Language) {
  return { href: document.href, hrefLang: foreign(document, language) };
}

/** `PDF, 210 kB, 8 pages`; the language where it is not the page's. */
function describeFile(document: OfferedDocument, language: Language): string {
  const messages = layoutMessages(language);
  return [
    document.type,
    sizeOf(document.bytes, language),
    ...(document.pages === undefined ? [] : [messages.pages(document.pages)]),
    ...(document.language === language ? [] : [messages.inLanguage[document.language]]),
  ].join(', ');
}

/** By 1,024, as phones and computers show it. */
function sizeOf(bytes: number, language: Language): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`;
  return `${(kilobytes / 1024).toLocaleString(localeOf[language], { maximumFractionDigits: 1 })} MB`;
}
