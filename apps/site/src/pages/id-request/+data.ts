import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { loadForm } from '../../content-entry/form-definitions.ts';
import { loadIdRequestIsland } from '../../lost-ids/id-request-island.tsx';
import { pageIslandData } from '../../islands/island-data.ts';
import { pageOfKind } from '../../routing/find-page.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'id-request', pageContext.urlPathname);
  const island = pageIslandData(site, page);
  return {
    island,
    rendered: await loadIdRequestIsland(island),
    form: await loadForm(page.form, page.language ?? 'en'),
  };
}
