import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { loadProse } from '../../content-entry/prose.ts';
import { pageOfKind } from '../../routing/find-page.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export const data = (pageContext: PageContextServer) =>
  loadProse(pageOfKind(site, 'text', pageContext.urlPathname), pageContext.day);
