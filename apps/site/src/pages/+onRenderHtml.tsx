import { site } from '@redress/content/site';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dangerouslySkipEscape, escapeInject } from 'vike/server';
import type { OnRenderHtmlSync } from 'vike/types';
import { caseDocuments } from '../entries/documents.ts';
import { Document } from '../layout/document.tsx';
import { notFoundLanguage } from '../routing/not-found-pages.ts';
import { findPage } from '../routing/pages-of-kind.ts';

declare global {
  namespace Vike {
    interface PageContext {
      /** A kind's `+Page.tsx`; `data` is what the `+data.ts` beside it returns. */
      Page: ComponentType<{ data: unknown }>;
    }
  }
}

/** A whole page as HTML. Static markup: React adds nothing of its own to it, and an island renders itself (`frame/island.tsx`). */
export const onRenderHtml: OnRenderHtmlSync = (pageContext) => {
  const { Page } = pageContext;
  const page = findPage(site, pageContext.urlPathname);
  const language = page?.language ?? notFoundLanguage(site, pageContext.urlPathname) ?? 'en';
  const html = renderToStaticMarkup(
    <Document site={site} page={page} language={language} documents={caseDocuments}>
      <Page data={pageContext.data} />
    </Document>,
  );
  return escapeInject`<!doctype html>${dangerouslySkipEscape(html)}`;
};
