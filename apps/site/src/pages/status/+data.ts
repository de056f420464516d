import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { statusPageData } from '../../islands/island-data.ts';
import { pageOfKind } from '../../routing/find-page.ts';

export type Data = ReturnType<typeof data>;

export const data = (pageContext: PageContextServer) =>
  statusPageData(site, pageOfKind(site, 'status', pageContext.urlPathname));
