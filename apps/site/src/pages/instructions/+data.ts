import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { loadProse } from '../../content-entry/prose.ts';
import { findPage, pageOfKind } from '../../routing/find-page.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'instructions', pageContext.urlPathname);
  return { ...(await loadProse(page, pageContext.day)), nextPage: page.next && findPage(site, page.next.path) };
}
