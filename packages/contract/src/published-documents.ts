import type { ClaimForm, Line, Prose, TypedField } from '@redress/forms/definition';
import type { Language } from './language.ts';

/** A document of the case that people download: a notice, a court paper, a form to print, a spreadsheet. */
export interface PublishedDocument {
  /**
   * Its file's name without the ending, in `/documents/<id>.pdf`. An official file `content/documents/<id>.pdf` (or `.xlsx`) takes the
   * place of what is made from `source`.
   */
  readonly id: string;
  /** In its own language: the link's words, the file's title and its first heading. */
  readonly title: string;
  readonly language: Language;
  readonly source: DocumentSource;
}
export type DocumentSource = ProseDocument | ClaimFormDocument | Workbook;

/** Prose on paper. */
export interface ProseDocument {
  readonly kind: 'prose';
  /** The court's heading; papers that no court sees have none. */
  readonly caption?: CourtCaption;
  /** Said in a box before the text, such as that it is a specimen. */
  readonly notice?: string;
  /** Paragraphs, `##` and `###` headings, lists, tables, bold, italics and links. The title is not repeated. */
  readonly markdown: string;
  /** `one-page`: set so that it fits one sheet; a text that is too long for that fails the build. */
  readonly layout?: 'one-page';
}
export interface CourtCaption {
  readonly court: string;
  readonly caption: string;
  readonly docketNumber: string;
  /** The day on the docket (`YYYY-MM-DD`), where it is known. */
  readonly filed?: string;
}

/** A claim form to fill in on screen or by hand, and to mail. */
export interface ClaimFormDocument {
  readonly kind: 'claim-form';
  readonly form: ClaimForm;
  /** The settlement's name, and the court's name for the case where there is one. */
  readonly settlement: string;
  readonly caption?: string;
  /** Stands by itself near the top: by when the form must be on its way. */
  readonly deadline: string;
  /** Before the sections: who files, how to fill it in. */
  readonly instructions: Prose;
  readonly mailTo: readonly string[];
  /** What to look at again before it is mailed. */
  readonly checklist: readonly Line[];
  /** How many rows a list of rows has on paper; more go on a sheet of their own. */
  readonly rowsOnPaper?: number;
  /** Asked on paper only, before the first section's questions: what the screen knows from the login. */
  readonly extraFields?: readonly TypedField[];
  /** What reads otherwise on paper: items by their names, sections by their letters. */
  readonly itemsOnPaper?: Readonly<Record<string, ItemOnPaper>>;
  readonly sectionsOnPaper?: Readonly<Record<string, SectionOnPaper>>;
}
export interface ItemOnPaper {
  readonly label?: string;
  /** An empty one: none on paper. */
  readonly hint?: string;
  /** Of a documents item: what to enclose, and how. */
  readonly prose?: Prose;
}
export interface SectionOnPaper {
  readonly title?: string;
  /** Stands for all prose of the section. */
  readonly prose?: Prose;
}

/** A spreadsheet. Everything in it is a value: no text of it becomes a formula. */
export interface Workbook {
  readonly kind: 'workbook';
  readonly sheets: readonly Sheet[];
}
/** A table that begins in the first row, ready for a program to read; with `intro`, a text for people with a table below it. */
export interface Sheet {
  readonly name: string;
  /** The first line is the title. */
  readonly intro?: readonly (string | { readonly heading: string })[];
  readonly columns: readonly Column[];
  readonly rows?: readonly (readonly (string | number)[])[];
  /** How many rows below are prepared to be filled in, so that what is typed there keeps the format of its column. */
  readonly blankRows?: number;
}
export interface Column {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  /** `text` keeps leading zeros; a `date` is a day, given as `YYYY-MM-DD`. */
  readonly format: 'text' | 'date' | 'amount' | 'count';
  /** Shown beside the cell that is being filled in, up to 225 characters. */
  readonly hint?: string;
  readonly check?: ColumnCheck;
}
/** What may be typed into a column, as far down as the sheet goes. Anything else is refused with the message, up to 225 characters. */
export type ColumnCheck = { readonly message: string } & (
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'days'; readonly from: string; readonly to: string }
  | { readonly kind: 'amounts' }
  | { readonly kind: 'counts' }
  | { readonly kind: 'length'; readonly atMost: number }
);

/** A document as it was made or put in place: what the website shows of it. */
export interface PublishedFile {
  readonly id: string;
  /** Its name below `/documents/`. */
  readonly file: string;
  readonly type: 'PDF' | 'Excel';
  readonly bytes: number;
  /** Of a PDF. */
  readonly pages?: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** It was put into `content/documents/`, and not made from the source. */
  readonly isOfficial: boolean;
}
