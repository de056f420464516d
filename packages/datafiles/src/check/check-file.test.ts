import { describe, expect, test } from 'vitest';
import { type CheckedFile } from '../report.ts';
import { type OpenedFile, UnreadableFileError } from '../opened-file.ts';
import { type OpenedCheckOptions, checkOpenedFile } from './check-file.ts';
import {
  describeFinding,
  membershipHeaders,
  openedText,
  openedWorkbook,
  planHeaders,
  purchase,
  purchaseColumns,
  purchaseHeaders,
  type Rows,
  sampleRules,
} from '../../fixtures/sample-rules.ts';
import { findingsOf, ofPlans, ofPurchases, reportOf } from './report-of-rows.ts';

function check(opened: OpenedFile, options: Partial<OpenedCheckOptions> = {}): Promise<CheckedFile> {
  return checkOpenedFile(opened, { rules: sampleRules, ...options });
}
describe('columns', () => {
  test('are found in any order, by other names, below a title and blank lines', async () => {
    const report = await reportOf([
      ['Claims of Fund A'],
      [],
      ['NET-PAID', ' dos ', 'Payor', 'member state', 'Ndc', 'STATE'],
      ['10.00', '06/15/2008', 'Fund A', 'OH', '99999083321', 'AZ'],
    ]);
    expect(report.tables).toEqual([
      {
        kind: 'purchases',
        headerLine: 3,
        headers: ['NET-PAID', 'dos', 'Payor', 'member state', 'Ndc', 'STATE'],
        sample: ['10.00', '06/15/2008', 'Fund A', 'OH', '99999083321', 'AZ'],
        columns: [
          { key: 'amount', index: 0 },
          { key: 'date', index: 1 },
          { key: 'payor', index: 2 },
          { key: 'stateOfInsured', index: 3 },
          { key: 'drug', index: 4 },
          { key: 'stateOfPurchase', index: 5 },
        ],
        rows: 1,
      },
    ]);
    expect(report.counts).toEqual([]);
    expect(report.purchases?.counted).toEqual({ rows: 1, amount: '10.0000' });
  });

  test('are recognized without the text in parentheses, or with another one', async () => {
    for (const header of ['Amount Paid', 'AMOUNT PAID (net)', 'Importe Pagado E']) {
      const headers = purchaseHeaders.map((one, place) => (place === 5 ? header : one));
      expect(await findingsOf([headers, purchase()])).toEqual([]);
    }
  });

  test('distinguish membership data from purchases', async () => {
    const report = await reportOf([membershipHeaders, ['Fund A', '2009', 'Ohio', '1,250']]);
    expect(report.tables[0]?.kind).toBe('membership');
    expect(report.purchases).toBeUndefined();
  });

  test('that are missing are reported once, and no row counts', async () => {
    const rows = [purchaseHeaders.slice(0, 5), purchase().slice(0, 5), purchase().slice(0, 5)];
    expect(await findingsOf(rows)).toEqual(['column-missing 1 amount']);
    expect((await reportOf(rows)).purchases).toMatchObject({ rows: 2, counted: { rows: 0 }, faulty: { rows: 2 } });
  });

  test('that are unknown or repeated are reported', async () => {
    const headers = [...purchaseHeaders, 'Rx Number', 'NDC'];
    expect(await findingsOf([headers, [...purchase(), '1', 'x']])).toEqual([
      'column-twice 1 drug NDC NDC or Drug Name',
      'column-unknown 1 Rx Number',
    ]);
  });

  test('are in the template’s order if there is no header', async () => {
    const report = await reportOf([purchase(), purchase({ 5: '5' })]);
    expect(report.findings.map(describeFinding)).toEqual(['no-header']);
    expect(report.tables[0]).toMatchObject({ kind: 'purchases', headers: [], rows: 2 });
    expect(report.tables[0]).not.toHaveProperty('headerLine');
    expect(report.purchases?.counted.amount).toBe('15.0000');
  });

  test('follow the claimant’s choice', async () => {
    const rows = [
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['10.00', '06/15/2008', 'Fund A', 'OH', '99999083321', 'AZ'],
    ];
    expect((await check(openedText(rows))).outcome).toBe('no-data');
    const columns = { amount: 0, date: 1, payor: 2, stateOfInsured: 3, drug: 4, stateOfPurchase: 5 };
    const report = await reportOf(rows, { chosen: [{ table: 0, kind: 'purchases', columns }] });
    expect(report.tables[0]).toMatchObject({ headerLine: 1, headers: rows[0], rows: 1 });
    expect(report.findings).toEqual([]);
    expect(report.purchases?.counted).toEqual({ rows: 1, amount: '10.0000' });
  });
});

