import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import type { Language } from '@redress/contract/language';
import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { formatAmount } from '@redress/datafiles/messages/message-values';
import type { CheckedFile, DataReport, FindingCount } from '@redress/datafiles/report';
import { type ClaimFacts, reviewClaim } from '@redress/datafiles/check/review-claim';
import type { DataRules } from '@redress/datafiles/rules';
import { dataCheckMessages } from './data-check-messages.ts';

/** An upload that awaits its check or scan, was checked, failed its check, or contains a virus. */
export interface FileCheck {
  readonly name: string;
  readonly result: CheckedFile | 'waiting' | 'failed' | 'infected';
  /** Whether the upload is a data file, whose rows count toward the claim. */
  readonly isData: boolean;
}

/** The rules and facts with which data files are checked. */
export interface DataFileContext {
  readonly rules: DataRules;
  readonly facts: ClaimFacts;
  /** Tells the claimant how to send a fixed file. */
  readonly howToFix: string | undefined;
}
export type FormattedDataChecks = Pick<DataChecks, 'files' | 'review' | 'mending'>;

/** Fixes shown per kind of finding. One column needs only one. */
const maxFixes = 4;
const unknownTable = { kind: 'none', headers: [], sample: [], columns: [], rows: 0 } as const;

/**
 * The checks of a claim's uploads as messages for the claimant.
 * @param context absent if the claim's form takes no data files
 */
export function formatDataChecks(
  checks: readonly FileCheck[],
  language: Language,
  context?: DataFileContext,
): FormattedDataChecks {
  const files = checks.map(({ name, result }): DataCheck => ({ name, ...formatResult(result, language, context) }));
  if (!context) return { files, review: [] };
  const { facts, howToFix } = context;
  const data = checks.filter(({ isData }) => isData);
  const checked = data.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
  // A file that is not checked yet may have the data that the others lack.
  const isComplete = data.length > 0 && checked.length === data.length;
  const review = isComplete ? reviewClaim(checked, facts).findings.map(dataMessages[language].review) : [];
  const needsFix = review.length > 0 || files.some(({ state, errors = 0 }) => state === 'unreadable' || errors > 0);
  return { files, review, ...(needsFix && howToFix !== undefined && { mending: howToFix }) };
}

/** The findings of a file, one line for each kind. */
export function formatFindings({ findings }: DataCheck, language: Language): string[] {
  return findings.map(({ title, count, mend }) => dataCheckMessages[language].finding(title, count, mend));
}

/** The rows of all tables with data, their errors, and the sum of the purchases without errors. */
export function totalReport(report: DataReport) {
  const { tables, purchases } = report;
  return {
    rows: tables.filter(({ kind }) => kind !== 'none').reduce((total, { rows }) => total + rows, 0),
    errors: countFindings(report, 'error'),
    ...(purchases && { amount: purchases.counted.amount }),
  };
}

export function countFindings({ counts }: DataReport, severity: FindingCount['severity']): number {
  return counts.filter((kind) => kind.severity === severity).reduce((total, { count }) => total + count, 0);
}

function formatResult(
  result: FileCheck['result'],
  language: Language,
  context: DataFileContext | undefined,
): Omit<DataCheck, 'name'> {
  const messages = dataCheckMessages[language];
  // For a file with a virus, the message says only that we cannot open it.
  if (typeof result === 'string')
    return { state: result === 'infected' ? 'unreadable' : result, message: messages[result], findings: [] };
  switch (result.outcome) {
    case 'unreadable': {
      const message = `${dataMessages[language].unreadable[result.reason]} ${messages.kept}`;
      return { state: 'unreadable', message, findings: [] };
    }
    case 'no-data':
      return { state: 'no-data', message: messages.noData, findings: [] };
    case 'checked': {
      const { report } = result;
      return {
        state: 'checked',
        message: formatReport(report, language),
        ...totalReport(report),
        warnings: countFindings(report, 'warning'),
        findings: context ? describeFindings(report, language, context.rules) : [],
      };
    }
  }
}

function formatReport({ purchases, membership, counts }: DataReport, language: Language): string {
  const messages = dataCheckMessages[language];
  const faulty = (purchases?.faulty.rows ?? 0) + (membership ? membership.rows - membership.counted : 0);
  const sentences: string[] = [];
  if (purchases) {
    const { rows, amount } = purchases.counted;
    sentences.push(rows === 0 ? messages.noPurchases : messages.purchases(rows, formatAmount(amount)));
  }
  if (membership) sentences.push(messages.membership(membership.counted));
  if (faulty > 0) sentences.push(messages.faulty(faulty));
  if (!counts.some(({ severity }) => severity === 'error')) sentences.push(messages.noErrors);
  return sentences.join(' ');
}

/**
 * Lists errors before warnings, the most frequent first. Notes require no action and are left out.
 */
function describeFindings(report: DataReport, language: Language, rules: DataRules): DataCheck['findings'] {
  const messages = dataMessages[language];
  const rank = ({ severity }: FindingCount) => (severity === 'error' ? 0 : 1);
  return report.counts
    .filter(({ severity }) => severity !== 'note')
    .toSorted((a, b) => rank(a) - rank(b) || b.count - a.count)
    .map(({ code, count }) => {
      const examples = report.findings.filter((finding) => finding.code === code);
      const fixes = (examples.length > 0 ? examples : [{ code, table: 0 }]).map((example) =>
        messages.fix(example, { table: report.tables[example.table] ?? unknownTable, rules, isFiled: true }),
      );
      return { title: messages.titles[code], count, mend: [...new Set(fixes)].slice(0, maxFixes).join(' ') };
    });
}
