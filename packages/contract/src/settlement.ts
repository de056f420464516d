import type { DataRules } from '@redress/datafiles/rules';
import type { ClaimForm, Form } from '@redress/forms/definition';
import type { IntegrityRules } from './integrity-rules.ts';
import type { Language, TranslationLanguage } from './language.ts';
import type { CourtCaption } from './published-documents.ts';
import type { ReviewRules } from './review-rules.ts';

/** A website’s part of `content/`, which only composition roots import. */
export interface SiteManifest {
  readonly name: string;
  /** The court’s case caption. */
  readonly caption: string;
  /** Toll-free, as it is printed (`1-800-555-0100`). */
  readonly phone: string;
  /** Where claimants write to. */
  readonly email: string;
  /** Shown at the top: who runs the site, or that it is a demonstration. */
  readonly banner: string;
  readonly footer: FooterMessages;
  /** IANA name of the court’s time zone. */
  readonly timeZone: string;
  /** For `/.well-known/security.txt`. */
  readonly securityEmail: string;
  readonly pages: readonly Page[];
  readonly translations?: { readonly [L in TranslationLanguage]?: SiteTranslation };
}
interface FooterMessages {
  readonly consent: string;
  /** The label of the link and the id of the published document. */
  readonly privacyPolicy: { readonly label: string; readonly document: string };
  readonly copyright: string;
}
export type SiteTranslation = Pick<SiteManifest, 'name' | 'banner' | 'footer'>;

interface PageBase {
  /** `/` or `/name`, without a trailing slash. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines and link previews. */
  readonly description: string;
  /** Its label in the navigation. Pages without one are part of a flow. */
  readonly navigation?: string;
  /** The same in its own language, for a page that is not in the website’s and translates none. */
  readonly navigationInOwnLanguage?: string;
  /** Its label among the links of the footer. */
  readonly footer?: string;
  /** For a page without label: the navigation page that it belongs to. */
  readonly parent?: string;
  /** English by default. */
  readonly language?: Language;
  /** The path of the page that this one translates. */
  readonly translationOf?: string;
  /** Replaces the manifest’s caption on pages of another case. */
  readonly caption?: string;
}
/** Prose from the settlement’s `pages/<text>.mdx`. */
export interface TextPage extends PageBase {
  readonly kind: 'text';
  readonly text: string;
}
/** Prose with a link to a form. */
export interface InstructionsPage extends PageBase {
  readonly kind: 'instructions';
  readonly text: string;
  readonly next?: { readonly path: string; readonly label: string };
}
export interface LoginPage extends PageBase {
  readonly kind: 'login';
  readonly form: string;
  /** The page after login. */
  readonly next: string;
  /** The prefix of claim numbers in reference numbers. */
  readonly referencePrefix: string;
  readonly messages: LoginPageMessages;
}
/** A form that asks for the IDs of a lost notice. It is not a claim. */
export interface IdRequestPage extends PageBase {
  readonly kind: 'id-request';
  readonly form: string;
  /** The page after the request. */
  readonly next: string;
  readonly messages: IdRequestMessages;
}
export interface FormPage extends PageBase {
  readonly kind: 'form';
  readonly form: string;
  /** Instead of the form’s title, which its published definition fixes. */
  readonly heading?: string;
  /** The login page whose form is shown when the session has ended. */
  readonly login?: string;
  /** The page after filing. */
  readonly complete: string;
  /** Published documents, by id, offered above the form. */
  readonly documents?: { readonly label: string; readonly of: readonly string[] };
  readonly messages: FormPageMessages;
}
export interface CompletePage extends PageBase {
  readonly kind: 'complete';
  readonly referencePrefix: string;
  /** The link for visitors without a claim. */
  readonly start: string;
  readonly messages: {
    readonly heading: string;
    readonly printHint: string;
    /** The link to the receipt as a PDF. */
    readonly receipt: string;
    readonly payment: string;
    readonly exit: string;
  };
}
/** Asks for a reference number, and a name or ZIP code, and leads to the claim's receipt. */
export interface ReceiptPage extends PageBase {
  readonly kind: 'receipt';
}
/** Logs out, or removes everything from a shared computer. */
export interface LogOutPage extends PageBase {
  readonly kind: 'log-out';
}
export type Page =
  | TextPage
  | InstructionsPage
  | LoginPage
  | IdRequestPage
  | FormPage
  | CompletePage
  | ReceiptPage
  | LogOutPage;

