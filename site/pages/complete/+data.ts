import { site } from '@redress/content/site';
import type { CompletePage, SiteManifest } from '@redress/contract/manifest';
import type { PageContextServer } from 'vike/types';
import { pageOfKind } from '../../routing/pages-of-kind.ts';

export interface Data {
  readonly page: CompletePage;
  readonly timeZone: string;
}

export function data(pageContext: PageContextServer): Data {
  const manifest: SiteManifest = site;
  return { page: pageOfKind(manifest, 'complete', pageContext.urlPathname), timeZone: manifest.timeZone };
}
