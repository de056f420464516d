import type { FileFormat, Finding, FindingCode, UnreadableReason, Severity, TableReport } from '../report.ts';
import type { ReviewFinding } from '../review-claim.ts';
import type { ColumnKey, DataRules, TableKind } from '../rules.ts';

/** Everything that is said of a data file, in one language. The browser, the server and the command line say it alike. */
export interface DataMessages {
  /** What a kind of finding is called in a list of counts and in filters: "Date outside the class period". */
  readonly titles: Readonly<Record<FindingCode, string>>;
  /** What is wrong in this place, a sentence. */
  readonly explain: (finding: Finding, place: FindingContext) => string;
  /** How to mend it, a sentence that begins with a verb. Of a note: that nothing is to be done. */
  readonly fix: (finding: Pick<Finding, 'code' | 'column'>, place: FindingContext) => string;
  readonly severities: Readonly<Record<Severity, (count: number) => string>>;
  readonly unreadable: Readonly<Record<UnreadableReason, string>>;
  readonly review: (finding: ReviewFinding) => string;
  readonly kinds: Readonly<Record<TableKind | 'none', string>>;
  /** "Excel workbook", "Text with pipes between the columns, Windows-1252". */
  readonly format: (format: FileFormat) => string;
  /** How the dates and the numbers of a table were read, and why: a few sentences. */
  readonly dates: (dates: NonNullable<TableReport['dates']>) => string;
  readonly decimals: (decimals: NonNullable<TableReport['decimals']>) => string;
  /** What a column of the template is called in this language; the template itself is in English. */
  readonly columns: Readonly<Record<ColumnKey, string>>;
  /** The spreadsheet of findings and of the rows to mend. */
  readonly workbook: WorkbookMessages;
}
/** Names of sheets (at most 20 characters) and headers of columns. */
export interface WorkbookMessages {
  readonly rowsToFix: string;
  readonly findings: string;
  readonly line: string;
  readonly whatToFix: string;
  readonly severity: string;
  /** One finding's. */
  readonly severities: Readonly<Record<Severity, string>>;
  readonly kind: string;
  readonly table: string;
  readonly column: string;
  readonly value: string;
  readonly whatIsWrong: string;
  readonly howToFix: string;
}
export interface FindingContext {
  readonly table: TableReport;
  readonly rules: DataRules;
}
