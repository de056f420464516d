import { site } from '@redress/content/site';
import type { CompletePage, SiteManifest } from '@redress/contract/manifest';
import type { PageContextServer } from 'vike/types';
import { pageOfKind } from '../../routing/pages-of-kind.ts';
import { loadTexts } from '../../texts/load-texts.ts';

export type Data = Awaited<ReturnType<typeof data>>;

/** What the island is told besides its words. */
export interface IslandData {
  readonly page: CompletePage;
  readonly timeZone: string;
}

export async function data(pageContext: PageContextServer) {
  const manifest: SiteManifest = site;
  const island: IslandData = {
    page: pageOfKind(manifest, 'complete', pageContext.urlPathname),
    timeZone: manifest.timeZone,
  };
  return { island, texts: await loadTexts(island.page.language ?? 'en') };
}
