import type { ColumnKey, TableKind } from './rules.ts';

/**
 * The result of checking one file is JSON-serializable data without sentences (`messages/` has
 * them). It is stored with the claim, so it holds no whole rows and no tax IDs. Amounts are decimal
 * strings with four decimals.
 */
export interface DataReport {
  readonly format: FileFormat;
  readonly tables: readonly TableReport[];
  /** The totals of all tables of purchases. Absent if there are none. */
  readonly purchases?: PurchaseTotals;
  readonly membership?: MembershipTotals;
  /** Counts all findings, in the order of `findingCodes`. */
  readonly counts: readonly FindingCount[];
  /** At most `maxFindings` are kept, the most severe first. Their order is by table and line. */
  readonly findings: readonly Finding[];
}

export type CheckedFile =
  | { readonly outcome: 'checked'; readonly report: DataReport }
  /** The file is readable, but no table looks like purchases or membership data. */
  | { readonly outcome: 'no-data'; readonly format: FileFormat; readonly tables: readonly TableReport[] }
  | { readonly outcome: 'unreadable'; readonly reason: UnreadableReason };

export const unreadableReasons = [
  'empty',
  /** The file is neither a workbook nor lines of text, but perhaps a PDF or a picture. */
  'not-a-table',
  'encrypted',
  'macros',
  /** The file has a format of Excel before 2007, or its binary one. */
  'old-excel',
  /** An archive unpacks to more than any workbook holds. */
  'too-much-inside',
  'damaged',
  /** A line is longer than any row. */
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
  /** `none`: the kind is unknown, so its rows were not read. */
  readonly kind: TableKind | 'none';
  /** Absent if the columns are in the template's order. */
  readonly headerLine?: number;
  /** Claimants correct the columns by the cells of the header line. Empty if there is none. */
  readonly headers: readonly string[];
  /** The first data row has masked tax IDs, and at most 40 characters in a cell. */
  readonly sample: readonly string[];
  /** Maps each column of the template to a column of the file, from 0. */
  readonly columns: readonly { readonly key: ColumnKey; readonly index: number }[];
  /** Absent if no date depends on the order of day and month, and in older reports. */
  readonly dates?: FormatEvidence & { readonly order: DateOrder };
  /** With the mark `unknown`, ambiguous numbers do not count. */
  readonly decimals?: FormatEvidence & { readonly mark: DecimalMark | 'unknown' };
  /** Counts data rows, without headers, totals and blank lines. */
  readonly rows: number;
}

/** 04/05/2009 is April 5 or May 4. */
export const dateOrders = ['month-first', 'day-first'] as const;
export type DateOrder = (typeof dateOrders)[number];
/** Numbers are written 1,234.56 or 1.234,56. */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];
/** Absent formats are detected. */
export interface ValueFormats {
  readonly dates?: DateOrder;
  readonly decimals?: DecimalMark;
}
/** The claimant chose it, this or another table proves it, its cells conflict, or none of these. */
export type FormatReason = 'chosen' | 'proven' | 'other-table' | 'mixed' | 'undecided';
/** `shown` counts cells that show the format, `open` ambiguous ones. */
export interface FormatEvidence {
  readonly why: FormatReason;
  readonly shown: number;
  readonly open: number;
  /** The first ambiguous cell has at most 40 characters. */
  readonly example?: string;
}

/** The claimant chooses how a table is read. Absent formats are detected. */
export interface ChosenTable extends ValueFormats {
  /** The index in `DataReport.tables`. */
  readonly table: number;
  readonly kind: TableKind | 'none';
  /**
   * Maps each column of the template to a column of the file, from 0. Absent if the file lacks it.
   */
  readonly columns: Readonly<Partial<Record<ColumnKey, number>>>;
}

