import type { Column, Sheet } from '@redress/contract/published-documents';
import { type DataValidation, type WriteSheet, colToLetter } from 'hucre/xlsx';

/** A longer message makes Excel report a damaged file. */
const maxMessageLength = 225;
const maxTitleLength = 32;
/** Exceeds any amount in a case: spreadsheets validate numbers only between limits. */
const maxAmount = '999999999999999';

/** The validation of one column over `range`, with its hint and message. */
export function validateColumn(column: Column, range: string, lists: readonly ChoiceList[]): readonly DataValidation[] {
  const { check, hint } = column;
  if (!check) {
    if (hint)
      throw new Error(
        `The column "${column.header}" has a hint but no check, and spreadsheets show a hint only with a check.`,
      );
    return [];
  }
  for (const text of [check.message, hint ?? '']) {
    if (text.length > maxMessageLength)
      throw new Error(`Spreadsheets take ${maxMessageLength} characters here, not ${text.length}: "${text}"`);
  }
  const title = column.header.length > maxTitleLength ? {} : { errorTitle: column.header, inputTitle: column.header };
  return [
    {
      ...conditionOf(check, lists),
      ...title,
      range,
      allowBlank: true,
      errorStyle: 'stop',
      showErrorMessage: true,
      errorMessage: check.message,
      ...(hint ? { showInputMessage: true, inputMessage: hint } : {}),
    },
  ];
}

function conditionOf(
  check: NonNullable<Column['check']>,
  lists: readonly ChoiceList[],
): Pick<DataValidation, 'type' | 'operator' | 'formula1' | 'formula2'> {
  switch (check.kind) {
    case 'choices':
      return { type: 'list', formula1: choicesRange(lists, check.choices) };
    case 'days':
      return between('date', String(dayNumber(check.from)), String(dayNumber(check.to)));
    case 'amounts':
      return between('decimal', `-${maxAmount}`, maxAmount);
    case 'counts':
      return between('whole', '0', maxAmount);
    case 'length':
      return { type: 'textLength', operator: 'lessThanOrEqual', formula1: String(check.atMost) };
  }
}
const between = (type: 'date' | 'decimal' | 'whole', formula1: string, formula2: string) =>
  ({ type, operator: 'between', formula1, formula2 }) as const;

/** The serial number of a day (`YYYY-MM-DD`), correct since March 1900. */
function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const sheetName = 'Lists';

export type ChoiceList = readonly string[];

/** The lists of all drop-downs. Columns with the same choices share one. */
export function collectChoices(sheets: readonly Sheet[]): readonly ChoiceList[] {
  const lists = new Map<string, ChoiceList>();
  for (const { check } of sheets.flatMap((sheet) => sheet.columns)) {
    if (check?.kind !== 'choices') continue;
    const key = JSON.stringify(check.choices);
    if (!lists.has(key)) lists.set(key, check.choices);
  }
  return [...lists.values()];
}

/** Formats, for example, `Lists!$A$2:$A$22`. */
function choicesRange(lists: readonly ChoiceList[], choices: ChoiceList): string {
  const key = JSON.stringify(choices);
  const letter = colToLetter(lists.findIndex((list) => JSON.stringify(list) === key));
  return `${sheetName}!$${letter}$2:$${letter}$${choices.length + 1}`;
}

/**
 * A separate sheet, because lists inside a validation are limited to 255 characters. No header must
 * look like data.
 */
export function listsSheet(lists: readonly ChoiceList[]): readonly WriteSheet[] {
  if (lists.length === 0) return [];
  const maxLength = Math.max(...lists.map(({ length }) => length));
  const rows = Array.from({ length: maxLength }, (_, row) => lists.map((list) => list[row] ?? null));
  return [
    {
      name: sheetName,
      hidden: true,
      columns: lists.map(() => ({ width: 30, numFmt: '@' })),
      rows: [lists.map((_, index) => `List ${index + 1}`), ...rows],
    },
  ];
}
