import type { AnyAnswers, FieldError } from '@redress/forms/answers';
import type { DataChecks } from './data-checks.ts';
import type { Language } from './language.ts';
import type { ClaimReceipt, FilingState, Login } from './session.ts';

/**
 * Renders pages anew on the server for browsers without script, with the components that the script would use. The website's build makes it
 * (`apps/site/dist/page-renderer/page-renderer.js` exports `pageRenderer`); the server is given it. `path` is the page's address, which says its language too.
 */
export interface PageRenderer {
  form(path: string, filing: FilingState, posted: NoScriptForm): Promise<RenderedIsland>;
  login(path: string, posted: NoScriptLogin): Promise<RenderedIsland>;
  complete(path: string, claim: FiledClaimView | ClaimNumberOnly): Promise<RenderedIsland>;
}

export interface RenderedIsland {
  /** The whole island, to be put between the `islandMarkers` of the built page. */
  readonly island: string;
  /** Stands before the page's title: that something needs another look. Empty when nothing does. */
  readonly titlePrefix: string;
}

/** A form that came back. JSON-serialisable: a script that does run takes it over. */
export interface NoScriptForm {
  /** As they were typed, of fields only. */
  readonly answers: AnyAnswers;
  /** What keeps it from being filed, in the form's language; none when only a button like "continue" was pressed. */
  readonly errors: readonly FieldError[];
  readonly notice?: NoScriptNotice;
  /** Who is logged in; null when the form asks for a login and there is none: then the two IDs are asked within the form. */
  readonly login?: Login | null;
  /** Documents that came with this form, kept until it is filed. */
  readonly documents: readonly StagedUpload[];
  /** The claim that was filed with this form's key and other answers. */
  readonly conflict?: ClaimReceipt;
}
/** Why a form came back though no answer is wrong. */
export type NoScriptNotice =
  /** `again`: a login was there and has ended. */
  | { readonly name: 'login-required'; readonly again: boolean }
  | { readonly name: 'login-not-found' }
  | { readonly name: 'too-many'; readonly minutes: number }
  /** Too many logins failed from the reader's address: how long to wait, and how not to. */
  | { readonly name: 'login-wait'; readonly text: Readonly<Record<Language, string>> }
  /** The database or the storage is away. */
  | { readonly name: 'unavailable' }
  /** More than the form takes: nothing of it could be read. */
  | { readonly name: 'too-large' }
  /** The request does not come from a page of ours. */
  | { readonly name: 'not-ours' };

export interface StagedUpload {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export interface NoScriptLogin {
  /** As typed; empty after a pair that belongs to nobody. */
  readonly answers: AnyAnswers;
  readonly errors: readonly FieldError[];
  readonly notice?: NoScriptNotice;
  /** Logged in, and a claim was already filed under the Notice ID. */
  readonly filed?: ClaimReceipt;
}

/** A claim as its completion page shows it. */
export interface FiledClaimView extends ClaimReceipt {
  /** The form that it was filed on. */
  readonly formId: string;
  readonly late: boolean;
  /** How many documents we have received for it. */
  readonly documents: number;
  /** What came of its data files by now, in the language of the page; absent for a claim that has none. */
  readonly dataChecks?: DataChecks;
}

/** A claim of which nothing but its number is known, because the database is away. */
export type ClaimNumberOnly = Pick<ClaimReceipt, 'claimNumber'>;
