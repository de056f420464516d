import type { Column } from '@redress/contract/published-documents';
import type { DataValidation } from 'hucre/xlsx';
import type { ChoiceList } from './workbook-choices.ts';
import { choicesRange } from './workbook-choices.ts';

/** What a spreadsheet program shows of a message; a longer one makes Excel call the file broken. */
const longestMessage = 225;
const longestTitle = 32;
/** No sum of a case comes near; spreadsheets check only between bounds. */
const largestAmount = '999999999999999';

/** The check of one column over `range`, with its hint and its message; none for a column that takes anything without a hint. */
export function checkColumn(column: Column, range: string, lists: readonly ChoiceList[]): readonly DataValidation[] {
  const { check, hint } = column;
  if (!check) {
    if (hint) throw new Error(`The column "${column.header}" has a hint but no check: spreadsheets show none without.`);
    return [];
  }
  for (const text of [check.message, hint ?? '']) {
    if (text.length > longestMessage)
      throw new Error(`Spreadsheets take ${longestMessage} characters here, not ${text.length}: "${text}"`);
  }
  const title = column.header.length > longestTitle ? {} : { errorTitle: column.header, inputTitle: column.header };
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
      return between('decimal', `-${largestAmount}`, largestAmount);
    case 'counts':
      return between('whole', '0', largestAmount);
    case 'length':
      return { type: 'textLength', operator: 'lessThanOrEqual', formula1: String(check.atMost) };
  }
}
const between = (type: 'date' | 'decimal' | 'whole', formula1: string, formula2: string) =>
  ({ type, operator: 'between', formula1, formula2 }) as const;

/** The number that a spreadsheet has for a day (`YYYY-MM-DD`): days after December 30, 1899; right from March 1900 on. */
function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}
