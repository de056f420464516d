import {
  type DateOrder,
  type DecimalMark,
  type FileFormat,
  type Finding,
  type FindingCode,
  type FormatReason,
  type ReviewFinding,
  type Severity,
  type TableReport,
  type UnreadableReason,
  severityOf,
} from '../report.ts';
import type { ColumnKey, TableKind } from '../rules.ts';
import { type FindingContext, type FindingFacts, displayValue, findingFacts } from './message-values.ts';

/** All messages about data files in one language, for browser, server and command line. */
export interface DataMessages {
  /** Names a kind of finding, as in "Date outside the class period". */
  readonly titles: Readonly<Record<FindingCode, string>>;
  /** Explains the problem in a sentence. */
  readonly explain: (finding: Finding, context: FindingContext) => string;
  /** Explains the fix in a sentence that begins with a verb. Notes need no action. */
  readonly fix: (finding: Pick<Finding, 'code' | 'column'>, context: FindingContext) => string;
  readonly severities: Readonly<Record<Severity, (count: number) => string>>;
  readonly unreadable: Readonly<Record<UnreadableReason, string>>;
  readonly review: (finding: ReviewFinding) => string;
  readonly kinds: Readonly<Record<TableKind | 'none', string>>;
  /** Describes a format, as in "Text with pipes between the columns, Windows-1252". */
  readonly format: (format: FileFormat) => string;
  /** Explains in a few sentences how dates and numbers were read, and why. */
  readonly dates: (dates: NonNullable<TableReport['dates']>) => string;
  readonly decimals: (decimals: NonNullable<TableReport['decimals']>) => string;
  /** Names the template's columns in this language. The template itself is in English. */
  readonly columns: Readonly<Record<ColumnKey, string>>;
  readonly workbook: WorkbookMessages;
}
/** Names of sheets have at most 20 characters. */
interface WorkbookMessages {
  readonly rowsToFix: string;
  readonly findings: string;
  readonly line: string;
  readonly whatToFix: string;
  readonly severity: string;
  /** Each label is for one finding. */
  readonly severities: Readonly<Record<Severity, string>>;
  readonly kind: string;
  readonly table: string;
  readonly column: string;
  readonly value: string;
  readonly whatIsWrong: string;
  readonly howToFix: string;
}

type Message = string | ((facts: FindingFacts) => string);
type Delimited = Extract<FileFormat, { kind: 'delimited' }>;

/** The languages differ in these parts. */
interface LanguageMessages extends Omit<DataMessages, 'explain' | 'fix' | 'format' | 'dates' | 'decimals'> {
  readonly locale: string;
  readonly explanations: Readonly<Record<FindingCode, Message>>;
  /** Notes without a fix need no action. The fix of all others is to fill in the column. */
  readonly fixes: Readonly<Partial<Record<FindingCode, Message>>>;
  readonly nothingToDo: string;
  readonly fillIn: Readonly<Record<ColumnKey | 'cell', Message>>;
  readonly dateOrders: Readonly<Record<DateOrder, string>>;
  readonly decimalMarks: Readonly<Record<DecimalMark | 'unknown', string>>;
  readonly reasons: Readonly<Record<FormatReason, string | ((shown: number) => string)>>;
  readonly formats: Readonly<Record<'workbook' | 'fixed-width' | Delimited['delimiter'], string>>;
}

/** A finding that may come without a column asks to fill in this one. */
const columnToFill: Readonly<Partial<Record<FindingCode, ColumnKey>>> = {
  'date-unreadable': 'date',
  'date-day-first': 'date',
  'date-month-first': 'date',
  'state-unknown': 'state',
  'amount-unreadable': 'amount',
  'members-unreadable': 'members',
  'fein-unreadable': 'planFein',
  'plan-missing': 'planName',
};
const encodingNames: Readonly<Record<Delimited['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

export function createDataMessages(language: LanguageMessages): DataMessages {
  const { locale, explanations, fixes, nothingToDo, fillIn, dateOrders, decimalMarks, reasons, formats } = language;
  const write = (message: Message, finding: Parameters<typeof findingFacts>[0], context: FindingContext) =>
    typeof message === 'string' ? message : message(findingFacts(finding, context, locale));
  const fixOf = ({ code, column }: Pick<Finding, 'code' | 'column'>): Message => {
    const otherwise = column === 'planFein' ? column : (columnToFill[code] ?? column ?? 'cell');
    return fixes[code] ?? (severityOf[code] === 'note' ? nothingToDo : fillIn[otherwise]);
  };
  const withReason = (format: string, { why, shown }: { readonly why: FormatReason; readonly shown: number }) => {
    const reason = reasons[why];
    return `${format} ${typeof reason === 'string' ? reason : reason(shown)}`;
  };
  return {
    ...language,
    explain: (finding, context) => write(explanations[finding.code], finding, context),
    fix: (finding, context) => write(fixOf(finding), finding, context),
    dates: (dates) => withReason(dateOrders[dates.order], dates),
    decimals: (decimals) => withReason(decimalMarks[decimals.mark], decimals),
    format: (format) =>
      format.kind === 'workbook'
        ? formats.workbook
        : `${formats[format.kind === 'delimited' ? format.delimiter : format.kind]}, ${encodingNames[format.encoding]}`,
  };
}

/** Writes a number with the noun in the singular or the plural. */
export function counterIn(locale: string) {
  return (one: string, many: string) => (count: number) =>
    `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
}

/** Lists the first names and counts the others. */
export function listNames(
  { names, count }: { readonly names: readonly string[]; readonly count: number },
  and: string,
  others: (count: number) => string,
): string {
  const shown = names.slice(0, 5).map((name) => `“${displayValue(name)}”`);
  const rest = count - shown.length;
  const parts = rest > 0 ? [...shown, others(rest)] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts[parts.length - 1]}`;
}
