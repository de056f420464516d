import type { ReactNode } from 'react';
import type { FindDocument } from '../published-documents/published-documents.tsx';
import { Footer } from './footer.tsx';
import { Head } from './head.tsx';
import { Header } from './header.tsx';
import type { LayoutProps } from './localize-site.ts';
import { layoutMessages } from '../messages/layout-messages.ts';

interface Props extends LayoutProps {
  readonly documents: FindDocument;
  readonly children: ReactNode;
  readonly afterFooter?: ReactNode;
}

export function Document({ site, page, language, documents, children, afterFooter }: Props) {
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
        {afterFooter}
      </body>
    </html>
  );
}
