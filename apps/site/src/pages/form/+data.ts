import { site } from '@redress/content/site';
import { filingStateOn } from '@redress/contract/claim-forms';
import type { PageContextServer } from 'vike/types';
import { publishedDocuments } from '../../content-entry/published-documents.ts';
import { loadClaimForm } from '../../content-entry/form-definitions.ts';
import { formIslandData } from '../../islands/island-data.ts';
import { loadFormIsland } from '../../form/form-island.tsx';
import { pageOfKind } from '../../routing/find-page.ts';
import { loadFormMessages } from '../../messages/load-form-messages.ts';

export type Data = Awaited<ReturnType<typeof data>>;

export async function data(pageContext: PageContextServer) {
  const page = pageOfKind(site, 'form', pageContext.urlPathname);
  const language = page.language ?? 'en';
  const form = await loadClaimForm(page.form, language);
  const island = formIslandData(site, page, filingStateOn(form, pageContext.day));
  return {
    island,
    rendered: await loadFormIsland(island),
    documents: publishedDocuments,
    form,
    messages: await loadFormMessages(language),
  };
}
