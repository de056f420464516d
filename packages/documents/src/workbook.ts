import type { Workbook } from '@redress/contract/published-documents';
import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';
import { writeXlsx } from 'hucre/xlsx';
import { collectChoices, listsSheet } from './workbook-choices.ts';
import { setSheet } from './workbook-sheet.ts';

/** Files carry no time of their own, so that the same content is the same bytes. It is the one that the zip entries carry. */
const made = new Date('1980-01-01T00:00:00Z');

/**
 * The bytes of an `.xlsx` file. Its sheets come in the given order; what drop-downs offer stands in a hidden last one. The same workbook
 * gives the same bytes. It throws when a text is longer than spreadsheet programs take.
 */
export async function makeWorkbook(workbook: Workbook, title: string, language: Language = 'en'): Promise<Uint8Array> {
  const choices = collectChoices(workbook.sheets);
  const sheets = workbook.sheets.map((sheet) => setSheet(sheet, { choices, title, language }));
  return writeXlsx({
    sheets: [...sheets.map((sheet) => sheet.written), ...listsSheet(choices)],
    namedRanges: sheets.flatMap((sheet) => sheet.namedRanges),
    properties: { title, created: made, modified: made, custom: { Language: localeOf[language] } },
  });
}
