import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import type { Language } from '@redress/contract/language';
import type { DataReport, Finding, FindingCount, Sum } from '@redress/datafiles/report';
import type { ClaimFacts } from '@redress/datafiles/review-claim';
import { reviewClaim } from '@redress/datafiles/review-claim';
import type { DataRules } from '@redress/datafiles/rules';
import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import { formatAmount } from '@redress/datafiles/messages/finding-facts';
import { checkWords } from './check-messages.ts';
import type { CheckOfFile } from './read-data-checks.ts';
import { sumUp } from './summarize-report.ts';

/** What the words of a telling need to know. */
export interface Telling {
  readonly language: Language;
  readonly words: DataMessages;
  readonly rules: DataRules;
  readonly facts: ClaimFacts;
  /** How to send a mended file. */
  readonly mending?: string;
}

/** What came of the data files of a claim, for people. */
export function tellDataChecks(
  checks: readonly CheckOfFile[],
  telling: Telling,
): Pick<DataChecks, 'files' | 'review' | 'mending'> {
  const files = checks.map(({ name, result }): DataCheck => ({ name, ...tellResult(result, telling) }));
  const data = checks.filter(({ isData }) => isData);
  const checked = data.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
  // One that is missing could be what the others lack.
  const isWhole = data.length > 0 && checked.length === data.length;
  const review = isWhole
    ? reviewClaim(checked, telling.facts).findings.map((finding) => telling.words.review(finding))
    : [];
  const isToMend = review.length > 0 || files.some(({ state, errors = 0 }) => state === 'unreadable' || errors > 0);
  return { files, review, ...(isToMend && telling.mending !== undefined ? { mending: telling.mending } : {}) };
}

/** The same for a claim whose form takes no data files: which of its documents hold a virus, or are still looked at. */
export function tellScans(checks: readonly CheckOfFile[], language: Language): Pick<DataChecks, 'files' | 'review'> {
  const files = checks.flatMap(({ name, result }): DataCheck[] =>
    typeof result === 'string' ? [{ name, ...tellState(result, language) }] : [],
  );
  return { files, review: [] };
}

/** The kinds of findings of a file as lines of a paper or a message. */
export function writeFindings({ findings }: DataCheck, language: Language): string[] {
  return findings.map(({ title, count, mend }) => checkWords[language].finding(title, count, mend));
}

/** To whoever sent a file that holds a virus it is one that nobody can read. */
function tellState(result: 'waiting' | 'failed' | 'infected', language: Language): Omit<DataCheck, 'name'> {
  return { state: result === 'infected' ? 'unreadable' : result, message: checkWords[language][result], findings: [] };
}

function tellResult(result: CheckOfFile['result'], telling: Telling): Omit<DataCheck, 'name'> {
  const own = checkWords[telling.language];
  if (typeof result === 'string') return tellState(result, telling.language);
  switch (result.outcome) {
    case 'unreadable':
      return { state: 'unreadable', message: `${telling.words.unreadable[result.reason]} ${own.kept}`, findings: [] };
    case 'no-data':
      return { state: 'no-data', message: own.noData, findings: [] };
    case 'checked':
      return {
        state: 'checked',
        message: describe(result.report, telling.language),
        ...sumUp(result.report),
        findings: tellFindings(result.report, telling),
      };
  }
}

function describe({ purchases, membership, counts }: DataReport, language: Language): string {
  const words = checkWords[language];
  const faulty = (purchases?.faulty.rows ?? 0) + (membership ? membership.rows - membership.counted : 0);
  const hasErrors = counts.some(({ severity }) => severity === 'error');
  return [
    ...(purchases ? [describePurchases(purchases.counted, words)] : []),
    ...(membership ? [words.membership(membership.counted)] : []),
    ...(faulty > 0 ? [words.faulty(faulty)] : []),
    ...(hasErrors ? [] : [words.sound]),
  ].join(' ');
}

const describePurchases = ({ rows, amount }: Sum, words: (typeof checkWords)[Language]) =>
  rows === 0 ? words.noPurchases : words.purchases(rows, formatAmount(amount));

/** Errors before warnings, and of each the most frequent first; notes need nothing of anybody. */
function tellFindings(report: DataReport, { words, rules }: Telling): DataCheck['findings'] {
  const rank = ({ severity }: FindingCount) => (severity === 'error' ? 0 : 1);
  return report.counts
    .filter(({ severity }) => severity !== 'note')
    .toSorted((a, b) => rank(a) - rank(b) || b.count - a.count)
    .map(({ code, count }) => {
      const examples: readonly Example[] = report.findings.filter((finding) => finding.code === code);
      const ways = (examples.length > 0 ? examples : [{ code }]).map((example) =>
        words.fix(example, { table: report.tables[example.table ?? 0] ?? unknownTable, rules }),
      );
      return { title: words.titles[code], count, mend: [...new Set(ways)].slice(0, shownWays).join(' ') };
    });
}

type Example = Pick<Finding, 'code' | 'column'> & { readonly table?: number };
/** A kind of finding is mended in one way in each column. */
const shownWays = 4;

const unknownTable = { kind: 'none', headers: [], sample: [], columns: [], rows: 0 } as const;
