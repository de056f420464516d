import type { ColumnKey, TableKind } from './rules.ts';

/**
 * What the check of one file found: JSON-serialisable, without sentences (`words/` has them), and the same wherever it was made. Amounts are
 * decimal strings with four decimals. It holds no whole rows and no tax ID: it is stored.
 */
export interface DataReport {
  readonly format: FileFormat;
  readonly tables: readonly TableReport[];
  /** All tables of purchases together; absent when the file has none. */
  readonly purchases?: PurchaseTotals;
  readonly membership?: MembershipTotals;
  /** Every finding is counted, by code. In the order of `findingCodes`. */
  readonly counts: readonly FindingCount[];
  /** At most `keptFindings`, by table and line. When there are more, errors are kept before warnings, and warnings before notes. */
  readonly findings: readonly Finding[];
}

/** What came of a file. */
export type CheckedFile =
  | { readonly outcome: 'checked'; readonly report: DataReport }
  /** It can be read, and nothing in it looks like purchases or membership data: some other document. */
  | { readonly outcome: 'no-data'; readonly format: FileFormat; readonly tables: readonly TableReport[] }
  | { readonly outcome: 'unreadable'; readonly reason: UnreadableReason };

export const unreadableReasons = [
  'empty',
  /** Neither a workbook nor text in lines: a PDF or a picture, whatever its name is. */
  'not-a-table',
  'encrypted',
  'macros',
  /** Excel's formats before 2007, and its binary one. */
  'old-excel',
  /** An archive that unpacks to more than any workbook holds. */
  'too-much-inside',
  'damaged',
  /** A line that is longer than any row. */
  'endless-line',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

export type FileFormat =
  | { readonly kind: 'workbook' }
  | {
      readonly kind: 'delimited';
      readonly delimiter: '|' | '\t' | ',' | ';';
      readonly encoding: Encoding;
    }
  | { readonly kind: 'fixed-width'; readonly encoding: Encoding };
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface TableReport {
  /** Of a sheet. */
  readonly sheet?: string;
  /** `none`: nothing that we know; its rows were not looked at. */
  readonly kind: TableKind | 'none';
  /** The line of the headers; absent where the columns were taken in the order of the template. */
  readonly headerLine?: number;
  /** What stands in the header line, column by column, so that a person can correct which is which. Empty where there is none. */
  readonly headers: readonly string[];
  /** The first data row as it stands, tax IDs masked, for the same purpose. Cells are cut after 40 characters. */
  readonly sample: readonly string[];
  /** Which of the file's columns (from 0) each column of the template was taken from. */
  readonly columns: readonly { readonly key: ColumnKey; readonly index: number }[];
  /** How its dates were read; absent where none depends on it, and in reports of before. */
  readonly dates?: FormatEvidence & { readonly order: DateOrder };
  /** How its numbers were read; `unknown`: those that could be read in both ways do not count. */
  readonly decimals?: FormatEvidence & { readonly mark: DecimalMark | 'unknown' };
  /** Data rows, without headers, totals and blank lines. */
  readonly rows: number;
}

/** In which order the numbers of a date stand: 04/05/2009 is April 5 or 4 May. */
export const dateOrders = ['month-first', 'day-first'] as const;
export type DateOrder = (typeof dateOrders)[number];
/** What stands before the decimals: 1,234.56 or 1.234,56. */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];
/** How columns are written; what is not said is found out. */
export interface ValueFormats {
  readonly dates?: DateOrder;
  readonly decimals?: DecimalMark;
}
/**
 * Why a column was read as it was: the filer chose it, its cells or those of another table prove
 * it, cells prove both, or nothing shows it.
 */
export type FormatReason = 'chosen' | 'proven' | 'other-table' | 'mixed' | 'undecided';
/** How many cells show that they are written so, and how many could be read in both ways. */
export interface FormatEvidence {
  readonly why: FormatReason;
  readonly shown: number;
  readonly open: number;
  /** The first that could be read in both ways, at most 40 characters. */
  readonly example?: string;
}

/** How the filer says that a table is to be read; what is not said is found out. */
export interface ChosenTable extends ValueFormats {
  /** Its place among `DataReport.tables`. */
  readonly table: number;
  readonly kind: TableKind | 'none';
  /** The file's column (from 0) of each column of the template; a key that is missing has none. */
  readonly columns: Readonly<Partial<Record<ColumnKey, number>>>;
}

