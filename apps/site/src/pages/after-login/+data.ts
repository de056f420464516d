import { site } from '@redress/content/site';
import { pathOfKind } from '@redress/contract/translations';
import type { PageContextServer } from 'vike/types';
import { afterLoginIslandData } from '../../islands/island-data.ts';
import { pageOfKind } from '../../routing/find-page.ts';
import { data as instructionsData } from '../instructions/+data.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'instructions', pageContext.urlPathname);
  return {
    instructions: await instructionsData(pageContext),
    island: afterLoginIslandData(site, page),
    logOutPath: pathOfKind(site, 'log-out', page.language ?? 'en'),
  };
}
