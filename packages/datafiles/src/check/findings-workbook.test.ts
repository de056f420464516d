import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { blobSource } from '../byte-source.ts';
import { checkDataFile } from './check-data-file.ts';
import { purchaseHeaders, sampleRules } from '../../fixtures/sample-rules.ts';
import { makeFindingsWorkbook } from './findings-workbook.ts';
import type { FaultyRow } from '../report.ts';
import { dataMessagesEn } from '../messages/messages-en.ts';
import { dataMessagesEs } from '../messages/messages-es.ts';
import type { DataMessages } from '../messages/data-messages.ts';

async function check(content: BlobPart) {
  const faultyRows: FaultyRow[] = [];
  const checked = await checkDataFile(blobSource(new Blob([content]), 'data'), {
    rules: sampleRules,
    onFaultyRow: (row) => faultyRows.push(row),
  });
  return { checked, faultyRows };
}
async function makeWorkbook(lines: readonly string[], words: DataMessages = dataMessagesEn) {
  const { checked, faultyRows } = await check([purchaseHeaders.join('|'), ...lines].join('\n'));
  return new Uint8Array(await makeFindingsWorkbook(checked, faultyRows, words, sampleRules));
}
async function sheetsOf(workbook: Uint8Array) {
  const { sheets } = await readXlsx(workbook);
  return sheets.map(({ name, rows }) => ({ name, rows }));
}

