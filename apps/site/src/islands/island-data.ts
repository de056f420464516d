import type { CompletePage, FormPage, LoginPage, SiteManifest } from '@redress/contract/settlement';
import type { FiledClaimView, NoScriptForm, NoScriptLogin, ClaimNumberOnly } from '@redress/contract/page-renderer';
import type { FilingState } from '@redress/contract/session';
import type { PageAddress } from '@redress/contract/translations';
import { versionsOf } from '@redress/contract/translations';
import { localizeSite } from '../layout/localize-site.ts';
import { findPageOfKind } from '../routing/find-page.ts';

/**
 * An island's props besides its form and messages; JSON-serializable, for the page's `data-island`.
 */
interface IslandData<Page> {
  readonly page: Page;
  /** The court's time zone. */
  readonly timeZone: string;
}
export interface FormIslandData extends IslandData<FormPage> {
  readonly loginPage: LoginPage | null;
  /** On the day of the prerendered page; the session's answer replaces it. */
  readonly filing: FilingState;
  /** The same page in the other language. */
  readonly elsewhere: PageAddress | null;
  /** The form as the server sent it back. */
  readonly posted?: NoScriptForm;
}
export interface LoginIslandData extends IslandData<LoginPage> {
  readonly home: string;
  readonly posted?: NoScriptLogin;
}
export interface CompleteIslandData extends IslandData<CompletePage> {
  readonly home: string;
  /** The claim that was filed without script. */
  readonly claim?: FiledClaimView | ClaimNumberOnly;
}

export function formIslandData(site: SiteManifest, page: FormPage, filing: FilingState): FormIslandData {
  const loginPage = page.login === undefined ? null : (findPageOfKind(site, 'login', page.login) ?? null);
  const elsewhere = versionsOf(site, page).find(({ path }) => path !== page.path) ?? null;
  return { page, loginPage, timeZone: site.timeZone, filing, elsewhere };
}

export const loginIslandData = (site: SiteManifest, page: LoginPage): LoginIslandData => ({
  page,
  timeZone: site.timeZone,
  home: homeOf(site, page),
});

export const completeIslandData = (site: SiteManifest, page: CompletePage): CompleteIslandData => ({
  page,
  timeZone: site.timeZone,
  home: homeOf(site, page),
});

const homeOf = (site: SiteManifest, page: LoginPage | CompletePage) =>
  localizeSite(site, page.language ?? 'en').home.path;
