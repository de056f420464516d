import type {
  CompletePage,
  FormPage,
  InstructionsPage,
  IdRequestPage,
  LoginPage,
  LogOutPage,
  ReceiptPage,
  SiteManifest,
  StatusPage,
} from '@redress/contract/settlement';
import type {
  ClaimNumberOnly,
  FiledClaimView,
  LogOutOutcome,
  NoScriptForm,
  NoScriptIdRequest,
  NoScriptLogin,
} from '@redress/contract/page-renderer';
import type { ClaimReceipt, FilingState } from '@redress/contract/session';
import { statusClaimPath } from '@redress/contract/status-page';
import { type PageAddress, pathOfKind, versionsOf } from '@redress/contract/translations';
import { localizeSite } from '../layout/localize-site.ts';
import { layoutMessages } from '../messages/layout-messages.ts';
import { findPageOfKind } from '../routing/find-page.ts';

// An island's props besides its form and messages; JSON-serializable, for the page's `data-island`.

/** The same form in the other language, with the label of the button that leads there. */
export interface FormElsewhere extends PageAddress {
  readonly label: string;
}
export interface FormIslandData extends ReturnType<typeof formIslandData> {
  /** The form as the server sent it back. */
  readonly returned?: NoScriptForm;
}
export interface LoginIslandData extends ReturnType<typeof pageIslandData<LoginPage>> {
  readonly returned?: NoScriptLogin;
}
export interface AfterLoginIslandData extends ReturnType<typeof afterLoginIslandData> {
  /** The claim already filed under the Notice ID, if the server rendered this after a login. */
  readonly filed?: ClaimReceipt;
}
export interface IdRequestIslandData extends ReturnType<typeof pageIslandData<IdRequestPage>> {
  readonly returned?: NoScriptIdRequest;
}
export interface CompleteIslandData extends ReturnType<typeof completeIslandData> {
  readonly claim?: FiledClaimView | ClaimNumberOnly;
  /** Identifies the claim on a page that shows no details without a name or ZIP code. */
  readonly code?: string;
}
export interface LogOutIslandData extends ReturnType<typeof pageIslandData<LogOutPage>> {
  /** The action that the server has just completed. */
  readonly done?: LogOutOutcome;
}

/** `filing` is the state on the day of the prerendered page; the session's answer replaces it. */
export const formIslandData = (site: SiteManifest, page: FormPage, filing: FilingState) => ({
  page,
  timeZone: site.timeZone,
  loginPage: page.login === undefined ? null : (findPageOfKind(site, 'login', page.login) ?? null),
  filing,
  elsewhere: elsewhereOf(site, page),
  logOutPath: pathOfKind(site, 'log-out', page.language ?? 'en'),
  receiptPath: pathOfKind(site, 'receipt', page.language ?? 'en'),
});

function elsewhereOf(site: SiteManifest, page: FormPage): FormElsewhere | null {
  const version = versionsOf(site, page).find(({ path }) => path !== page.path);
  return version ? { ...version, label: layoutMessages(version.language).continueHere } : null;
}

export const pageIslandData = <Page extends LoginPage | IdRequestPage | CompletePage | LogOutPage>(
  site: SiteManifest,
  page: Page,
) => ({
  page,
  timeZone: site.timeZone,
  home: localizeSite(site, page.language ?? 'en').home.path,
  receiptPath: pathOfKind(site, 'receipt', page.language ?? 'en'),
  statusPath: pathOfKind(site, 'status', page.language ?? 'en'),
  logOutPath: pathOfKind(site, 'log-out', page.language ?? 'en'),
});

/** Throws for instructions that no login leads to. */
export function afterLoginIslandData(site: SiteManifest, { path, language = 'en', next }: InstructionsPage) {
  const login = site.pages.find((page) => page.kind === 'login' && page.next === path);
  if (login?.kind !== 'login' || !next) throw new Error(`No login leads to ${path}.`);
  return { language, next, timeZone: site.timeZone, referencePrefix: login.referencePrefix };
}

/** The data of the receipt page, at build time and for each request. */
export const receiptPageData = (site: SiteManifest, { path, title, language = 'en' }: ReceiptPage) => ({
  path,
  title,
  language,
  phone: site.phone,
  statusPath: pathOfKind(site, 'status', language),
});

/** The data of the status page, at build time and for each request. */
export const statusPageData = (site: SiteManifest, page: StatusPage) => ({
  path: page.path,
  title: page.title,
  language: page.language ?? 'en',
  phone: site.phone,
  hasIds: site.pages.some(({ kind }) => kind === 'login'),
});

export type StatusPageData = ReturnType<typeof statusPageData>;

/** A signed-in claimant changes the language without signing in again. */
export const linksOfStatusClaim = (site: SiteManifest, page: StatusPage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    versionsOf(site, page).flatMap(({ path }) => (path === page.path ? [] : [[path, statusClaimPath(path)]])),
  );

export const completeIslandData = (site: SiteManifest, page: CompletePage) => ({
  ...pageIslandData(site, page),
  /**
   * The prefix of each form's reference numbers, and the caption if the form's case is not the
   * website's.
   */
  forms: site.pages.flatMap((form) => {
    if (form.kind !== 'form' || form.language !== page.language) return [];
    const complete = findPageOfKind(site, 'complete', form.complete);
    const { form: id, caption } = form;
    return complete ? [{ id, referencePrefix: complete.referencePrefix, caption }] : [];
  }),
});
