import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { type CompleteIslandData, completeIslandData } from '../../islands/island-data.ts';
import { pageOfKind } from '../../routing/find-page.ts';

export type Data = CompleteIslandData;

export const data = (pageContext: PageContextServer): Data =>
  completeIslandData(site, pageOfKind(site, 'complete', pageContext.urlPathname));
