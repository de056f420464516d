import { site } from '@redress/content/site';
import { formKeyPlaceholder, formKeyRefresh } from '@redress/contract/site-files';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { OnRenderHtmlSync } from 'vike/types';
import { publishedDocuments } from '../content-entry/published-documents.ts';
import { Document } from '../layout/document.tsx';
import { findPage, notFoundLanguage } from '../routing/find-page.ts';

declare global {
  namespace Vike {
    interface PageContext {
      /** The page’s `+Page.tsx`; `data` is the result of its `+data.ts`. */
      Page: ComponentType<{ data: unknown }>;
    }
    interface Config {
      AfterFooter?: ComponentType<{ data: unknown }>;
    }
  }
}

/** Renders a whole page to static HTML. Islands render themselves (`islands/island.tsx`). */
export const onRenderHtml: OnRenderHtmlSync = (pageContext) => {
  const { Page } = pageContext;
  const { AfterFooter } = pageContext.config;
  const page = findPage(site, pageContext.urlPathname);
  const language = page?.language ?? notFoundLanguage(site, pageContext.urlPathname) ?? 'en';
  const html = renderToStaticMarkup(
    <Document
      site={site}
      page={page}
      language={language}
      documents={publishedDocuments}
      afterFooter={AfterFooter && <AfterFooter data={pageContext.data} />}
    >
      <Page data={pageContext.data} />
    </Document>,
  );
  const needsKey = html.includes(formKeyPlaceholder);
  const complete = needsKey ? html.replace('</head>', `${formKeyRefresh}</head>`) : html;
  return escapeInject`<!doctype html>${dangerouslySkipEscape(complete)}`;
};
