import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { whenOn } from '../../dates/when.ts';
import { caseDocuments } from '../../entries/documents.ts';
import { loadText } from '../../entries/texts.ts';
import { pageOfKind } from '../../routing/pages-of-kind.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'text', pageContext.urlPathname);
  return {
    site,
    page,
    text: await loadText(page.text),
    when: whenOn(pageContext.day, site.changesOn),
    documents: caseDocuments,
  };
}