describe('cells', () => {
  test.each<[string, (text: string) => string]>([
    ['as formulas', (text) => `="${text}"`],
    ['after an apostrophe', (text) => text.replace(/^(?=\d)/, "'")],
    ['in apostrophes', (text) => `'${text}'`],
    ['in quotes', (text) => ` "${text}"`],
    ['between line breaks', (text) => `\r\n${text}\v`],
    ['with line breaks', (text) => text.replace(/ /g, '\n')],
  ])('that a program wrote %s are read in every column', async (_, damage) => {
    const damaged = (rows: Rows) => rows.map((row) => row.map((cell) => damage(String(cell))));
    const plans = [planHeaders, purchase({ 3: 'New York', 6: 'Plan of Ohio', 7: '12-3456789' })];
    expect(await reportOf(damaged(plans))).toMatchObject({
      tables: [{ headers: planHeaders }],
      purchases: { counted: { rows: 1, amount: '10.0000' }, byPlan: [{ name: 'Plan of Ohio' }] },
      findings: [],
    });
    expect(await reportOf(damaged([membershipHeaders, ['Fund A', '2009', 'New York', '1,250']]))).toMatchObject({
      membership: { counted: 1, byYear: [{ year: '2009', members: 1250 }] },
      findings: [],
    });
  });

  test('that a spreadsheet changed are restored, and reported', async () => {
    const rows = ofPurchases(
      purchase({ 2: '6152008' }),
      purchase({ 2: '39614' }),
      purchase({ 5: '$ -' }),
      purchase({ 2: '40109' }),
      purchase({ 2: '40179' }),
    );
    expect(await findingsOf(rows)).toEqual([
      'date-restored 2 date 6152008 2008-06-15',
      'date-restored 3 date 39614 2008-06-15',
      'amount-zero 4 amount $ -',
      'amount-symbols 4 amount $ - 0.0000',
      // This is April 1, 2009 without its zero, or October 23, 2009.
      'date-unreadable 5 date 40109',
      'date-restored 6 date 40179 2010-01-01',
    ]);
    expect(await findingsOf([membershipHeaders, ['Fund A', '2009', 'Ohio', '-']])).toEqual([]);
  });

  test.each(['N£¤ez Fund', 'Jos‚ Fund', 'JosÃ© Fund', 'JosŽ Fund'])(
    'whose letters were misread are reported: %s',
    async (name) => {
      expect(await findingsOf(ofPurchases(purchase({ 0: name })))).toEqual([`letters-doubtful 2 payor ${name}`]);
    },
  );
  test.each(
    `Núñez Fund® | O’Brien | Smith–Jones | ÑANDÚ | Œuvre | Šimák | FRANÇOIS | O´Brien | Farmacia «La Luz» | Plan N°5
Plan A±`.split(/ \| |\n/),
  )('with the letters of %s are not', async (name) => {
    expect(await findingsOf(ofPurchases(purchase({ 0: name })))).toEqual([]);
  });
});