describe('the findings workbook', () => {
  test('has the faulty rows in the template’s columns, with what to fix', async () => {
    const [toFix] = await sheetsOf(
      await makeWorkbook([
        'Fund A|99999083321|06/15/2008|Arizona|Ohio|10.00',
        'Fund A|00008083321|soon|Arizona|Ohio|1',
        'Fund B|99999083321|06/15/2008|Arizona|Ohio|$5',
      ]),
    );
    expect(toFix?.name).toBe('Rows to fix');
    expect(toFix?.rows[0]).toEqual([
      ...sampleRules.tables.purchases.map(({ header }) => header),
      'Line',
      'What to fix',
    ]);
    expect(toFix?.rows).toHaveLength(2);
    expect(toFix?.rows[1]?.slice(0, 6)).toEqual(['Fund A', '00008083321', 'soon', 'Arizona', 'Ohio', '1']);
    expect(toFix?.rows[1]?.[8]).toBe(3);
    expect(toFix?.rows[1]?.[9]).toMatch(/^“soon” is not a date\. .*06\/14\/2008/);
  });

  test('writes dates and numbers as the template does, so that its rows alone are read alike', async () => {
    const workbook = await makeWorkbook([
      'Fund A|99999083321|13/06/2009|Arizona|Ohio|10,50',
      'Fund A|99999083321|05/06/2011|Arizona|Ohio|1.234',
    ]);
    const [toFix] = await sheetsOf(workbook);
    expect([toFix?.rows[1]?.[2], toFix?.rows[1]?.[5]]).toEqual(['06/05/2011', '1234']);
    const { checked } = await check(workbook);
    // June 5, 2011, is outside the class period. May 6 is not.
    expect(checked).toMatchObject({
      report: { purchases: { counted: { rows: 0 }, faulty: { rows: 1, amount: '1234.0000' } } },
    });
  });

  test('omits rows with only warnings, which would count twice if sent again', async () => {
    const row = 'Fund A|99999083321|06/15/2008|Arizona|Ohio|1';
    const [toFix, findings] = await sheetsOf(await makeWorkbook([row, row, row.replace('06/15/2008', 'soon')]));
    expect(toFix?.rows.slice(1).map((cells) => [cells[2], cells[8]])).toEqual([['soon', 4]]);
    expect(findings?.rows.slice(1).map((cells) => [cells[0], cells[3]])).toEqual([
      ['Warning', 3],
      ['Error', 4],
    ]);
    expect((await sheetsOf(await makeWorkbook([row, row]))).map(({ name }) => name)).toEqual(['Findings']);
  });

  test('has every kept finding in a second sheet', async () => {
    const [, findings] = await sheetsOf(await makeWorkbook(['Fund A|99999083321|soon|Arizona|Ohio|$1']));
    expect(findings?.name).toBe('Findings');
    expect(findings?.rows.slice(1).map((row) => [row[0], row[3], row[4], row[5]])).toEqual([
      ['Error', 2, dataMessagesEn.columns.date, 'soon'],
      ['Note', 2, dataMessagesEn.columns.amount, '$1'],
    ]);
  });

  test.each([
    ['English', dataMessagesEn],
    ['Spanish', dataMessagesEs],
    [
      'with earlier headers',
      {
        ...dataMessagesEn,
        workbook: { ...dataMessagesEn.workbook, rowsToFix: 'Rows to mend', whatToFix: 'What to mend' },
      },
    ],
  ])('checks cleanly when it is sent again with its rows fixed (%s)', async (_name, words) => {
    const workbook = await makeWorkbook(['Fund A|00008083321|06/15/2007|Arizona|Ohio|1'], words);
    const { checked } = await check(workbook);
    expect(checked.outcome === 'checked' && checked.report.counts.map(({ code }) => code)).toEqual([
      // Our own sheet of findings is not data, and the date still needs its fix.
      'sheet-not-read',
      'date-outside-period',
    ]);
    expect(checked.outcome === 'checked' && checked.report.purchases?.faulty.amount).toBe('1.0000');
  });

  test('contains no formulas', async () => {
    const evil = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '=HYPERLINK("http://example.com","x")'];
    const workbook = await makeWorkbook(evil.map((text) => `${text}|99999083321|soon|Arizona|Ohio|${text}`));
    const { sheets } = await readXlsx(workbook);
    const [toFix, findings] = sheets;
    expect(toFix?.rows.slice(1).map((row) => [row[0], row[5]])).toEqual(evil.map((text) => [text, text]));
    for (const sheet of sheets)
      for (const cell of sheet.cells?.values() ?? []) expect(cell).not.toHaveProperty('formula');
    expect(findings?.rows.flat()).toContain('@SUM(A1)');
  });

  test('omits characters that a workbook cannot hold', async () => {
    const [toFix] = await sheetsOf(await makeWorkbook(['Fu\u0001nd A|99999083321|so\u000bon|Arizona|Ohio|1']));
    expect(toFix?.rows[1]?.slice(0, 3)).toEqual(['Fund A', '99999083321', 'so on']);
  });

  test('has a sheet for each kind of table', async () => {
    const faultyRows: FaultyRow[] = [
      { table: 0, line: 2, cells: { payor: 'Fund A' } },
      { table: 1, line: 3, cells: { payor: 'Fund A', year: '07' } },
    ];
    const table = { headers: [], sample: [], columns: [], rows: 1 };
    const workbook = await makeFindingsWorkbook(
      {
        outcome: 'checked',
        report: {
          format: { kind: 'workbook' },
          tables: [
            { ...table, sheet: 'One', kind: 'purchases' },
            { ...table, sheet: 'Two', kind: 'membership' },
          ],
          counts: [],
          findings: [
            { code: 'value-missing', severity: 'error', table: 0, line: 2, column: 'drug' },
            { code: 'year-outside-period', severity: 'error', table: 1, line: 3, column: 'year', value: '07' },
          ],
        },
      },
      faultyRows,
      dataMessagesEs,
      sampleRules,
    );
    const sheets = await sheetsOf(new Uint8Array(workbook));
    expect(sheets).toHaveLength(3);
    expect(sheets.every(({ name }) => name.length <= 31)).toBe(true);
    expect(sheets[1]?.rows[1]?.slice(0, 2)).toEqual(['Fund A', '07']);
  });

  test('says why a file is unreadable', async () => {
    const workbook = await makeFindingsWorkbook(
      { outcome: 'unreadable', reason: 'damaged' },
      [],
      dataMessagesEn,
      sampleRules,
    );
    const [sheet] = await sheetsOf(new Uint8Array(workbook));
    expect(sheet?.rows[1]?.[0]).toBe(dataMessagesEn.unreadable.damaged);
  });
});
