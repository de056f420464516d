import { site } from '@redress/content/site';
import type { LoginPage, SiteManifest } from '@redress/contract/manifest';
import type { PageContextServer } from 'vike/types';
import { loadForm } from '../../entries/form-definitions.ts';
import { pageOfKind } from '../../routing/pages-of-kind.ts';
import { loadTexts } from '../../texts/load-texts.ts';

export type Data = Awaited<ReturnType<typeof data>>;

/** What the island is told besides its form. */
export interface IslandData {
  readonly page: LoginPage;
  readonly timeZone: string;
}

export async function data(pageContext: PageContextServer) {
  const manifest: SiteManifest = site;
  const island: IslandData = {
    page: pageOfKind(manifest, 'login', pageContext.urlPathname),
    timeZone: manifest.timeZone,
  };
  const language = island.page.language ?? 'en';
  return {
    island,
    site: manifest,
    form: await loadForm(island.page.form, language),
    texts: await loadTexts(language),
  };
}
