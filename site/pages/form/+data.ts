import { site } from '@redress/content/site';
import type { FormPage, LoginPage, SiteManifest } from '@redress/contract/manifest';
import type { PageContextServer } from 'vike/types';
import { caseDocuments } from '../../entries/documents.ts';
import { loadClaimForm, loadForm } from '../../entries/form-definitions.ts';
import { findPageOfKind, pageOfKind } from '../../routing/pages-of-kind.ts';

export type Data = Awaited<ReturnType<typeof data>>;

/** What the island is told besides its form. */
export interface IslandData {
  readonly page: FormPage;
  readonly loginPage: LoginPage | null;
  readonly timeZone: string;
}

export async function data(pageContext: PageContextServer) {
  const manifest: SiteManifest = site;
  const page: FormPage = pageOfKind(manifest, 'form', pageContext.urlPathname);
  const loginPage = page.login === undefined ? null : (findPageOfKind(manifest, 'login', page.login) ?? null);
  const island: IslandData = { page, loginPage, timeZone: manifest.timeZone };
  return {
    island,
    site: manifest,
    documents: caseDocuments,
    form: await loadClaimForm(page.form),
    ...(loginPage ? { login: { page: loginPage, form: await loadForm(loginPage.form) } } : {}),
  };
}
