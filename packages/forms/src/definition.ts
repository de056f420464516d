/**
 * Browser, server, PDF and hash share form definitions, which are plain, JSON-serializable data.
 * The language is closed: it has no expressions and no plug-ins.
 */

/** A span is plain text or a link. */
export type Span = string | { readonly text: string; readonly href: string };
/** A line is a paragraph or an entry of a list. */
export type Line = string | readonly Span[];
/** Text between fields has paragraphs, lists and small headings. */
export type Block = Line | { readonly list: readonly Line[] } | { readonly heading: string };
export type Prose = readonly Block[];

/**
 * A rule for an answer, with its error message. `min` and `max` count code points. `atLeast` and
 * `atMost` limit numbers (dollars for `money`, with up to two decimals) and days (`YYYY-MM-DD`).
 * `pattern` is the source of a regular expression for the whole answer, with the `u` flag; for
 * `money` and `count` it replaces the check of the kind.
 */
export type Rule =
  | { readonly rule: 'required'; readonly message: string }
  | { readonly rule: 'min' | 'max'; readonly than: number; readonly message: string }
  | { readonly rule: 'atLeast' | 'atMost'; readonly than: number | string; readonly message: string }
  | { readonly rule: 'pattern'; readonly pattern: string; readonly message: string };

/**
 * A condition shows or requires something. `field` must come earlier in the form; a hidden field
 * counts as unanswered. `atLeast` compares a number, or the dollars of an amount. `context` is a
 * fact that the caller knows.
 */
export type Condition =
  | { readonly field: string; readonly is: string | readonly string[] | boolean }
  | { readonly field: string; readonly atLeast: number }
  | { readonly field: string; readonly answered: boolean }
  | { readonly context: 'noticeId'; readonly is: 'absent' };

/** Conditions can test the Notice ID of the login besides the answers. */
export interface Context {
  readonly noticeId?: string;
  /** Masked answers, by field, for which the server has the text: they are valid as they are. */
  readonly mailed?: Readonly<Record<string, string>> | undefined;
}

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** The HTML `autocomplete` token. */
  readonly autocomplete?: string;
  /** Messages appear in the order of the rules. */
  readonly rules: readonly Rule[];
  readonly shownWhen?: Condition;
}

/** Answers of these kinds are dollars and cents, a whole number, or decimal hours. */
export const numericKinds = ['money', 'count', 'hours'] as const;
/**
 * An answer is one typed line. A `date` is typed as in the US (3/14/2025), stored as `YYYY-MM-DD`.
 */
export type TypedKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'zip'
  | 'code'
  | 'taxId'
  | (typeof numericKinds)[number]
  | 'date'
  | 'signature';
export interface TypedField extends FieldBase {
  readonly kind: TypedKind;
  /** A numeric `code` gets the phone keyboard. */
  readonly keyboard?: 'numeric';
  /** The answer may contain tax IDs: it is stored encrypted, and shown with them masked. */
  readonly mayHoldTaxIds?: true;
}
export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox';
}
/** The answer is one option of a list. `labels` replaces values by index. */
export interface SelectField extends FieldBase {
  readonly kind: 'select';
  readonly options: readonly string[];
  readonly labels?: readonly string[];
}
/** The answer is one of a few options, shown as radio buttons. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly string[];
  readonly labels?: readonly string[];
}
/** Rows repeat the same fields. Blank rows are ignored. */
export interface RowsField extends FieldBase {
  readonly kind: 'rows';
  readonly of: readonly TypedField[];
  /** The minimum number of rows. The first ones are checked even if blank. */
  readonly atLeast: number;
  readonly atMost: { readonly rows: number; readonly message: string };
  /** Names a row, as in "Class member 3". */
  readonly rowLabel: string;
  /**
   * Adds up the `money` cells named `of`, as for documented losses, and limits the sum in dollars.
   */
  readonly total?: {
    readonly of: string;
    readonly label: string;
    readonly atMost?: { readonly than: number; readonly message: string };
  };
}
export type Field = TypedField | CheckboxField | SelectField | ChoiceField | RowsField;
export type FieldKind = Field['kind'];

