import type { AnyAnswers, FieldError } from '@redress/forms/answers';
import type { ClaimStatus } from './claim-status.ts';
import type { DataChecks } from './data-checks.ts';
import type { Language } from './language.ts';
import type { ReceiptRequestView } from './receipt-request.ts';
import type { ClaimReceipt, FilingState, Login } from './session.ts';

/**
 * Renders pages on the server for browsers without script, with the website's components. The build
 * exports it as `pageRenderer` from `apps/site/dist/page-renderer/page-renderer.js`. `path` is the
 * path of the page in its language.
 */
export interface PageRenderer {
  form(path: string, filing: FilingState, form: NoScriptForm): Promise<RenderedIsland>;
  login(path: string, login: NoScriptLogin): Promise<RenderedIsland>;
  /** The page after a login, with the claim that was already filed under the Notice ID. */
  afterLogin(path: string, filed: ClaimReceipt): Promise<RenderedIsland>;
  idRequest(path: string, request: NoScriptIdRequest): Promise<RenderedIsland>;
  complete(path: string, claim: FiledClaimView | ClaimNumberOnly | ExpiredCode): Promise<RenderedIsland>;
  receipt(path: string, request: ReceiptRequestView): Promise<RenderedIsland>;
  /** `done`: what this request has ended. */
  logOut(path: string, done: LogOutOutcome): Promise<RenderedIsland>;
}

export interface RenderedIsland {
  /** Goes between the `islandMarkers` of the built page. */
  readonly island: string;
  /** Goes before the page’s title when answers are invalid. Otherwise empty. */
  readonly titlePrefix: string;
  /** Replaces the caption of the page’s header: the page of a claim of another case. */
  readonly caption?: string | undefined;
}

/** A form to render again. JSON-serializable, so that a script that does run can take over. */
export interface NoScriptForm {
  /** As typed. */
  readonly answers: AnyAnswers;
  /** In the form’s language. Empty after a button such as "continue". */
  readonly errors: readonly FieldError[];
  readonly notice?: NoScriptNotice;
  /** Null if the form requires a login and there is none: the form then asks for both IDs. */
  readonly login?: Login | null;
  /** Uploads received with this form, kept until it is filed. */
  readonly documents: readonly StagedUpload[];
  /** The claim filed with the same key and other answers. */
  readonly conflict?: ClaimReceipt;
  /** The claimant asked to see the answers as they will be filed. */
  readonly review?: true;
  /** Statements left unconfirmed: the page asks about them, or did before. */
  readonly unconfirmed?: 'asking' | 'asked';
}
/** Why a form was not filed although its answers are valid. */
export type NoScriptNotice =
  /** `again`: an earlier login has ended. */
  | { readonly name: 'login-required'; readonly again: boolean }
  | { readonly name: 'login-not-found' }
  | { readonly name: 'too-many'; readonly minutes: number }
  /** Too many failed logins from this IP address: how long to wait and what to do instead. */
  | { readonly name: 'login-wait'; readonly text: Readonly<Record<Language, string>> }
  /** What became of a form that was saved or opened again. */
  | { readonly name: 'saved-form'; readonly ok: boolean; readonly text: Readonly<Record<Language, string>> }
  /** The failure is ours: the database, the storage or a defect. */
  | { readonly name: 'unavailable' }
  | { readonly name: 'overloaded' }
  /** The request is larger than the form allows, so nothing was read. */
  | { readonly name: 'too-large' }
  /** The request does not come from one of our pages. */
  | { readonly name: 'not-ours' };

export interface StagedUpload {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Its answers are empty after unknown IDs. */
export interface NoScriptLogin extends Pick<NoScriptForm, 'answers' | 'errors' | 'notice'> {
  /** What was typed into a form that comes back empty, because no class member has these IDs. */
  readonly typed?: NoScriptForm['answers'];
}

/** A request for lost IDs that was not taken. */
export type NoScriptIdRequest = Pick<NoScriptForm, 'answers' | 'errors' | 'notice'>;

export interface FiledClaimView extends ClaimReceipt {
  readonly formId: string;
  readonly late: boolean;
  /** The number of uploads received. */
  readonly documents: number;
  /** In the language of the page. */
  readonly status: ClaimStatus;
  /** Results of its data files so far, in the language of the page. */
  readonly dataChecks?: DataChecks;
  readonly receiptToken?: string;
}

/** A claim while the database is unavailable. */
export type ClaimNumberOnly = Pick<ClaimReceipt, 'claimNumber'> & Pick<FiledClaimView, 'receiptToken'>;

/** The code in a completion page's address, which no longer shows the claim by itself. */
export interface ExpiredCode {
  readonly code: string;
}

/** `removed`: also the cookies of filed claims. */
export type LogOutOutcome = 'logged-out' | 'removed' | 'not-ours';
