import type { Language } from '@redress/contract/language';
import { type Finding, findingCodes, severityOf } from '@redress/datafiles/report';
import type { ReviewFinding } from '@redress/datafiles/report';
import { type DataRules, type TableKind, tableKinds } from '@redress/datafiles/rules';
import { dataMessages } from '@redress/datafiles/messages/all-messages';

const reviewed: readonly ReviewFinding[] = [
  { code: 'membership-due' },
  { code: 'purchases-due' },
  { code: 'amount-differs', claimed: '412500.7500', data: '400000.0000' },
  { code: 'plans-missing', rows: 12 },
  { code: 'members-without-membership', names: ['A', 'B'], count: 2 },
];

/**
 * Every message about a data file: each finding in each possible column, refusals, and messages
 * about all files together.
 */
export function dataPassages(rules: DataRules, language: Language): string[] {
  const words = dataMessages[language];
  const found = tableKinds.flatMap((kind) => {
    const place = { rules, table: tableOf(kind) };
    return findingCodes.flatMap((code) =>
      rules.tables[kind].flatMap(({ key: column }) => {
        const finding: Finding = {
          code,
          severity: severityOf[code],
          table: 0,
          line: 2,
          column,
          value: '2',
          detail: '2',
        };
        return [words.explain(finding, place), words.fix(finding, place)];
      }),
    );
  });
  return [...new Set([...found, ...Object.values(words.unreadable), ...reviewed.map(words.review)])];
}

const tableOf = (kind: TableKind) => ({ kind, headers: [], sample: [], columns: [], rows: 1 }) as const;