describe('a table without data', () => {
  test('is reported with its headers and first row, with masked tax IDs', async () => {
    const rows = [['Report'], ['Name', 'Tax', 'Sum'], ['Fund A', '12-3456789', '123456789']];
    expect(await check(openedText(rows))).toEqual({
      outcome: 'no-data',
      format: { kind: 'delimited', delimiter: '|', encoding: 'utf-8' },
      tables: [
        {
          kind: 'none',
          headerLine: 2,
          headers: ['Name', 'Tax', 'Sum'],
          sample: ['Fund A', '•••••6789', '•••••6789'],
          columns: [],
          rows: 0,
        },
      ],
    });
  });

  test('is not read if the claimant says so', async () => {
    const chosen = [{ table: 0, kind: 'none', columns: {} }] as const;
    expect((await check(openedText(ofPurchases(purchase())), { chosen })).outcome).toBe('no-data');
  });

  test('is a hidden sheet with only lists', async () => {
    const lists = [purchaseHeaders.slice(2, 6), ['06/15/2008', 'Arizona', 'Ohio', '1']];
    const sheets = [
      { sheet: 'Data', rows: ofPurchases(purchase()) },
      { sheet: 'Lists', hidden: true, rows: lists },
    ];
    const report = await reportOf(openedWorkbook(sheets));
    expect([report.purchases?.rows, report.counts]).toEqual([1, []]);
  });

  test('is not a hidden sheet with all columns, whose rows are reported', async () => {
    const sheets = [{ sheet: 'Old', hidden: true, rows: ofPurchases(purchase(), purchase({ 5: '5' })) }];
    const report = await reportOf(openedWorkbook(sheets));
    expect(report.purchases?.counted).toEqual({ rows: 2, amount: '15.0000' });
    expect(report.findings.map(describeFinding)).toEqual(['hidden-rows 2 2']);
  });

  test('in a workbook is reported unless it is hidden or empty', async () => {
    const report = await reportOf(
      openedWorkbook([
        { sheet: 'Read me', rows: [['How to fill this in'], ['Write the name of your plan']] },
        { sheet: 'Lists', hidden: true, rows: [['Arizona'], ['New York']] },
        { sheet: 'Sheet3', rows: [] },
        { sheet: 'Purchases', rows: ofPurchases(purchase()) },
        { sheet: 'Membership', rows: [membershipHeaders] },
      ]),
    );
    expect(report.tables.map(({ sheet, kind, rows }) => [sheet, kind, rows])).toEqual([
      ['Read me', 'none', 0],
      ['Purchases', 'purchases', 1],
      ['Membership', 'membership', 0],
    ]);
    expect(report.findings.map(describeFinding)).toEqual(['sheet-not-read']);
    expect(report.membership).toBeUndefined();
  });

  test('in a workbook is not reported if it comes with the template', async () => {
    const opened = openedWorkbook([
      { sheet: 'How to', rows: [['How to fill this in'], ['Write the name of your plan']] },
      { sheet: 'Purchases', rows: ofPurchases(purchase()) },
    ]);
    const report = await reportOf(opened, { rules: { ...sampleRules, templateSheets: ['How to'] } });
    expect(report.tables.map(({ sheet }) => sheet)).toEqual(['Purchases']);
    expect(report.findings).toEqual([]);
  });

  test.each([
    ['a hidden list', { sheet: 'Lists', hidden: true, rows: [['Arizona'], ['New York']] }],
    ['an empty sheet', { sheet: 'Sheet1', hidden: false, rows: [] }],
    [
      'a sheet of the template',
      { sheet: 'How to', hidden: false, rows: [['How to fill this in'], ['Write the name of your plan']] },
    ],
  ])('without a report takes no choice from the table behind it: %s', async (_name, first) => {
    const rows = ofPurchases(purchase({ 2: '05/04/2009' }));
    const opened = openedWorkbook([first, { sheet: 'Purchases', rows }]);
    const rules = { ...sampleRules, templateSheets: ['How to'] };
    const chosen = [{ table: 0, kind: 'purchases', columns: purchaseColumns, dates: 'day-first' }] as const;
    const { tables, findings } = await reportOf(opened, { rules, chosen });
    expect(tables).toMatchObject([{ sheet: 'Purchases', rows: 1, dates: { order: 'day-first', why: 'chosen' } }]);
    expect(findings).toEqual([]);
    const none = [{ table: 0, kind: 'none', columns: {} }] as const;
    expect(await check(opened, { rules, chosen: none })).toMatchObject({ tables: [{ sheet: 'Purchases' }] });
  });

  test('is a hidden sheet with all columns if the claimant says so, and the next sheet stays data', async () => {
    const opened = openedWorkbook([
      { sheet: 'Old', hidden: true, rows: ofPurchases(purchase()) },
      { sheet: 'New', rows: ofPurchases(purchase({ 5: '5' })) },
    ]);
    const report = await reportOf(opened, { chosen: [{ table: 0, kind: 'none', columns: {} }] });
    expect(report.tables.map(({ sheet, kind }) => [sheet, kind])).toEqual([
      ['Old', 'none'],
      ['New', 'purchases'],
    ]);
    expect(report.purchases?.counted).toEqual({ rows: 1, amount: '5.0000' });
  });

  test('reports a file with only a header', async () => {
    expect(await findingsOf([purchaseHeaders])).toEqual(['no-rows']);
  });

  test('a file that is damaged in the middle is unreadable', async () => {
    const opened = openedText(ofPurchases(purchase()));
    if (!opened.readable) throw new Error('It can be read.');
    const failing: OpenedFile = {
      ...opened,
      async *tables() {
        yield* opened.tables();
        throw new UnreadableFileError('damaged');
      },
    };
    expect(await check(failing)).toEqual({ outcome: 'unreadable', reason: 'damaged' });
  });
});

