import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { loadText } from '../../entries/texts.ts';
import { findPage, pageOfKind } from '../../routing/pages-of-kind.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'instructions', pageContext.urlPathname);
  return {
    site,
    page,
    nextPage: page.next && findPage(site, page.next.path),
    text: await loadText(page.text),
  };
}
