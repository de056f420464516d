import type { Language } from '@redress/contract/language';
import type { EligibilityQuestion } from '@redress/contract/eligibility';
import type { SiteManifest } from '@redress/contract/settlement';
import type { ReactNode } from 'react';
import { PhoneLink } from '../layout/phone-link.tsx';
import { layoutMessages } from '../messages/layout-messages.ts';
import { DocumentLink, Documents, type FindDocument } from '../published-documents/published-documents.tsx';
import type { When } from '../dates/as-of.ts';
import { EligibilityCheck } from './eligibility-check.tsx';
import type { LinkCard, ProseComponents } from './prose-module.ts';

function Note({ kind, children }: { readonly kind?: 'warn' | 'bad' | 'good'; readonly children: ReactNode }) {
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

/** Facts about the page that components need. */
export interface ProseContext {
  readonly site: SiteManifest;
  readonly language: Language;
  readonly when: When;
  readonly documents: FindDocument;
  /** Shown only on phones, where the text places them. */
  readonly keyDates: ReactNode;
}

/** Prose shown `After` a day has ended, `Until` its end, or `From` its beginning. */
interface DatedProps {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly children: ReactNode;
}

/**
 * Components for the settlement’s `pages/`, which are passed in because content imports nothing
 * from the site.
 */
export function proseComponents({ site, language, when, documents, keyDates }: ProseContext): ProseComponents {
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
    EligibilityCheck: ({ check }: { readonly check: EligibilityQuestion }) => (
      <EligibilityCheck check={check} language={language} />
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
    After: ({ day, children }: DatedProps) => when.isAfter(day) && children,
    Until: ({ day, children }: DatedProps) => !when.isAfter(day) && children,
    From: ({ day, children }: DatedProps) => when.isFrom(day) && children,
  };
}

interface DataTableProps {
  /** For screen readers: on screen the heading above says the same. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell is the header of its row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/**
 * A small table. On a phone each row is a card whose cells name their columns, because some
 * browsers then hide the table's structure from screen readers.
 */
function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className={columns.length > 3 ? 'wide' : undefined}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} data-label={columns[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LinkCards({ items }: { readonly items: readonly LinkCard[] }) {
  return (
    <ul className="link-cards">
      {items.map((card) => (
        <li key={card.title}>
          <a href={card.href}>
            <strong>{card.title}</strong>
            <span>{card.text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Questions and answers with schema.org microdata, because prose pages have no script. */
function Questions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="questions" itemScope itemType="https://schema.org/FAQPage">
      {children}
    </div>
  );
}

interface QuestionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}
function Question({ id, title, children }: QuestionProps) {
  return (
    <section itemScope itemProp="mainEntity" itemType="https://schema.org/Question">
      <h3 id={id} itemProp="name">
        {title}
      </h3>
      <div itemScope itemProp="acceptedAnswer" itemType="https://schema.org/Answer">
        <div itemProp="text">{children}</div>
      </div>
    </section>
  );
}