describe('rows', () => {
  test('that are no data are skipped: blank lines, repeated headers, totals', async () => {
    const rows = ofPurchases(
      purchase(),
      [],
      ['', ' ', '', '', '', ''],
      purchaseHeaders,
      purchase(),
      ['Grand total:', '', '', '', '', '20.00'],
      ['', '', '', '', 'Totals', '20.00'],
      ['Sum', '', '', '', '', '20.00'],
    );
    const report = await reportOf(rows);
    expect(report.purchases).toMatchObject({ rows: 2, counted: { rows: 2, amount: '20.0000' } });
    expect(report.findings.map(describeFinding)).toEqual([
      'repeated-header 5',
      'duplicate 6 2',
      'totals-row 7',
      'totals-row 8',
      'totals-row 9',
    ]);
  });

  test.each(['Total for 2009', 'Subtotal by state', 'Total rows: 4', 'Grand total of all plans'])(
    'that begin with “%s” add others up',
    async (words) => {
      const report = await reportOf(ofPurchases(purchase(), [words, '', '', '', '', '10.00']));
      expect(report.findings.map(describeFinding)).toEqual(['totals-row 3']);
      expect(report.purchases?.faulty.rows).toBe(0);
    },
  );

  test('of a printed report that are no data are skipped: titles, page numbers, its end', async () => {
    const page = (number: number): Rows => [
      ['Fund A: Claims of 2008'],
      [`Page ${number} of 12`, '', '', '', '', 'Run date: 01/05/2012'],
      purchaseHeaders,
    ];
    const report = await reportOf([
      ...page(1),
      ['----------', '---', '-----', '-----', '-----', '------'],
      purchase(),
      ...page(2),
      purchase({ 5: '7' }),
      ...page(10),
      purchase({ 5: '8' }),
      ['*** End of Report ***'],
      ['(3 rows affected)'],
      ['Fin del informe', '', '', '', '', ''],
      ['Página 12 de 12'],
    ]);
    expect(report.purchases).toMatchObject({ rows: 3, counted: { rows: 3, amount: '25.0000' } });
    expect(report.findings.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'page-text 4',
      'page-text 6',
      'page-text 7',
      'repeated-header 8',
      'page-text 10',
      'page-text 11',
      'repeated-header 12',
      'page-text 14',
      'page-text 15',
      'page-text 16',
      'page-text 17',
    ]);
    expect(new Set(report.findings.map(({ severity }) => severity))).toEqual(new Set(['note']));
  });

  test('with few cells are still errors if they are no page text', async () => {
    const rows = [['Claims of Fund A'], ...ofPurchases(purchase(), ['Fund A', '', '', '', '', '10.00'], ['Fund B'])];
    const { findings, purchases } = await reportOf(rows);
    expect(findings.filter(({ severity }) => severity === 'error').map(({ line }) => line)).toContain(4);
    expect(purchases).toMatchObject({ rows: 3, counted: { rows: 1 }, faulty: { rows: 2 } });
  });

  test('of a plan named Total are data', async () => {
    expect(await findingsOf(ofPurchases(purchase({ 0: 'Total Care Plan' }), purchase({ 0: 'Total' })))).toEqual([]);
  });

  test('with a wrong number of cells are errors, without findings on their cells', async () => {
    const rows = ofPurchases(purchase({ 6: 'more' }), purchase().slice(0, 4), [...purchase(), '', ' ']);
    const report = await reportOf(rows);
    expect(report.findings.map(describeFinding)).toEqual(['cells-too-many 2 7', 'cells-missing 3 4']);
    expect(report.purchases).toMatchObject({ counted: { rows: 1 }, faulty: { rows: 2, amount: '0.0000' } });
  });

  test('of a workbook that are short end with blank cells', async () => {
    const opened = openedWorkbook([{ sheet: 'Data', rows: ofPurchases(purchase().slice(0, 5)) }]);
    expect(await findingsOf(opened)).toEqual(['value-missing 2 amount']);
  });

  test('of a workbook that counts days from 1904 have the days that it means, also in cells without a date format', async () => {
    // June 15, 2008, is day 39614 from 1900 on.
    const rows = ofPurchases(purchase({ 2: 38_152 }), purchase({ 2: 20080616, 5: '5' }));
    const report = await reportOf(openedWorkbook([{ sheet: 'Data', from1904: true, rows }]));
    expect(report.findings).toEqual([]);
    expect(report.tables[0]?.sample[2]).toBe('06/15/2008');
    expect(report.purchases?.byYear).toEqual([{ name: '2008', rows: 2, amount: '15.0000' }]);
  });

  test('of a workbook with notes beside them count, and their other errors are found', async () => {
    const rows = ofPurchases(purchase({ 7: 'checked' }), purchase({ 5: 'abc', 6: 'ask Ann' }));
    const report = await reportOf(openedWorkbook([{ sheet: 'Data', rows }]));
    expect(report.findings.map(describeFinding)).toEqual(['amount-unreadable 3 amount abc']);
    expect(report.purchases).toMatchObject({ counted: { rows: 1 }, faulty: { rows: 1 } });
  });

  test('report what is wrong with each cell, and how it was read', async () => {
    const rows = ofPurchases(
      purchase({ 1: '99999083322', 2: '02/30/2009', 3: 'Ohio', 4: 'Atlantis', 5: 'abc' }),
      purchase({ 0: ' ', 1: '8083321', 2: '13/02/2009', 5: '$1,000.00005' }),
      purchase({ 1: 'Elixir', 2: '06/13/2008', 5: '123456789012' }),
      purchase({ 1: '5555555555', 2: '06/01/2011', 5: '0.00' }),
      purchase({ 0: 'A name of more than twenty characters', 5: '-5' }),
    );
    expect(await findingsOf(rows)).toEqual([
      'ndc-not-listed 2 drug 99999083322',
      'date-unreadable 2 date 02/30/2009',
      'state-outside-class 2 stateOfPurchase Ohio Ohio',
      'state-unknown 2 stateOfInsured Atlantis',
      'amount-unreadable 2 amount abc',
      'value-missing 3 payor',
      'date-day-first 3 date 13/02/2009 2009-02-13',
      'amount-rounded 3 amount $1,000.00005 1000.0001',
      'ndc-completed 3 drug 8083321 0008-0833-21',
      'amount-symbols 3 amount $1,000.00005 1000.0001',
      'drug-unknown 4 drug Elixir',
      'date-outside-period 4 date 06/13/2008',
      'amount-too-large 4 amount 123456789012',
      'ndc-ambiguous 5 drug 5555555555 55555-0555-55, 55555-5555-05',
      'date-outside-period 5 date 06/01/2011',
      'amount-zero 5 amount 0.00',
      'value-too-long 6 payor A name of more than twenty characters',
      'reversal 6 amount -5',
    ]);
  });

  test('are read without invisible characters', async () => {
    const row = purchase({
      0: '\u200bFund\u00a0A',
      1: '99999\u20110833\u201121',
      2: '\u202d06/15/2008\u202c',
      3: 'Ari\u00adzona',
      4: '\u2067Ohio\u2069',
      5: '\ufeff10.00\u2060',
    });
    const report = await reportOf(
      ofPlans([...row, 'Plan\u200b X', '12\u20113456789'], [...purchase({ 5: '7' }), 'Plan X', '123456789']),
    );
    expect(report.findings).toEqual([]);
    expect(report.purchases).toMatchObject({
      counted: { rows: 2, amount: '17.0000' },
      byPlan: [{ name: 'Plan X', rows: 2 }],
    });
  });

  test('of the first and the last day of the period count', async () => {
    expect(await findingsOf(ofPurchases(purchase({ 2: '06/14/2008' }), purchase({ 2: '05/31/2011' })))).toEqual([]);
  });

  test('of membership data are checked, too', async () => {
    const rows = [
      membershipHeaders,
      ['Fund A', '2007', 'Ohio', '10'],
      ['Fund A', '2009', 'Ohio', 'many'],
      ['Fund A', '2009', 'Ohio', '1,250'],
      ['Fund A', '2009', 'AZ', '10.4'],
      ['Fund B', '2010', 'AZ', '11'],
    ];
    const report = await reportOf(rows);
    expect(report.findings.map(describeFinding)).toEqual([
      'year-outside-period 2 year 2007',
      'members-unreadable 3 members many',
    ]);
    expect(report.membership).toEqual({
      rows: 5,
      counted: 3,
      byYear: [
        { year: '2009', members: 1260 },
        { year: '2010', members: 11 },
      ],
      byState: [
        { state: 'Arizona', members: 11 },
        { state: 'Ohio', members: 1250 },
      ],
      plans: ['Fund A', 'Fund B'],
    });
  });
});

