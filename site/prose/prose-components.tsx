import type { SiteManifest } from '@redress/contract/manifest';
import type { MDXComponents } from 'mdx/types';
import type { ReactNode } from 'react';
import { PhoneLink } from '../frame/phone-link.tsx';
import { DataTable } from './data-table.tsx';
import { Doors } from './doors.tsx';

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

/** The components that prose in `content/pages` may use. It gets them passed in, because content imports nothing of the site. */
export function proseComponents(site: SiteManifest): MDXComponents {
  return { Phone: () => <PhoneLink phone={site.phone} />, Note, MailAddress, Columns, Steps, Step, DataTable, Doors };
}
