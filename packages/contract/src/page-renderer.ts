import type { AnyAnswers, FieldError } from '@redress/forms/answers';
import type { ClaimStatus } from './claim-status.ts';
import type { DataChecks } from './data-checks.ts';
import type { Language } from './language.ts';
import type { ReceiptRequestView } from './receipt-request.ts';
import type { ClaimReceipt, FilingState, Login } from './session.ts';
import type { StatusView } from './status-page.ts';
import type { StagedUpload } from './uploads.ts';

/**
 * Renders pages on the server for browsers without JavaScript, with the website's components. The
 * build exports it as `pageRenderer` from `apps/site/dist/page-renderer/page-renderer.js`. `path`
 * is the path of the page in its language.
 */
export interface PageRenderer {
  form(path: string, filing: FilingState, form: NoScriptForm): Promise<RenderedIsland>;
  login(path: string, login: NoScriptLogin): Promise<RenderedIsland>;
  /** Renders the page after a login, with a claim that was filed under the Notice ID before. */
  afterLogin(path: string, filed: ClaimReceipt): Promise<RenderedIsland>;
  idRequest(path: string, request: NoScriptIdRequest): Promise<RenderedIsland>;
  complete(path: string, claim: FiledClaimView | ClaimNumberOnly | ExpiredCode): Promise<RenderedIsland>;
  receipt(path: string, request: ReceiptRequestView): Promise<RenderedIsland>;
  status(path: string, view: StatusView): Promise<RenderedIsland>;
  logOut(path: string, done: LogOutOutcome): Promise<RenderedIsland>;
}

export interface RenderedIsland {
  /** Goes between the `islandMarkers` of the built page. */
  readonly island: string;
  /** Precedes the page’s title when answers are invalid. Otherwise empty. */
  readonly titlePrefix: string;
  /** Replaces the header's caption on the page of a claim of another case. */
  readonly caption?: string | undefined;
  /** Replaces links above the island: the keys are their addresses on the built page. */
  readonly links?: Readonly<Record<string, string>>;
}

/** The form is JSON-serializable, so that a script that does run can take over. */
export interface NoScriptForm {
  /** The answers are as typed. */
  readonly answers: AnyAnswers;
  /** Errors are in the form’s language. Buttons such as "continue" cause none. */
  readonly errors: readonly FieldError[];
  readonly notice?: NoScriptNotice;
  /** Null if the form requires a login and there is none: the form then asks for both IDs. */
  readonly login?: Login | null;
  /** The server keeps these uploads until the form is filed. */
  readonly documents: readonly StagedUpload[];
  /** A claim was filed with the same key and other answers. */
  readonly conflict?: ClaimReceipt;
  /** The claimant asked to see the answers as they will be filed. */
  readonly review?: true;
  /** The page asks about unconfirmed statements, or did before. */
  readonly unconfirmed?: 'asking' | 'asked';
}
/** A form with valid answers was not filed for one of these reasons. */
export type NoScriptNotice =
  /** `again`: an earlier login has ended. */
  | { readonly name: 'login-required'; readonly again: boolean }
  | { readonly name: 'login-not-found' }
  | { readonly name: 'too-many'; readonly minutes: number }
  /** This IP address had too many failed logins: the text names the wait and the alternatives. */
  | { readonly name: 'login-wait'; readonly text: Readonly<Record<Language, string>> }
  /** A form was saved or opened again, or could not be. */
  | { readonly name: 'saved-form'; readonly ok: boolean; readonly text: Readonly<Record<Language, string>> }
  /** The server failed: the database, the storage or a defect. */
  | { readonly name: 'unavailable' }
  | { readonly name: 'overloaded' }
  /** The request is larger than the form allows, so nothing was read. */
  | { readonly name: 'too-large' }
  /** The request does not come from one of our pages. */
  | { readonly name: 'not-ours' };

/** After unknown IDs, the answers are empty. */
export interface NoScriptLogin extends Pick<NoScriptForm, 'answers' | 'errors' | 'notice'> {
  /** The form comes back empty if no class member has these IDs. */
  readonly typed?: NoScriptForm['answers'];
}

/** The server refused the request for lost IDs. */
export type NoScriptIdRequest = Pick<NoScriptForm, 'answers' | 'errors' | 'notice'>;

export interface FiledClaimView extends ClaimReceipt {
  readonly formId: string;
  readonly late: boolean;
  /** The number of uploads received. */
  readonly documents: number;
  readonly status: ClaimStatus;
  /** Like the status, results of data files are in the language of the page. */
  readonly dataChecks?: DataChecks;
  readonly receiptToken?: string;
}

/** Only the number is known while the database is unavailable. */
export type ClaimNumberOnly = Pick<ClaimReceipt, 'claimNumber'> & Pick<FiledClaimView, 'receiptToken'>;

/** The code in a completion page's address no longer shows the claim by itself. */
export interface ExpiredCode {
  readonly code: string;
}

/** `removed`: the cookies of filed claims were removed, too. */
export type LogOutOutcome = 'logged-out' | 'removed' | 'not-ours';
