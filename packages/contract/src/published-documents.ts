import type { ClaimForm, Line, Prose, TypedField } from '@redress/forms/definition';
import type { Language } from './language.ts';

/** The website offers notices, court papers, forms to print and spreadsheets to download. */
export interface PublishedDocument {
  /**
   * Its file name without extension, as in `/documents/<id>.pdf`. An official
   * `content/<settlement>/documents/<id>.pdf` (or `.xlsx`) replaces the one from `source`.
   */
  readonly id: string;
  /** The link, the file's title and its first heading, in the document’s language. */
  readonly title: string;
  readonly language: Language;
  /** Shown beside a court paper whose date is known. */
  readonly date?: DocumentDate;
  readonly source: DocumentSource;
}
export interface DocumentDate {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** On this day the paper is filed or announced, or the hearing that it sets is held. */
  readonly event: 'filed' | 'announced' | 'hearing';
}
export type DocumentSource = ProseDocument | ClaimFormDocument | Workbook;

export interface ProseDocument {
  readonly kind: 'prose';
  /** Only court papers have the court’s caption. */
  readonly caption?: CourtCaption;
  /** Appears in a box before the text, such as “specimen”. */
  readonly notice?: string;
  /**
   * May have paragraphs, `##` and `###` headings, lists, tables, bold, italics and links; no title.
   */
  readonly markdown: string;
  /** `one-page`: if the text does not fit on one page, the build fails. */
  readonly layout?: 'one-page';
}
export interface CourtCaption {
  readonly court: string;
  readonly caption: string;
  readonly docketNumber: string;
  /** The day of filing (`YYYY-MM-DD`), if known. */
  readonly filed?: string;
}

/** Claimants fill in this form on screen or by hand, and mail it. */
export interface ClaimFormDocument {
  readonly kind: 'claim-form';
  readonly form: ClaimForm;
  readonly settlement: string;
  readonly caption?: string;
  /** The mailing deadline appears near the top, with the consequence for a later claim. */
  readonly deadline: string;
  readonly afterDeadline: string;
  /** The instructions precede the sections. */
  readonly instructions: Prose;
  readonly mailTo: readonly string[];
  /** Claimants check these points before mailing. */
  readonly checklist: readonly Line[];
  /** This many rows of a `rows` field are printed. More rows go on a separate sheet. */
  readonly printedRows?: number;
  /** The website knows these fields from the login. They are printed before the first section. */
  readonly extraFields?: readonly TypedField[];
  /** Texts that differ on paper: items by name, sections by letter. */
  readonly printedItems?: Readonly<Record<string, PrintedItem>>;
  readonly printedSections?: Readonly<Record<string, PrintedSection>>;
}
export interface PrintedItem {
  readonly label?: string;
  /** An empty hint is not printed. */
  readonly hint?: string;
  /** A documents item says what to enclose. */
  readonly prose?: Prose;
}
export interface PrintedSection {
  readonly title?: string;
  /** Replaces all prose of the section. */
  readonly prose?: Prose;
}

/** All cells are values: no text becomes a formula. */
export interface Workbook {
  readonly kind: 'workbook';
  readonly sheets: readonly Sheet[];
  /** Programs show this sheet first, by default the first one. */
  readonly opensOn?: string;
}
/** The table begins in the first row, or below `intro`, an introduction for people. */
export interface Sheet {
  readonly name: string;
  /** The first line is the title. */
  readonly intro?: readonly (string | { readonly heading: string })[];
  readonly columns: readonly Column[];
  readonly rows?: readonly (readonly (string | number)[])[];
  /** This many empty rows have the formats of their columns. */
  readonly blankRows?: number;
}
export interface Column {
  readonly header: string;
  /** The width is in characters. */
  readonly width: number;
  /**
   * `text` keeps leading zeros. Values of `date` are `YYYY-MM-DD`, and `share` is shown in percent.
   */
  readonly format: 'text' | 'date' | 'amount' | 'count' | 'share';
  /** Spreadsheets show up to 225 characters beside the selected cell. */
  readonly hint?: string;
  readonly check?: ColumnCheck;
}
/** Spreadsheets reject other values with the message, up to 225 characters. */
export type ColumnCheck = { readonly message: string } & (
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'days'; readonly from: string; readonly to: string }
  | { readonly kind: 'amounts' }
  | { readonly kind: 'counts' }
  | { readonly kind: 'length'; readonly atMost: number }
);

/** The website shows generated and official documents alike. */
export interface PublishedFile {
  readonly id: string;
  /** The name in `/documents/`. */
  readonly file: string;
  readonly type: 'PDF' | 'Excel';
  readonly bytes: number;
  /** Only PDFs have pages. */
  readonly pages?: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** The file comes from the settlement’s `documents/` and was not generated. */
  readonly isOfficial: boolean;
}