export interface PurchaseTotals {
  readonly rows: number;
  /** Rows without an error, and what they come to. Reversals count as what they are: less. */
  readonly counted: Sum;
  /** Rows with an error; of their amounts those that could be read. */
  readonly faulty: Sum;
  /** Among the counted. */
  readonly reversals: Sum;
  /** Rows that say the same as an earlier one, among the counted. */
  readonly duplicates: Sum & {
    /** The file has more rows than can be remembered: estimated from a known share of them. */
    readonly estimated: boolean;
  };
  /** Counted rows that name no plan or group. */
  readonly withoutPlan: number;
  /** Of the counted rows. Each list comes to the counted sum. In the order of states, years and amounts. */
  readonly byState: readonly Group[];
  readonly byYear: readonly Group[];
  readonly byDrug: readonly Group[];
  /** By plan or group where a row names one, else by payor; the largest first. */
  readonly byPlan: readonly Group[];
}
export interface Sum {
  readonly rows: number;
  readonly amount: string;
}
export interface Group extends Sum {
  /** A state's name, a year, a drug's label, a plan's name; empty for all that are not named, when there are more than `keptPlans`. */
  readonly name: string;
}

export interface MembershipTotals {
  readonly rows: number;
  /** Rows without an error. */
  readonly counted: number;
  /** The highest year's members, all states and plans together. */
  readonly byYear: readonly { readonly year: string; readonly members: number }[];
  readonly byState: readonly { readonly state: string; readonly members: number }[];
  /** Whose members are counted: plans or groups where rows name them, else payors. At most `keptPlans`. */
  readonly plans: readonly string[];
}

export const maxFindings = 1_000;
export const maxPlans = 2_000;

/** `error`: the row does not count as it stands. `warning`: likely to be asked about. `note`: understood, nothing to do. */
export type Severity = 'error' | 'warning' | 'note';

/** In the order in which they are told. */
export const severityOf = {
  // Of the whole table.
  'column-missing': 'error',
  'no-rows': 'error',
  'no-header': 'warning',
  'column-twice': 'warning',
  'column-unknown': 'note',
  'sheet-not-read': 'note',
  'dates-undecided': 'warning',
  'dates-day-first': 'note',
  'decimals-comma': 'note',
  'repeated-header': 'note',
  'totals-row': 'note',
  'page-text': 'note',
  // Of what was read.
  'line-too-long': 'error',
  'cells-missing': 'error',
  'cells-too-many': 'error',
  'stray-quote': 'warning',
  'nul-bytes': 'warning',
  'characters-broken': 'warning',
  'merged-cells': 'warning',
  'formula-cells': 'note',
  // Of a cell.
  'value-missing': 'error',
  'date-unreadable': 'error',
  'date-outside-period': 'error',
  'date-day-first': 'warning',
  'date-month-first': 'warning',
  'state-unknown': 'error',
  'state-outside-class': 'error',
  'ndc-not-listed': 'error',
  'ndc-shortened': 'error',
  'ndc-ambiguous': 'error',
  'ndc-completed': 'note',
  'drug-unknown': 'error',
  'amount-unreadable': 'error',
  'amount-too-large': 'error',
  'number-ambiguous': 'error',
  'amount-rounded': 'warning',
  'amount-symbols': 'note',
  'amount-zero': 'warning',
  reversal: 'note',
  'year-outside-period': 'error',
  'members-unreadable': 'error',
  'fein-unreadable': 'warning',
  'plan-missing': 'warning',
  'value-too-long': 'warning',
  // Of a row.
  duplicate: 'warning',
} as const satisfies Readonly<Record<string, Severity>>;
export type FindingCode = keyof typeof severityOf;
export const findingCodes: readonly FindingCode[] = Object.keys(severityOf).filter(
  (code): code is FindingCode => code in severityOf,
);

/** What reading met, before a row was looked at. */
export interface ReadProblem {
  readonly code: 'line-too-long' | 'stray-quote' | 'nul-bytes' | 'characters-broken' | 'merged-cells' | 'formula-cells';
  readonly line?: number;
  /** Of what is told once for a sheet: the last line that it is true of, where that is another one. */
  readonly lastLine?: number;
  readonly value?: string;
}

export interface FindingCount {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly count: number;
}
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Its place among `tables`. */
  readonly table: number;
  /** From 1: the line of a text file, the row of a sheet. Absent for what is of the whole table. */
  readonly line?: number;
  readonly column?: ColumnKey;
  /** As the file has it, at most 100 characters; of a tax ID only the last four digits. */
  readonly value?: string;
  /** What it was taken for, or the line of the row that says the same. */
  readonly detail?: string | number;
}

/** A row with errors or warnings as it stands, to be mended and sent again. In memory only: it may hold tax IDs. */
export interface FaultyRow {
  readonly table: number;
  readonly line: number;
  /** By the template's columns, as text. */
  readonly cells: Readonly<Partial<Record<ColumnKey, string>>>;
}
