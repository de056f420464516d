import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/manifest';
import type { PageContextServer } from 'vike/types';
import { completeIslandData } from '../../islands/island-data.ts';
import { loadCompleteIsland } from '../../islands/load-complete-island.tsx';
import { pageOfKind } from '../../routing/pages-of-kind.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const manifest: SiteManifest = site;
  const island = completeIslandData(manifest, pageOfKind(manifest, 'complete', pageContext.urlPathname));
  return { island, drawn: await loadCompleteIsland(island) };
}
