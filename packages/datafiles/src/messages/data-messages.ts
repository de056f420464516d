import type { FileFormat, Finding, FindingCode, UnreadableReason, Severity, TableReport } from '../report.ts';
import type { ReviewFinding } from '../review-claim.ts';
import type { ColumnKey, DataRules, TableKind } from '../rules.ts';

/** All messages about data files in one language, for browser, server and command line. */
export interface DataMessages {
  /** The name of a kind of finding, as in "Date outside the class period". */
  readonly titles: Readonly<Record<FindingCode, string>>;
  /** What is wrong, as a sentence. */
  readonly explain: (finding: Finding, context: FindingContext) => string;
  /** How to fix it, as a sentence that begins with a verb. Notes need no action. */
  readonly fix: (finding: Pick<Finding, 'code' | 'column'>, context: FindingContext) => string;
  readonly severities: Readonly<Record<Severity, (count: number) => string>>;
  readonly unreadable: Readonly<Record<UnreadableReason, string>>;
  readonly review: (finding: ReviewFinding) => string;
  readonly kinds: Readonly<Record<TableKind | 'none', string>>;
  /** As in "Text with pipes between the columns, Windows-1252". */
  readonly format: (format: FileFormat) => string;
  /** How dates and numbers were read, and why, in a few sentences. */
  readonly dates: (dates: NonNullable<TableReport['dates']>) => string;
  readonly decimals: (decimals: NonNullable<TableReport['decimals']>) => string;
  /** The template's columns in this language; the template itself is in English. */
  readonly columns: Readonly<Record<ColumnKey, string>>;
  readonly workbook: WorkbookMessages;
}
/** Names of sheets (at most 20 characters) and headers of columns. */
export interface WorkbookMessages {
  readonly rowsToFix: string;
  readonly findings: string;
  readonly line: string;
  readonly whatToFix: string;
  readonly severity: string;
  /** Of one finding. */
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
