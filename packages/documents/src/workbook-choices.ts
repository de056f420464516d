import type { Sheet } from '@redress/contract/published-documents';
import type { WriteSheet } from 'hucre/xlsx';
import { colToLetter } from 'hucre/xlsx';

const sheetName = 'Lists';

/** What a drop-down offers. */
export interface ChoiceList {
  readonly choices: readonly string[];
}

/** The lists of all drop-downs, each once: columns that offer the same share one. */
export function collectChoices(sheets: readonly Sheet[]): readonly ChoiceList[] {
  const lists = new Map<string, ChoiceList>();
  for (const { check } of sheets.flatMap((sheet) => sheet.columns)) {
    if (check?.kind !== 'choices') continue;
    const key = JSON.stringify(check.choices);
    if (!lists.has(key)) lists.set(key, { choices: check.choices });
  }
  return [...lists.values()];
}

/** Where a drop-down finds its choices: `Lists!$A$2:$A$22`. */
export function choicesRange(lists: readonly ChoiceList[], choices: readonly string[]): string {
  const key = JSON.stringify(choices);
  const letter = colToLetter(lists.findIndex((list) => JSON.stringify(list.choices) === key));
  return `${sheetName}!$${letter}$2:$${letter}$${choices.length + 1}`;
}

/**
 * The hidden sheet, a column for each list; none where nothing is chosen. Lists in a check itself end at 255 characters. Its headers are
 * those of no column: under “State” and “Year” the lists would be read as data.
 */
export function listsSheet(lists: readonly ChoiceList[]): readonly WriteSheet[] {
  if (lists.length === 0) return [];
  const longest = Math.max(...lists.map((list) => list.choices.length));
  const rows = Array.from({ length: longest }, (_, row) => lists.map((list) => list.choices[row] ?? null));
  return [
    {
      name: sheetName,
      hidden: true,
      columns: lists.map(() => ({ width: 30, numFmt: '@' })),
      rows: [lists.map((_, index) => `List ${index + 1}`), ...rows],
    },
  ];
}
