import type { Language } from '@redress/contract/language';
import type { Page, SiteManifest } from '@redress/contract/settlement';
import type { ReactNode } from 'react';
import type { FindDocument } from '../published-documents/published-documents.tsx';
import { Footer } from './footer.tsx';
import { Head } from './head.tsx';
import { Header } from './header.tsx';
import { layoutMessages } from '../messages/layout-messages.ts';

interface Props {
  readonly site: SiteManifest;
  /** Absent on the 404 page. */
  readonly page: Page | undefined;
  readonly language: Language;
  readonly documents: FindDocument;
  readonly children: ReactNode;
}

export function Document({ site, page, language, documents, children }: Props) {
  return (
    <html lang={language}>
      <Head site={site} page={page} language={language} />
      <body>
        <a className="skip" href="#main">
          {layoutMessages(language).skip}
        </a>
        <Header site={site} page={page} language={language} />
        <main id="main" tabIndex={-1} className={`wrap page-${page?.kind ?? 'error'}`}>
          {children}
        </main>
        <Footer site={site} language={language} documents={documents} />
      </body>
    </html>
  );
}
