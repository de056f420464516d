import type { ClaimForm, Line, Prose, TypedField } from '@redress/forms/definition';
import type { Language } from './language.ts';

/** A document to download: a notice, a court paper, a form to print, a spreadsheet. */
export interface PublishedDocument {
  /**
   * Its file name without extension, as in `/documents/<id>.pdf`. An official
   * `content/<settlement>/documents/<id>.pdf` (or `.xlsx`) replaces what `source` generates.
   */
  readonly id: string;
  /** In the document’s language: the link, the title of the file and its first heading. */
  readonly title: string;
  readonly language: Language;
  /** Shown beside a court paper, where a date is known. */
  readonly date?: DocumentDate;
  readonly source: DocumentSource;
}
export interface DocumentDate {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** What happened on the day: the paper was filed or announced, or the hearing it sets is held. */
  readonly event: 'filed' | 'announced' | 'hearing';
}
export type DocumentSource = ProseDocument | ClaimFormDocument | Workbook;

export interface ProseDocument {
  readonly kind: 'prose';
  /** The court’s caption, on court papers. */
  readonly caption?: CourtCaption;
  /** A box before the text, such as “specimen”. */
  readonly notice?: string;
  /** Paragraphs, `##` and `###` headings, lists, tables, bold, italics and links; no title. */
  readonly markdown: string;
  /** `one-page`: fits one page, or fails the build. */
  readonly layout?: 'one-page';
}
export interface CourtCaption {
  readonly court: string;
  readonly caption: string;
  readonly docketNumber: string;
  /** The day of filing (`YYYY-MM-DD`), if known. */
  readonly filed?: string;
}

/** A claim form to fill in on screen or by hand, and mail. */
export interface ClaimFormDocument {
  readonly kind: 'claim-form';
  readonly form: ClaimForm;
  readonly settlement: string;
  readonly caption?: string;
  /** The mailing deadline, near the top, and what becomes of a later claim. */
  readonly deadline: string;
  readonly afterDeadline: string;
  /** Comes before the sections. */
  readonly instructions: Prose;
  readonly mailTo: readonly string[];
  /** What to check before mailing. */
  readonly checklist: readonly Line[];
  /** The number of printed rows in a `rows` field. More go on a separate sheet. */
  readonly printedRows?: number;
  /** Printed before the first section: what the website knows from the login. */
  readonly extraFields?: readonly TypedField[];
  /** Texts that differ on paper, of items by name and sections by letter. */
  readonly printedItems?: Readonly<Record<string, PrintedItem>>;
  readonly printedSections?: Readonly<Record<string, PrintedSection>>;
}
export interface PrintedItem {
  readonly label?: string;
  /** Empty: not printed. */
  readonly hint?: string;
  /** For a documents item: what to enclose. */
  readonly prose?: Prose;
}
export interface PrintedSection {
  readonly title?: string;
  /** Replaces all prose of the section. */
  readonly prose?: Prose;
}

/** A spreadsheet. All cells are values: no text becomes a formula. */
export interface Workbook {
  readonly kind: 'workbook';
  readonly sheets: readonly Sheet[];
  /** The name of the sheet that programs show first. Defaults to the first one. */
  readonly opensOn?: string;
}
/** A table for programs, from the first row on, or below `intro`, a text for people. */
export interface Sheet {
  readonly name: string;
  /** The first line is the title. */
  readonly intro?: readonly (string | { readonly heading: string })[];
  readonly columns: readonly Column[];
  readonly rows?: readonly (readonly (string | number)[])[];
  /** The number of empty rows with the formats of their columns. */
  readonly blankRows?: number;
}
export interface Column {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  /**
   * `text` keeps leading zeros. Values of `date` are `YYYY-MM-DD`, and `share` is shown in percent.
   */
  readonly format: 'text' | 'date' | 'amount' | 'count' | 'share';
  /** Shown beside the selected cell, up to 225 characters. */
  readonly hint?: string;
  readonly check?: ColumnCheck;
}
/** Valid values of a column. Anything else is rejected with the message, up to 225 characters. */
export type ColumnCheck = { readonly message: string } & (
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'days'; readonly from: string; readonly to: string }
  | { readonly kind: 'amounts' }
  | { readonly kind: 'counts' }
  | { readonly kind: 'length'; readonly atMost: number }
);

/** A generated or official document, as the website shows it. */
export interface PublishedFile {
  readonly id: string;
  /** Its name in `/documents/`. */
  readonly file: string;
  readonly type: 'PDF' | 'Excel';
  readonly bytes: number;
  /** PDFs only. */
  readonly pages?: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** From the settlement’s `documents/` instead of generated from the source. */
  readonly isOfficial: boolean;
}
