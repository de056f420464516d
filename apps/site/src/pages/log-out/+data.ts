import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { type LogOutIslandData, pageIslandData } from '../../islands/island-data.ts';
import { pageOfKind } from '../../routing/find-page.ts';

export type Data = LogOutIslandData;

export const data = (pageContext: PageContextServer): Data =>
  pageIslandData(site, pageOfKind(site, 'log-out', pageContext.urlPathname));
