import type { DataRules } from '@redress/datafiles/rules';
import type { ClaimForm, Form } from '@redress/forms/definition';
import type { Language } from './language.ts';

/**
 * The shape of a case team's content: what `content/` gives, and what the site and the server are given as an argument. Neither of
 * them imports `content/` except where it is composed.
 */
export interface SiteManifest {
  readonly name: string;
  /** The case caption, as the court has it. */
  readonly caption: string;
  /** Toll-free, as it is printed (`1-800-555-0100`). */
  readonly phone: string;
  /** Shown above everything: who runs the site, or that it is a demonstration. */
  readonly banner: string;
  readonly footer: FooterMessages;
  /** IANA name of the court's time zone, in which dates are shown. */
  readonly timeZone: string;
  /** Where a security researcher writes to (`/.well-known/security.txt`). */
  readonly securityEmail: string;
  /** Days of the court (`YYYY-MM-DD`, in any order) on which the text of pages changes: the day after a deadline, the day of an event. */
  readonly changesOn: readonly string[];
  readonly pages: readonly Page[];
  /** What stands around pages in another language. */
  readonly translations?: { readonly [L in Exclude<Language, 'en'>]?: SiteTranslation };
}
export interface FooterMessages {
  readonly consent: string;
  /** The words of the link, and the id of the document that it leads to. */
  readonly privacyPolicy: { readonly label: string; readonly document: string };
  readonly copyright: string;
}
export interface SiteTranslation {
  readonly name: string;
  readonly banner: string;
  readonly footer: FooterMessages;
}

interface PageBase {
  /** `/` or `/name`, without a slash at the end. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines and link previews. */
  readonly description: string;
  /** Its label in the top navigation; pages without one are reached in a flow. */
  readonly navigation?: string;
  /** The page of the navigation that it belongs to, where it has no label of its own. */
  readonly parent?: string;
  /** English where it is not said. */
  readonly language?: Language;
  /** The path of the page that this one says in another language: the same kind, form and way on. */
  readonly translationOf?: string;
  /** Stands below the website's name instead of the manifest's caption, on the pages of another case. */
  readonly caption?: string;
}
/** Prose from `content/pages/<text>.mdx`, without script. */
export interface TextPage extends PageBase {
  readonly kind: 'text';
  readonly text: string;
}
/** Prose with the way on to a form. */
export interface InstructionsPage extends PageBase {
  readonly kind: 'instructions';
  readonly text: string;
  readonly next?: { readonly path: string; readonly label: string };
}
export interface LoginPage extends PageBase {
  readonly kind: 'login';
  readonly form: string;
  /** Where a login leads. */
  readonly next: string;
  /** Stands before the number of a claim that was already filed under the Notice ID. */
  readonly referencePrefix: string;
  readonly messages: LoginPageMessages;
}
export interface FormPage extends PageBase {
  readonly kind: 'form';
  readonly form: string;
  /** The login page whose form is asked in place when the session has ended. */
  readonly login?: string;
  /** Where a filed claim leads. */
  readonly complete: string;
  /** Offered above the form: what helps to fill it in, or takes its place on paper. By their ids. */
  readonly documents?: { readonly label: string; readonly of: readonly string[] };
  readonly messages: FormPageMessages;
}
export interface CompletePage extends PageBase {
  readonly kind: 'complete';
  readonly referencePrefix: string;
  /** Where a visitor without a claim goes. */
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
export type Page = TextPage | InstructionsPage | LoginPage | FormPage | CompletePage;

export interface LoginPageMessages {
  /** The red note: where the IDs come from. */
  readonly note: string;
  readonly button: string;
  /** For people without IDs: the words around the link, `{link}` where it stands. */
  readonly without: { readonly text: string; readonly link: string; readonly href: string };
  /** The toast when nothing matches. */
  readonly notFound: { readonly title: string; readonly text: string };
}
export interface FormPageMessages {
  /** Said on top when the deadline has passed and late claims are taken. */
  readonly late: string;
  /** Said instead of the form when filing is closed. */
  readonly closed: string;
}

/** What the receipt of a claim says besides the claim itself, on paper and by e-mail. */
export interface ReceiptMessages {
  /** The settlement that the claim is filed in. */
  readonly settlement: string;
  /** The case caption, as the court has it. */
  readonly caption?: string;
  readonly heading: string;
  /** What happens next, a paragraph each. */
  readonly next: readonly string[];
  /** How to send a data file again that was mended; for forms that take data files. */
  readonly mending?: string;
}

/**
 * How long the personal data of a case is kept: to the end of the day so many years after `from`, a day of the court (`YYYY-MM-DD`), such as
 * a deadline or the final distribution; that of a claim which was filed later, so many years after its filing.
 */
export interface Retention {
  readonly from: string;
  readonly years: number;
}

/** Everything of a case that the server needs. */
export interface Settlement {
  readonly site: SiteManifest;
  readonly login: Form;
  readonly claimForms: readonly ClaimForm[];
  /** By the id of the case that a form belongs to. */
  readonly receipts: Readonly<Record<string, ReceiptMessages>>;
  /** Reference lists by file name (`States.json`). */
  readonly lists: Readonly<Record<string, readonly { readonly Name: string }[]>>;
  /** What data files are checked against, by the id of the form that takes them. */
  readonly dataRules?: Readonly<Record<string, DataRules>>;
  /** By the id of the case. Of a case without a rule nothing is ever purged. */
  readonly retention?: Readonly<Record<string, Retention>>;
  readonly translations?: { readonly [L in Exclude<Language, 'en'>]?: SettlementTranslation };
}
/** What the server says of a case in another language; the forms by the ids and versions of those that they translate. */
export type SettlementTranslation = Pick<Settlement, 'login' | 'claimForms' | 'receipts'>;
