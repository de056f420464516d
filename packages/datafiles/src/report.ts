import type { ColumnKey, TableKind } from './rules.ts';

/**
 * The result of checking one file, as JSON-serializable data without sentences (`messages/` has
 * them). It is stored with the claim, so it holds no whole rows and no tax IDs. Amounts are decimal
 * strings with four decimals.
 */
export interface DataReport {
  readonly format: FileFormat;
  readonly tables: readonly TableReport[];
  /** All tables of purchases together; absent if there are none. */
  readonly purchases?: PurchaseTotals;
  readonly membership?: MembershipTotals;
  /** Counts all findings, in the order of `findingCodes`. */
  readonly counts: readonly FindingCount[];
  /** At most `maxFindings`, by table and line; the most severe are kept first. */
  readonly findings: readonly Finding[];
}

export type CheckedFile =
  | { readonly outcome: 'checked'; readonly report: DataReport }
  /** Readable, but nothing looks like purchases or membership data. */
  | { readonly outcome: 'no-data'; readonly format: FileFormat; readonly tables: readonly TableReport[] }
  | { readonly outcome: 'unreadable'; readonly reason: UnreadableReason };

export const unreadableReasons = [
  'empty',
  /** Neither a workbook nor lines of text, but perhaps a PDF or a picture. */
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
  readonly sheet?: string;
  /** `none`: unknown, so its rows were not read. */
  readonly kind: TableKind | 'none';
  /** Absent if the columns are in the template's order. */
  readonly headerLine?: number;
  /** The cells of the header line, for correcting the columns. Empty if there is none. */
  readonly headers: readonly string[];
  /** The first data row with masked tax IDs, for the same purpose. At most 40 characters a cell. */
  readonly sample: readonly string[];
  /** Which of the file's columns (from 0) each column of the template was taken from. */
  readonly columns: readonly { readonly key: ColumnKey; readonly index: number }[];
  /** How dates were read. Absent if no date depends on it, and in older reports. */
  readonly dates?: FormatEvidence & { readonly order: DateOrder };
  /** How numbers were read. With `unknown`, ambiguous numbers do not count. */
  readonly decimals?: FormatEvidence & { readonly mark: DecimalMark | 'unknown' };
  /** Data rows, without headers, totals and blank lines. */
  readonly rows: number;
}

/** Whether 04/05/2009 is April 5 or May 4. */
export const dateOrders = ['month-first', 'day-first'] as const;
export type DateOrder = (typeof dateOrders)[number];
/** Whether numbers are written 1,234.56 or 1.234,56. */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];
/** How a table writes dates and numbers; what is missing is detected. */
export interface ValueFormats {
  readonly dates?: DateOrder;
  readonly decimals?: DecimalMark;
}
/** The claimant chose it, cells of this or another table prove it, cells conflict, or neither. */
export type FormatReason = 'chosen' | 'proven' | 'other-table' | 'mixed' | 'undecided';
/** How many cells show the format, and how many are ambiguous. */
export interface FormatEvidence {
  readonly why: FormatReason;
  readonly shown: number;
  readonly open: number;
  /** The first ambiguous cell, at most 40 characters. */
  readonly example?: string;
}

/** How the claimant wants a table to be read; what is missing is detected. */
export interface ChosenTable extends ValueFormats {
  /** The index in `DataReport.tables`. */
  readonly table: number;
  readonly kind: TableKind | 'none';
  /** The file's column (from 0) of each column of the template; absent if it has none. */
  readonly columns: Readonly<Partial<Record<ColumnKey, number>>>;
}

export interface PurchaseTotals {
  readonly rows: number;
  /** Rows without an error and their sum. Reversals reduce it. */
  readonly counted: Sum;
  /** Rows with an error, and the sum of the readable amounts. */
  readonly faulty: Sum;
  /** Among the counted rows. */
  readonly reversals: Sum;
  /** Counted rows that repeat an earlier one. */
  readonly duplicates: Sum & {
    /** The file has too many rows to compare all: estimated from a known share. */
    readonly estimated: boolean;
  };
  /** Counted rows without a plan or group. */
  readonly withoutPlan: number;
  /** Of counted rows, in the order of states, years and amounts. Each list adds up to `counted`. */
  readonly byState: readonly Group[];
  readonly byYear: readonly Group[];
  readonly byDrug: readonly Group[];
  /** By plan or group, or by payor where a row names none; the largest first. */
  readonly byPlan: readonly Group[];
}
export interface Sum {
  readonly rows: number;
  readonly amount: string;
}
export interface Group extends Sum {
  /** A state, a year, a drug or a plan. Empty for the sum of all plans beyond `maxPlans`. */
  readonly name: string;
}

export interface MembershipTotals {
  readonly rows: number;
  /** Rows without an error. */
  readonly counted: number;
  /** All states and plans together, by year; then each state's largest year. */
  readonly byYear: readonly { readonly year: string; readonly members: number }[];
  readonly byState: readonly { readonly state: string; readonly members: number }[];
  /** The plans or groups with members, or payors where rows name none. At most `maxPlans`. */
  readonly plans: readonly string[];
}

export const maxFindings = 1_000;
export const maxPlans = 2_000;

/** `error`: the row does not count. `warning`: reviewers may ask. `note`: nothing to do. */
export type Severity = 'error' | 'warning' | 'note';

/** In the order in which they are reported. */
export const severityOf = {
  // About the whole table.
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
  'hidden-rows': 'warning',
  // From reading.
  'line-too-long': 'error',
  'cells-missing': 'error',
  'cells-too-many': 'error',
  'stray-quote': 'warning',
  'nul-bytes': 'warning',
  'characters-broken': 'warning',
  'merged-cells': 'warning',
  'formula-cells': 'note',
  // About a cell.
  'value-missing': 'error',
  'date-unreadable': 'error',
  'date-outside-period': 'error',
  'date-day-first': 'warning',
  'date-month-first': 'warning',
  'date-restored': 'note',
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
  'letters-doubtful': 'warning',
  // About a row.
  duplicate: 'warning',
} as const satisfies Readonly<Record<string, Severity>>;
export type FindingCode = keyof typeof severityOf;
export const findingCodes: readonly FindingCode[] = Object.keys(severityOf).filter(
  (code): code is FindingCode => code in severityOf,
);

/** Found while reading, before any check. */
export interface ReadProblem {
  readonly code: 'line-too-long' | 'stray-quote' | 'nul-bytes' | 'characters-broken' | 'merged-cells' | 'formula-cells';
  readonly line?: number;
  /** For merged cells: the last row that has them, if it is another one. */
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
  /** The index in `tables`. */
  readonly table: number;
  /** A line of text or a row of a sheet, from 1. Absent for findings on the whole table. */
  readonly line?: number;
  readonly column?: ColumnKey;
  /** At most 100 characters, with masked tax IDs. */
  readonly value?: string;
  /** How the value was understood, or the line of the row that this one repeats. */
  readonly detail?: string | number;
}

/**
 * A sample of the counted rows of purchases by which two files are compared without their rows: the
 * smallest hashes, in order, and how often each row occurs in the file.
 */
export interface RowSketch {
  /** Safe integers. */
  readonly hashes: readonly number[];
  readonly counts: readonly number[];
  /** It has every row of the file. */
  readonly isWhole: boolean;
}

/** A row to fix and send again. Kept in memory only, because it may hold tax IDs. */
export interface FaultyRow {
  readonly table: number;
  readonly line: number;
  /** By the template's columns, as text. */
  readonly cells: Readonly<Partial<Record<ColumnKey, string>>>;
}