describe('a file that could take too long, or need too much memory', () => {
  test('a thousand cells that begin like a total', async () => {
    const row = [`total${'-'.repeat(30_000)}x`, '', '', '', '', ''];
    const report = await reportOf(ofPurchases(purchase(), ...Array.from({ length: 1_000 }, () => row)));
    expect(report.purchases?.faulty.rows).toBe(1_000);
  });

  // An algorithm of quadratic time would exceed the time limit of a test.
  const gap = ' '.repeat(60_000);
  test.each([
    ['an amount of spaces', { 5: `1${gap}x` }, 'amount-unreadable'],
    ['an amount in a parenthesis that does not end', { 5: `(${gap}x` }, 'amount-unreadable'],
    ['a time of spaces', { 2: `01/05/2009 10:00${gap}x` }, 'date-unreadable'],
  ])('%s', async (_name, changes, code) => {
    // The cells differ, because equal ones are read once.
    const rows = Array.from({ length: 20 }, (_, index) => purchase({ ...changes, 0: `Fund ${index}` }));
    const report = await reportOf(
      ofPurchases(...rows.map((row, index) => row.map((cell) => `${String(cell)}${index}`))),
    );
    expect(report.counts).toContainEqual({ code, severity: 'error', count: 20 });
  });

  test('a workbook of hundreds of wide sheets has a small report', async () => {
    const wide = Array.from({ length: 250 }, (_, place) => `h${place}`.padEnd(100, 'h'));
    const rows = [
      [...purchaseHeaders, ...wide],
      [...purchase(), ...wide],
    ];
    const report = await reportOf(
      openedWorkbook(Array.from({ length: 200 }, (_, place) => ({ sheet: `${place}`, rows }))),
    );
    expect(report.tables).toHaveLength(200);
    expect(report.tables[0]?.headers.slice(0, 6)).toEqual(purchaseHeaders);
    expect(JSON.stringify(report).length).toBeLessThan(1024 * 1024);
  });
});
