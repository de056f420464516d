import type { ClaimPayment } from './claim-payment.ts';
import type { StagedUpload } from './uploads.ts';

/** The page of a signed-in claimant is below the status page. */
export const statusClaimPath = (statusPath: string): string => `${statusPath}/claim`;

/** How a claimant signed in: with the IDs of the notice, a letter's code, or an emailed code. */
export const statusWays = ['ids', 'letter', 'email'] as const;
export type StatusWay = (typeof statusWays)[number];

/** The section for signing in with an emailed code, to which emails link. */
export const byEmailId = 'by-email';
/** An emailed code works for this long. */
export const emailCodeSeconds = 10 * 60;
export const maxEmailCodeTries = 5;
export const maxStatementLength = 4_000;

/** Every browser posts these forms natively, as `multipart/form-data`. */
export const statusFields = {
  /** The form that was sent: a `SignInForm`, or a `ClaimAction`. */
  form: 'do',
  noticeId: 'noticeId',
  uniqueId: 'uniqueId',
  letterCode: 'letterCode',
  zip: 'zip',
  reference: 'reference',
  /** Names the request for an emailed code. */
  codeRequest: 'codeRequest',
  emailCode: 'emailCode',
  /** The number of the claim whose page the form is on. */
  claim: 'claim',
  /** The decision that an answer or a dispute is about. */
  decision: 'decision',
  /** Precedes the ID of the reason that a statement answers. */
  statement: 'statement.',
  /** Precedes the ID of the reason that files answer; `dispute` for the files of a dispute. */
  files: 'files.',
  /** Precedes the ID of each reason that the claimant disputes. */
  ground: 'ground.',
  /** Precedes the name of a field of the claim's form, for a change of address or email. */
  contact: 'contact.',
} as const;
export type StatusField = keyof Pick<
  typeof statusFields,
  'noticeId' | 'uniqueId' | 'letterCode' | 'zip' | 'reference' | 'emailCode'
>;

/** `code` asks for an emailed code, and `enter-code` signs in with it. */
export const signInForms = ['ids', 'letter', 'code', 'enter-code'] as const;
export type SignInForm = (typeof signInForms)[number];

export const claimActions = [
  'answer',
  'add-files',
  'dispute',
  'contact',
  'withdraw',
  'confirm-withdraw',
  'sign-out',
] as const;
/** `remove-file` is written with the ID of the file. */
export type ClaimAction =
  | { readonly name: (typeof claimActions)[number] }
  | { readonly name: 'remove-file'; readonly id: string };

export const formatRemoveFile = (id: string): string => `remove-file ${id}`;

/** Undefined for unknown values. */
export function parseClaimAction(value = ''): ClaimAction | undefined {
  const [name = '', id = ''] = value.split(' ');
  if (name === 'remove-file') return { name, id };
  const plain = claimActions.find((each) => each === name);
  return plain && { name: plain };
}

/** The files and the statement of a dispute have this name in place of a reason. */
export const disputeItem = 'dispute';
/** The ground of a dispute about the amount, besides the reasons of the decision. */
export const amountGround = 'amount';

/** The part of the status page that changes. */
export type StatusView = SignInView | StatusClaimView;

export type StatusNotice =
  | {
      readonly name:
        | 'not-found'
        | 'wrong-code'
        | 'expired'
        | 'signed-out'
        | 'unavailable'
        | 'not-ours'
        | 'too-large'
        | 'changed'
        | 'other-claim'
        | 'already-answered'
        | 'already-disputed'
        | 'already-withdrawn'
        | 'already-changed'
        | 'contact-changed'
        | 'confirm-withdraw'
        | 'incomplete'
        | 'contact-incomplete';
    }
  | { readonly name: 'too-many'; readonly minutes: number };

