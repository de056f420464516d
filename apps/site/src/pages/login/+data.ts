import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { loadForm } from '../../content-entry/form-definitions.ts';
import { pageIslandData } from '../../islands/island-data.ts';
import { loadLoginIsland } from '../../login/login-island.tsx';
import { pageOfKind } from '../../routing/find-page.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'login', pageContext.urlPathname);
  const island = pageIslandData(site, page);
  return { island, rendered: await loadLoginIsland(island), form: await loadForm(page.form, page.language ?? 'en') };
}