export interface ProseItem {
  readonly kind: 'prose';
  readonly prose: Prose;
  readonly shownWhen?: Condition;
}
/** A captcha is not an answer. Its proof is sent as `name`. */
export interface CaptchaItem {
  readonly kind: 'captcha';
  readonly name: string;
  readonly label: string;
  readonly rules: readonly Rule[];
}
/** A hidden field that only bots fill in. This marks the claim, but never rejects it. */
export interface HoneypotItem {
  readonly kind: 'honeypot';
  readonly name: string;
  readonly label: string;
}
/** Types are named by their usual extension. */
export type FileType = 'pdf' | 'jpg' | 'png' | 'heic' | 'tif' | 'docx' | 'xlsx' | 'csv' | 'txt';
/** Documents are not answers, because uploads follow the claim. */
export interface DocumentsItem {
  readonly kind: 'documents';
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly maxFiles: number;
  /** The limit is in bytes per file. */
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** Some answers make documents due. A claim without them is accepted and marked. */
  readonly due?: readonly DueDocuments[];
  /** Data files are checked while the claimant waits. */
  readonly dataFiles?: DataFiles;
}
export interface DueDocuments {
  readonly when?: Condition;
  readonly message: string;
  /** The message disappears with a data file of this kind; without `data`, with any upload. */
  readonly data?: 'purchases' | 'membership';
}
/** Data files among the uploads are compared with answers. */
export interface DataFiles {
  /** The limit is in bytes per data file. */
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** Names the field of the claimed amount. */
  readonly amount: string;
  /** Purchase data is due for claims of at least this many whole dollars. */
  readonly purchasesDueFrom: number;
  /** `when` tells agents from class members, and `rows` name the members that they file for. */
  readonly agent: { readonly when: Condition; readonly rows: string; readonly name: string };
  /** Names the field with the name of a class member that files for itself. */
  readonly ownName: string;
}
/** An echo repeats the answer of an earlier field under another name. Forms do not show it. */
export interface EchoItem {
  readonly kind: 'echo';
  readonly name: string;
  readonly of: string;
  readonly shownWhen?: Condition;
}
export type Item = Field | EchoItem | ProseItem | CaptchaItem | HoneypotItem | DocumentsItem;

export interface Section {
  readonly letter?: string;
  readonly title: string;
  readonly shownWhen?: Condition;
  readonly items: readonly Item[];
}

/** English is the language of the case and of court papers. */
export type Language = 'en' | 'es';

/** A published version never changes; a change is a new version. */
export interface Form {
  readonly id: string;
  readonly version: number;
  /** The default is English. Answers are the same in every language. */
  readonly language?: Language;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** The answers of a claim form become a claim. */
export interface ClaimForm extends Form {
  readonly caseId: string;
  /** The API’s path ends with this segment, as in `/api/ConsumerClaimants`. */
  readonly resource: string;
  /** Precedes the claim number in reference numbers. */
  readonly referencePrefix: string;
  /** The last day of filing (`YYYY-MM-DD`) in `timeZone`. */
  readonly deadline: string;
  /** The court's time zone has its IANA name. */
  readonly timeZone: string;
  readonly afterDeadline: 'accept-late' | 'close';
  /** Logins need a Notice ID and a Unique ID. */
  readonly login: 'required' | 'none';
  /** The limit of the JSON body is in bytes. */
  readonly maxBodyBytes: number;
}

/** Keeps literal types, from which the type of answers is inferred. */
export const defineForm = <const F extends Form>(form: F): F => form;

const notFields: readonly string[] = ['prose', 'echo', 'captcha', 'honeypot', 'documents'];
export const isField = (item: Item): item is Field => !notFields.includes(item.kind);

export function isTyped(field: Field): field is TypedField {
  return field.kind !== 'checkbox' && field.kind !== 'select' && field.kind !== 'choice' && field.kind !== 'rows';
}

export function isClaimForm(form: Form): form is ClaimForm {
  return 'resource' in form;
}

/** Counts one value for each field, and for each cell of the maximum of rows. */
export const maxValueCount = (form: Form): number =>
  form.sections
    .flatMap((section) => section.items.filter(isField))
    .reduce((sum, field) => sum + (field.kind === 'rows' ? field.atMost.rows * field.of.length : 1), 0);