export interface SignInView {
  readonly name: 'sign-in';
  /** The form that came back. */
  readonly form?: SignInForm;
  readonly typed: { readonly [Field in StatusField]?: string };
  readonly missing: readonly StatusField[];
  readonly notice?: StatusNotice | undefined;
  /** A code was asked for: the page asks for it. */
  readonly codeRequest?: string;
  /** False if the server sends no email, so that no code can be emailed. */
  readonly sendsMail?: boolean;
  /** Statements that were typed before the session ended, by field. They come back after signing in. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** The state of a claim in claimants' words. A decision that is only proposed is in review. */
export const statusStates = [
  'waiting-documents',
  'in-review',
  'deficient',
  'approved',
  'reduced',
  'denied',
  'disputed',
  'withdrawn',
  'void',
] as const;
export type StatusState = (typeof statusStates)[number];

/** Days are the court's, `YYYY-MM-DD`. */
export interface StatusClaimView {
  readonly name: 'claim';
  readonly number: string;
  readonly reference: string;
  readonly settlement: string;
  readonly formId: string;
  readonly state: StatusState;
  readonly lateNotice?: string | undefined;
  readonly steps: readonly StatusStep[];
  readonly decision?: StatusDecision;
  /** From each fund, once its allocation is frozen. Amounts have a dollar sign. */
  readonly payments?: readonly ClaimPayment[];
  readonly deficiency?: StatusDeficiency;
  /** The documents that the claim still needs, and how to send them by mail. */
  readonly due: readonly string[];
  readonly sending?: { readonly text: string; readonly address: readonly string[] } | undefined;
  readonly next: readonly string[];
  readonly sent: readonly StatusAnswer[];
  readonly letters: readonly StatusLetter[];
  /** Whether the way of signing in allows to open letters, which name the claimant. */
  readonly opensLetters: boolean;
  readonly canDispute: boolean;
  /** After a dispute, the last day to ask the court, if a letter has named it, and where to write to. */
  readonly court?: { readonly by: string | null; readonly isPast: boolean; readonly address: readonly string[] };
  /** Whether the claim is open, and whether the way of signing in allows to withdraw it. */
  readonly withdraw: 'no' | 'yes' | 'other-way';
  readonly dispute?: { readonly day: string; readonly late: boolean };
  readonly disputeFiles: readonly StagedUpload[];
  readonly maxFiles: number;
  readonly contact: StatusContact;
  readonly notice?: StatusNotice | undefined;
  /** Errors by the ID of a reason, `dispute`, or a field of the contact: the names of messages, or texts about a file. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What was typed, by the ID of a reason, `dispute`, or a field of the contact. */
  readonly typed: Readonly<Record<string, string>>;
}

/** To whom letters go, masked. */
export interface StatusContact {
  /** The lines below the name. Null: there is no whole address. */
  readonly address: readonly string[] | null;
  readonly email: string | null;
  /** Changes that wait, with the day from which they are used. */
  readonly held: readonly { readonly lines: readonly string[]; readonly day: string }[];
  /** A change waits this many days. */
  readonly holdDays: number;
  /** The fields to change it. Empty for people who signed in with both IDs of the notice. */
  readonly fields: readonly ContactField[];
}

export interface ContactField {
  readonly name: string;
  readonly label: string;
  /** The HTML `autocomplete` token. */
  readonly autocomplete?: string;
  /** Of a list. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

export interface StatusStep {
  readonly day: string;
  readonly kind:
    | 'received'
    | 'documents'
    | 'deficient'
    | 'answered'
    | 'expired'
    | 'review'
    | 'approved'
    | 'reduced'
    | 'denied'
    | 'reopened'
    | 'disputed'
    | 'withdrawn'
    | 'void'
    | 'final';
  /** The number of documents. */
  readonly count?: number;
}

export interface StatusDecision {
  readonly id: string;
  readonly outcome: 'approved' | 'reduced' | 'denied';
  /** With a dollar sign. Null for a denial. */
  readonly amount: string | null;
  readonly reasons: readonly StatusReason[];
  /** The last day to dispute, or to ask the court. Null before the letter was sent. */
  readonly disputeBy: string | null;
  readonly isPast: boolean;
}

export interface StatusReason {
  readonly id: string;
  readonly text: string;
}

export interface StatusDeficiency {
  readonly decision: string;
  /** Null before the letter was sent. */
  readonly due: string | null;
  readonly isPast: boolean;
  /** The parts that are still open. */
  readonly items: readonly (StatusReason & {
    /** `isDocument`: uploaded elsewhere. It belongs to the claim already, and cannot be removed. */
    readonly files: readonly (StagedUpload & { readonly isDocument?: true })[];
    /** Files of an earlier answer that contain a virus. */
    readonly refused: readonly string[];
  })[];
}

export interface StatusAnswer {
  readonly day: string;
  readonly late: boolean;
  readonly items: readonly (StatusReason & { readonly files: readonly string[]; readonly statement: string | null })[];
}

export interface StatusLetter {
  readonly id: string;
  readonly kind: string;
  readonly channel: 'email' | 'post';
  readonly day: string;
}
