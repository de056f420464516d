/**
 * The closed language that forms are written in: plain data, JSON-serialisable, so that the browser, the server, a PDF and a hash
 * can all read it. There are no expressions and no plug-ins: an odd page is written by hand with the same fields.
 */

/** A piece of running text: words, or a link. */
export type Span = string | { readonly text: string; readonly href: string };
/** One paragraph or list entry. */
export type Line = string | readonly Span[];
/** Text between the fields: paragraphs, lists and small headings. */
export type Block = Line | { readonly list: readonly Line[] } | { readonly heading: string };
export type Prose = readonly Block[];

/**
 * What an answer must be. Each rule carries its own message, because messages belong to the field.
 * `than` counts characters (code points). `pattern` is the source of a regular expression for the whole answer, with the `u` flag.
 */
export type Rule =
  | { readonly rule: 'required'; readonly message: string }
  | { readonly rule: 'min' | 'max'; readonly than: number; readonly message: string }
  | { readonly rule: 'pattern'; readonly pattern: string; readonly message: string };

/**
 * When something is shown or due. `field` must stand earlier in the form; a hidden field counts as unanswered.
 * `atLeast` compares an amount in whole dollars. `context` is what the caller knows and nobody types on this form.
 */
export type Condition =
  | { readonly field: string; readonly is: string | readonly string[] | boolean }
  | { readonly field: string; readonly atLeast: number }
  | { readonly field: string; readonly answered: boolean }
  | { readonly context: keyof Context; readonly is: 'absent' };

/** What is known besides the answers: the Notice ID of the login. */
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
  /** In the order in which their messages are shown. */
  readonly rules: readonly Rule[];
  readonly shownWhen?: Condition;
}

/** The kinds whose answer is one line that the claimant types. */
export type TypedKind = 'text' | 'email' | 'phone' | 'zip' | 'code' | 'taxId' | 'money' | 'count' | 'signature';
export interface TypedField extends FieldBase {
  readonly kind: TypedKind;
  /** Which keyboard a phone offers for a `code`. */
  readonly keyboard?: 'numeric';
  /** The answer may hold tax IDs among other words: it is kept like one, and shown with them masked. */
  readonly mayHoldTaxIds?: true;
}
export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox';
}
/** One of a list. `labels` gives an option other words than its value, by its place. */
export interface SelectField extends FieldBase {
  readonly kind: 'select';
  readonly options: readonly string[];
  readonly labels?: readonly string[];
}
/** One of a few, all in sight. `labels` as above. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly string[];
  readonly labels?: readonly string[];
}
/** A list of the same few fields, a row each. A row in which nothing is typed counts as not there. */
export interface RowsField extends FieldBase {
  readonly kind: 'rows';
  readonly of: readonly TypedField[];
  /** How many rows there must be at least; the first ones are judged even when they are empty. */
  readonly atLeast: number;
  readonly atMost: { readonly rows: number; readonly message: string };
  /** What one row is called, as in "Class member 3". */
  readonly rowLabel: string;
}
export type Field = TypedField | CheckboxField | SelectField | ChoiceField | RowsField;
export type FieldKind = Field['kind'];

export interface ProseItem {
  readonly kind: 'prose';
  readonly prose: Prose;
  readonly shownWhen?: Condition;
}
/** Not an answer: its proof travels beside the answers, under `name`. */
export interface CaptchaItem {
  readonly kind: 'captcha';
  readonly name: string;
  readonly label: string;
  readonly rules: readonly Rule[];
}
/** A field that no person sees: what fills it in is a machine. Never a reason to refuse, only a mark on the claim. */
export interface HoneypotItem {
  readonly kind: 'honeypot';
  readonly name: string;
  readonly label: string;
}
/** A kind of file, named by the usual ending without the dot. */
export type FileType = 'pdf' | 'jpg' | 'png' | 'heic' | 'tif' | 'docx' | 'xlsx' | 'csv' | 'txt';
/** Not an answer: files follow the claim one by one. */
export interface DocumentsItem {
  readonly kind: 'documents';
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly maxFiles: number;
  /** Bytes in one file. */
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** When documents are due, or always. A claim without them is taken all the same and marked. */
  readonly due?: readonly DueDocuments[];
  /** Tables among the documents are checked while the claimant waits. */
  readonly dataFiles?: DataFiles;
}
export interface DueDocuments {
  readonly when?: Condition;
  readonly message: string;
  /** No longer said once a data file has it; without this, once there is any document. */
  readonly data?: 'purchases' | 'membership';
}
/** What of the documents is data in rows, and which answers it is compared with. */
export interface DataFiles {
  /** Bytes in one data file: those that can hold a million rows are larger than other documents. */
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** The amount that is claimed. */
  readonly amount: string;
  /** From how many whole dollars on purchases are due. */
  readonly purchasesDueFrom: number;
  /** Who files for others, and the rows that name them. */
  readonly agent: { readonly when: Condition; readonly rows: string; readonly name: string };
  /** The field that names a filer who files for itself. */
  readonly ownName: string;
}
/** Says again what an earlier field says, under another name: part of the answers, but nobody fills it in or reads it on a form. */
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
  /** What it is written in: English where it is not said. Its answers mean the same in every language. */
  readonly language?: Language;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** A form whose answers become a claim. */
export interface ClaimForm extends Form {
  /** Which case the claim belongs to. */
  readonly caseId: string;
  /** The last part of the API's path, as in `/api/ConsumerClaimants`. */
  readonly resource: string;
  /** Stands before the claim number in the reference that a claimant is given. */
  readonly referencePrefix: string;
  /** The last day of filing (`YYYY-MM-DD`), to its end in `timeZone`. */
  readonly deadline: string;
  /** IANA name of the court's time zone. */
  readonly timeZone: string;
  readonly afterDeadline: 'accept-late' | 'close';
  /** Whether the claimant must be logged in by Notice ID and Unique ID. */
  readonly login: 'required' | 'none';
  /** The largest JSON body that is taken, in bytes. */
  readonly maxBodyBytes: number;
}

/** Keeps the literal types of a definition, so that its answers' type can be inferred. */
export const defineForm = <const F extends Form>(form: F): F => form;

/** True for the items that a claimant answers. */
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

/** True for a form whose answers become a claim. */
export function isClaimForm(form: Form): form is ClaimForm {
  return 'resource' in form;
}

/** The most values that a form can hold: one for each field, and one for each cell of every row. */
export const maxValueCount = (form: Form): number =>
  form.sections
    .flatMap((section) => section.items.filter(isField))
    .reduce((sum, field) => sum + (field.kind === 'rows' ? field.atMost.rows * field.of.length : 1), 0);