export interface PurchaseTotals {
  readonly rows: number;
  /** Rows without an error and their sum. Reversals reduce it. */
  readonly counted: Sum;
  /** Rows with an error, and the sum of the readable amounts. */
  readonly faulty: Sum;
  /** Reversals are among the counted rows. */
  readonly reversals: Sum;
  /** Counted rows that repeat an earlier one. */
  readonly duplicates: Sum & {
    /** The file has too many rows to compare all, so the sum is estimated from a known share. */
    readonly estimated: boolean;
  };
  /** Counted rows without a plan or group. */
  readonly withoutPlan: number;
  /** Groups are in the order of states, years and amounts. Each list adds up to `counted`. */
  readonly byState: readonly Group[];
  readonly byYear: readonly Group[];
  readonly byDrug: readonly Group[];
  /** The groups are plans, or payors where a row names none, the largest first. */
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
  /** Counts rows without an error. */
  readonly counted: number;
  /** `byYear` adds up all states and plans. `byState` has each state's largest year. */
  readonly byYear: readonly { readonly year: string; readonly members: number }[];
  readonly byState: readonly { readonly state: string; readonly members: number }[];
  /** Lists up to `maxPlans` plans or groups with members, or payors where rows name none. */
  readonly plans: readonly string[];
}

export const maxFindings = 1_000;
export const maxPlans = 2_000;

/** `error`: the row does not count. `warning`: reviewers may ask. `note`: nothing to do. */
export type Severity = 'error' | 'warning' | 'note';

/** Findings are reported in this order. */
export const severityOf = {
  // These findings concern the whole table.
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
  // These findings arise while a file is read.
  'line-too-long': 'error',
  'cells-missing': 'error',
  'cells-too-many': 'error',
  'stray-quote': 'warning',
  'nul-bytes': 'warning',
  'characters-broken': 'warning',
  'merged-cells': 'warning',
  'formula-cells': 'note',
  // These findings concern a cell.
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
  // This finding concerns a row.
  duplicate: 'warning',
} as const satisfies Readonly<Record<string, Severity>>;
export type FindingCode = keyof typeof severityOf;
export const findingCodes: readonly FindingCode[] = Object.keys(severityOf).filter(
  (code): code is FindingCode => code in severityOf,
);

/** Reading finds these problems, before any check. */
export interface ReadProblem {
  readonly code: 'line-too-long' | 'stray-quote' | 'nul-bytes' | 'characters-broken' | 'merged-cells' | 'formula-cells';
  readonly line?: number;
  /** The last row of merged cells, if it differs from the first. */
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
  /** The value has at most 100 characters, and masked tax IDs. */
  readonly value?: string;
  /** The value as the program understood it, or the line of the row that this one repeats. */
  readonly detail?: string | number;
}

/**
 * Two files are compared without their rows, by a sample of the counted rows of purchases: the
 * smallest hashes, in order, and how often each row occurs in the file.
 */
export interface RowSketch {
  /** Hashes are safe integers. */
  readonly hashes: readonly number[];
  readonly counts: readonly number[];
  /** The sample has every row of the file. */
  readonly isWhole: boolean;
}

/** Claimants fix these rows and send them again. They stay in memory, as they may hold tax IDs. */
export interface FaultyRow {
  readonly table: number;
  readonly line: number;
  /** The text of each cell, by the template's columns. */
  readonly cells: Readonly<Partial<Record<ColumnKey, string>>>;
}

/** The review covers all data files of a claim together. It is JSON-serializable. */
export interface ClaimReview {
  /** The total of all files has four decimals. Absent if no file has purchases. */
  readonly amount?: string;
  readonly findings: readonly ReviewFinding[];
}
export type ReviewFinding =
  /** Every claim needs membership data, and no file has it. */
  | { readonly code: 'membership-due' }
  /** The amount requires purchase data, and no file has it. */
  | { readonly code: 'purchases-due' }
  /** `data` is the sum of the counted rows. */
  | { readonly code: 'amount-differs'; readonly claimed: string; readonly data: string }
  /** An agent of several class members has rows without a plan. */
  | { readonly code: 'plans-missing'; readonly rows: number }
  /** Class members or plans have no membership data. `names` has the first 20. */
  | { readonly code: 'members-without-membership'; readonly names: readonly string[]; readonly count: number };
