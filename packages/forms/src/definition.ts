/**
 * The closed language of form definitions: plain, JSON-serializable data, which browser, server,
 * PDF and hash share. There are no expressions and no plug-ins.
 */

/** A piece of running text: plain or a link. */
export type Span = string | { readonly text: string; readonly href: string };
/** One paragraph or list entry. */
export type Line = string | readonly Span[];
/** Text between fields: paragraphs, lists and small headings. */
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
 * A condition for showing or requiring something. `field` must come earlier in the form; a hidden
 * field counts as unanswered. `atLeast` compares a number; of an amount, whole dollars. `context` is a fact
 * that the caller knows.
 */
export type Condition =
  | { readonly field: string; readonly is: string | readonly string[] | boolean }
  | { readonly field: string; readonly atLeast: number }
  | { readonly field: string; readonly answered: boolean }
  | { readonly context: keyof Context; readonly is: 'absent' };

/** Facts besides the answers: the Notice ID of the login. */
export interface Context {
  readonly noticeId?: string;
}

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** The HTML `autocomplete` token. */
  readonly autocomplete?: string;
  /** In the order of their messages. */
  readonly rules: readonly Rule[];
  readonly shownWhen?: Condition;
}

/** Kinds whose answer is a number: dollars and cents, a whole number, or decimal hours. */
export const numericKinds = ['money', 'count', 'hours'] as const;
/**
 * Kinds whose answer is one typed line. A `date` is typed as in the US (3/14/2025), and stored as
 * `YYYY-MM-DD`.
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
  /** The phone keyboard for a `code`. */
  readonly keyboard?: 'numeric';
  /** The answer may contain tax IDs: it is stored encrypted, and shown with them masked. */
  readonly mayHoldTaxIds?: true;
}
export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox';
}
/** One option of a list. `labels` replaces values by index. */
export interface SelectField extends FieldBase {
  readonly kind: 'select';
  readonly options: readonly string[];
  readonly labels?: readonly string[];
}
/** One of a few options, as radio buttons. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly string[];
  readonly labels?: readonly string[];
}
/** Repeated rows of the same fields. Blank rows are ignored. */
export interface RowsField extends FieldBase {
  readonly kind: 'rows';
  readonly of: readonly TypedField[];
  /** The minimum number of rows. The first ones are checked even if blank. */
  readonly atLeast: number;
  readonly atMost: { readonly rows: number; readonly message: string };
  /** The name of a row, as in "Class member 3". */
  readonly rowLabel: string;
  /** Adds up the `money` cells named `of`, as for documented losses, and limits the sum in dollars. */
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
/** Not an answer: its proof is sent as `name`. */
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
/** A file type, by its usual extension. */
export type FileType = 'pdf' | 'jpg' | 'png' | 'heic' | 'tif' | 'docx' | 'xlsx' | 'csv' | 'txt';
/** Not an answer: uploads follow the claim. */
export interface DocumentsItem {
  readonly kind: 'documents';
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly maxFiles: number;
  /** Bytes per file. */
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** When documents are due. A claim without them is accepted and marked. */
  readonly due?: readonly DueDocuments[];
  /** Settings for data files, which are checked while the claimant waits. */
  readonly dataFiles?: DataFiles;
}
export interface DueDocuments {
  readonly when?: Condition;
  readonly message: string;
  /** The message disappears with a data file of this kind; without `data`, with any upload. */
  readonly data?: 'purchases' | 'membership';
}
/** Data files among the uploads, and the answers that they are compared with. */
export interface DataFiles {
  /** Bytes per data file. */
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** The field of the claimed amount. */
  readonly amount: string;
  /** Purchases are due from this amount on, in whole dollars. */
  readonly purchasesDueFrom: number;
  /** The condition for filing on behalf of others, and the rows that name them. */
  readonly agent: { readonly when: Condition; readonly rows: string; readonly name: string };
  /** The field with the name of a filer who files for itself. */
  readonly ownName: string;
}
/** Repeats the answer of an earlier field under another name. Not shown on the form. */
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

/** Languages of forms and websites. English is the language of the case and of court papers. */
export type Language = 'en' | 'es';

/** A set of questions. A published version never changes; a change is a new version. */
export interface Form {
  readonly id: string;
  readonly version: number;
  /** English by default. Answers are the same in every language. */
  readonly language?: Language;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** A form whose answers become a claim. */
export interface ClaimForm extends Form {
  readonly caseId: string;
  /** The last segment of the API’s path, as in `/api/ConsumerClaimants`. */
  readonly resource: string;
  /** Precedes the claim number in reference numbers. */
  readonly referencePrefix: string;
  /** The last day of filing (`YYYY-MM-DD`) in `timeZone`. */
  readonly deadline: string;
  /** IANA name of the court's time zone. */
  readonly timeZone: string;
  readonly afterDeadline: 'accept-late' | 'close';
  /** Whether the claimant must log in with Notice ID and Unique ID. */
  readonly login: 'required' | 'none';
  /** The largest accepted JSON body, in bytes. */
  readonly maxBodyBytes: number;
}

/** Keeps literal types, from which the type of answers is inferred. */
export const defineForm = <const F extends Form>(form: F): F => form;

export function isField(item: Item): item is Field {
  switch (item.kind) {
    case 'prose':
    case 'echo':
    case 'captcha':
    case 'honeypot':
    case 'documents':
      return false;
    default:
      return true;
  }
}

export function isTyped(field: Field): field is TypedField {
  return field.kind !== 'checkbox' && field.kind !== 'select' && field.kind !== 'choice' && field.kind !== 'rows';
}

export function isClaimForm(form: Form): form is ClaimForm {
  return 'resource' in form;
}

/** The largest number of values in a form: one per field and per cell of every row. */
export const maxValueCount = (form: Form): number =>
  form.sections
    .flatMap((section) => section.items.filter(isField))
    .reduce((sum, field) => sum + (field.kind === 'rows' ? field.atMost.rows * field.of.length : 1), 0);
