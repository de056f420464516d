import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/manifest';
import type { MDXComponents } from 'mdx/types';
import type { ReactNode } from 'react';
import { PhoneLink } from '../layout/phone-link.tsx';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { FindDocument } from '../published-documents/case-documents.ts';
import { DataTable } from './data-table.tsx';
import { datedComponents } from './dated.tsx';
import { DocumentLink, Documents } from '../published-documents/published-documents.tsx';
import { LinkCards } from './link-cards.tsx';
import { Question, Questions } from './questions.tsx';
import type { When } from './text-module.ts';

interface NoteProps {
  readonly kind?: 'warn' | 'bad' | 'good';
  readonly children: ReactNode;
}
function Note({ kind, children }: NoteProps) {
  return <div className={kind ? `note ${kind}` : 'note'}>{children}</div>;
}

function MailAddress({ lines }: { readonly lines: readonly string[] }) {
  return (
    <address>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

function Columns({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="columns">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

interface StepProps {
  readonly letter: string;
  readonly title: string;
  readonly children: ReactNode;
}
function Step({ letter, title, children }: StepProps) {
  return (
    <li>
      <h3>
        <span className="letter">{letter}</span> {title}
      </h3>
      {children}
    </li>
  );
}
function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className="steps">{children}</ol>;
}

/** The page that prose stands on. */
export interface ProseContext {
  readonly site: SiteManifest;
  readonly language: Language;
  readonly when: When;
  readonly documents: FindDocument;
  /** On phones only, where the text places them. */
  readonly keyDates: ReactNode;
}

/** The components that prose in `content/pages` may use. It gets them passed in, because content imports nothing of the site. */
export function proseComponents({ site, language, when, documents, keyDates }: ProseContext): MDXComponents {
  return {
    Phone: () => <PhoneLink phone={site.phone} />,
    Note,
    MailAddress,
    Columns,
    Steps,
    Step,
    DataTable,
    LinkCards,
    KeyDates: () =>
      keyDates && (
        <aside className="dates-here" aria-label={layoutMessages(language).keyDates}>
          {keyDates}
        </aside>
      ),
    Questions,
    Question,
    Documents: ({ of }: { readonly of: readonly string[] }) => (
      <Documents of={of} language={language} documents={documents} />
    ),
    DocumentLink: ({ of, children }: { readonly of: string; readonly children?: ReactNode }) => (
      <DocumentLink of={of} language={language} documents={documents}>
        {children}
      </DocumentLink>
    ),
    ...datedComponents(when),
  };
}
