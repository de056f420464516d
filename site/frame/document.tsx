import type { Page, SiteManifest } from '@redress/contract/manifest';
import type { ReactNode } from 'react';
import '../look/site.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { words } from './words.ts';

interface Props {
  readonly site: SiteManifest;
  /** Absent on the error page. */
  readonly page: Page | undefined;
  readonly children: ReactNode;
}

/** The whole document around a page's main part. */
export function Document({ site, page, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${page?.title ?? words.notFoundTitle} – ${site.name}`}</title>
        {page ? <meta name="description" content={page.description} /> : <meta name="robots" content="noindex" />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0b5567" />
        {/* US phone numbers are links already; Safari would mark up claim numbers as phone numbers too. */}
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip" href="#main">
          {words.skip}
        </a>
        <Header site={site} path={page?.path} />
        <main id="main" tabIndex={-1} className={`wrap page-${page?.kind ?? 'error'}`}>
          {children}
        </main>
        <Footer site={site} />
      </body>
    </html>
  );
}
