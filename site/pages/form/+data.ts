import { site } from '@redress/content/site';
import { filingStateOn } from '@redress/contract/filing-state';
import type { FormPage, LoginPage, SiteManifest } from '@redress/contract/manifest';
import type { FilingState } from '@redress/contract/session';
import type { PageContextServer } from 'vike/types';
import { whenOn } from '../../dates/when.ts';
import { caseDocuments } from '../../entries/documents.ts';
import { loadClaimForm, loadForm } from '../../entries/form-definitions.ts';
import { findPageOfKind, pageOfKind } from '../../routing/pages-of-kind.ts';
import { loadTexts } from '../../texts/load-texts.ts';

export type Data = Awaited<ReturnType<typeof data>>;

/** What the island is told besides its form. */
export interface IslandData {
  readonly page: FormPage;
  readonly loginPage: LoginPage | null;
  readonly timeZone: string;
  /** On the day that the page is made for; the server has the last word. */
  readonly filing: FilingState;
}

export async function data(pageContext: PageContextServer) {
  const manifest: SiteManifest = site;
  const page: FormPage = pageOfKind(manifest, 'form', pageContext.urlPathname);
  const loginPage = page.login === undefined ? null : (findPageOfKind(manifest, 'login', page.login) ?? null);
  const language = page.language ?? 'en';
  const form = await loadClaimForm(page.form, language);
  // Asked only so that a deadline that the manifest does not list stops the build.
  whenOn(pageContext.day, manifest.changesOn).isAfter(form.deadline);
  const filing = filingStateOn(form, pageContext.day);
  const island: IslandData = { page, loginPage, timeZone: manifest.timeZone, filing };
  return {
    island,
    site: manifest,
    documents: caseDocuments,
    form,
    texts: await loadTexts(language),
    ...(loginPage ? { login: { page: loginPage, form: await loadForm(loginPage.form, language) } } : {}),
  };
}