export interface LoginPageMessages {
  /** The red note about where to find the IDs. */
  readonly note: string;
  readonly button: string;
  /** For people without IDs. */
  readonly without: LinkedText;
  /** The toast for unknown IDs. */
  readonly notFound: { readonly title: string; readonly text: string };
  readonly help?: LoginHelpMessages;
}
/** A text with `{link}` in place of the link: to a page, or `tel:`. */
export interface LinkedText {
  readonly text: string;
  readonly link: string;
  readonly href: string;
}
/** Stays on the page after a login with unknown IDs. */
export interface LoginHelpMessages {
  readonly heading: string;
  /** Where the IDs are. */
  readonly where: string;
  /** A picture of a notice: its description, the sender, the two IDs and the address below them. */
  readonly picture: {
    readonly alt: string;
    readonly sender: string;
    readonly ids: readonly string[];
    readonly address: readonly string[];
  };
  /** Introduces the ways to claim without the IDs. */
  readonly withoutIds: string;
  /** Also shown below the login form. */
  readonly request: LinkedText;
  readonly call: LinkedText;
  readonly mail: LinkedText;
}
export interface IdRequestMessages {
  /** Above the form, in paragraphs. */
  readonly lead: readonly string[];
  readonly button: string;
  /** The error if neither a phone number nor an email address is given. */
  readonly noContact: string;
}
export interface FormPageMessages {
  /** Shown above the form while late claims are accepted; required then. */
  readonly late?: string;
  /** Replaces the form when filing is closed. */
  readonly closed: string;
}

/** A text for the days (`YYYY-MM-DD`) from the first one on, and before the other one. */
export interface DatedText {
  readonly from?: string;
  readonly before?: string;
  readonly text: string;
}

/** Texts of receipts as PDF and email, and of completion pages. */
export interface ReceiptMessages {
  readonly settlement: string;
  /** The court’s case caption. */
  readonly caption?: string;
  readonly heading: string;
  /** What it means that a claim is late, for forms that accept late claims. */
  readonly late?: string;
  /** What happens next, in order. The completion page says so, too. */
  readonly next: readonly (string | DatedText)[];
  /** Names what a claim still needs, by the kind of `DueDocuments`, and the address for it. */
  readonly due?: {
    readonly documents?: string;
    readonly membership?: string;
    readonly purchases?: string;
    readonly address: readonly string[];
  };
  /** How to send a fixed data file, for forms that take data files. */
  readonly howToFix?: string;
}

/**
 * How long personal data is kept: until the end of the day `years` after `from`, a day in the
 * court's time zone such as the deadline, or `years` after a later filing.
 */
export interface Retention {
  readonly from: string;
  readonly years: number;
}

/** A settlement, as the server needs it. */
export interface Settlement {
  readonly site: SiteManifest;
  /** Asks for the IDs of a notice. Present if a claim form requires a login, and only then. */
  readonly login?: Form;
  /** Asks for the IDs of a lost notice. */
  readonly idRequest?: IdRequestForm;
  readonly claimForms: readonly ClaimForm[];
  /** By case id. */
  readonly receipts: Readonly<Record<string, ReceiptMessages>>;
  /** The court’s captions by case id, for reports to the court. */
  readonly captions?: Readonly<Record<string, CourtCaption>>;
  /** Reference lists by file name (`States.json`). */
  readonly lists: Readonly<Record<string, readonly { readonly Name: string }[]>>;
  /** Rules for data files, by form id. */
  readonly dataRules?: Readonly<Record<string, DataRules>>;
  /** By case id. Cases without a rule are never purged. */
  readonly retention?: Readonly<Record<string, Retention>>;
  readonly integrity?: IntegrityRules;
  readonly review: ReviewRules;
  readonly translations?: { readonly [L in TranslationLanguage]?: SettlementTranslation };
}
/** Whose fields are `name1`, `street1`, `city`, `state`, `zip`, `phone1` and `email`. */
export interface IdRequestForm extends Form {
  /** The case of the lost notices, for its retention rule. */
  readonly caseId: string;
}
/** Forms keep the id and version of those that they translate. */
export type SettlementTranslation = Pick<Settlement, 'login' | 'claimForms' | 'receipts'> & {
  readonly idRequest?: Form;
};

/** All forms of a settlement or of its translation, in all their versions. */
export const formsOf = ({ login, idRequest, claimForms }: SettlementTranslation): readonly Form[] => [
  ...(login ? [login] : []),
  ...(idRequest ? [idRequest] : []),
  ...claimForms,
];

/** The IDs of all cases in which claims are filed, in the settlement's order. */
export const caseIdsOf = ({ claimForms }: Pick<Settlement, 'claimForms'>): readonly string[] => [
  ...new Set(claimForms.map(({ caseId }) => caseId)),
];

/** What precedes claim numbers in the reference numbers of the settlement. */
export const referencePrefixesOf = ({ claimForms }: Pick<Settlement, 'claimForms'>): readonly string[] => [
  ...new Set(claimForms.map(({ referencePrefix }) => referencePrefix)),
];

/** A claim form in one of its versions. */
export const findForm = (
  { claimForms }: Pick<Settlement, 'claimForms'>,
  formId: string,
  formVersion: number,
): ClaimForm | undefined => claimForms.find(({ id, version }) => id === formId && version === formVersion);

/** What receipts call the settlement of a case. */
export const caseNameOf = ({ receipts }: Pick<Settlement, 'receipts'>, caseId: string): string =>
  receipts[caseId]?.settlement ?? caseId;
