import type { SheetCell, SheetContent } from './spreadsheet-document.ts';
import { membershipHeaders, membershipLines, purchaseHeaders, purchases } from './fixture-rows.ts';

/** The sheets that LibreOffice gets, and the format to save. */
export interface SpreadsheetFixture {
  readonly file: string;
  readonly sheets: readonly SheetContent[];
  /** For LibreOffice's `--convert-to`. */
  readonly saveAs: string;
  readonly firstDay?: string;
}

const xlsx = 'xlsx:Calc MS Excel 2007 XML';
/** LibreOffice's text filter: field separator, quote, character set and first line. */
const textAs = (separator: number, characterSet: 'ANSI' | 'UTF16' | 'UTF8') =>
  `csv:Text - txt - csv (StarCalc):${separator},34,${{ ANSI: '1', UTF16: '65535', UTF8: '76' }[characterSet]},1`;

const rowsOf = (code: (ndc: string) => SheetCell): readonly SheetCell[][] =>
  purchases.map(({ payor, ndc, day, bought, insured, amount }) => [
    payor,
    code(ndc),
    { day },
    bought,
    insured,
    Number(amount),
  ]);
const asText = (ndc: string): SheetCell => ndc;

/** Formatted money, a name with a comma, and a code with hyphens. */
const shown: readonly SheetContent[] = [
  {
    name: 'Purchases',
    rows: [
      purchaseHeaders,
      ...purchases.map(({ payor, ndc, day, bought, insured, amount }): SheetCell[] => [
        payor,
        ndc,
        { day },
        bought,
        insured,
        // To the cent, as displayed.
        { money: Math.round(Number(amount) * 100) / 100 },
      ]),
      ['Sample, Smith & Co. Health Plan', '99999-0831-24', { day: '2010-12-31' }, 'WV', 'wv', { money: 75.5 }],
    ],
  },
];

export const spreadsheetFixtures: readonly SpreadsheetFixture[] = [
  {
    file: 'template-filled-in.xlsx',
    saveAs: xlsx,
    sheets: [
      { name: 'Purchases', rows: [purchaseHeaders, ...rowsOf(asText)] },
      {
        name: 'Membership',
        rows: [
          membershipHeaders,
          ...membershipLines.map(([payor = '', year, state = '', members]) => [
            payor,
            Number(year),
            state,
            Number(members),
          ]),
        ],
      },
      {
        name: 'Instructions',
        rows: [['How to fill this in'], ['Give a row for each fill or purchase.'], ['Save the workbook and send it.']],
      },
      { name: 'Lists', hidden: true, rows: [['Arizona'], ['California'], ['Florida']] },
    ],
  },
  {
    file: 'days-from-1904.xlsx',
    saveAs: xlsx,
    firstDay: '1904-01-01',
    sheets: [{ name: 'Purchases', rows: [purchaseHeaders, ...rowsOf(asText)] }],
  },
  {
    file: 'numeric-codes.xlsx',
    saveAs: xlsx,
    sheets: [
      {
        name: 'Purchases',
        rows: [
          purchaseHeaders,
          ['Example Health Plan', 8083321, { day: '2009-01-05' }, 'Arizona', 'Ohio', 10],
          ['Example Health Plan', 8083603, { day: '2009-02-05' }, 'Arizona', 'Ohio', 20.5],
          ['Example Health Plan', '00008-0833-21', { day: '2009-03-05' }, 'Arizona', 'Ohio', 30.25],
        ],
      },
    ],
  },
  {
    file: 'merged-formulas-total.xlsx',
    saveAs: xlsx,
    sheets: [
      {
        name: 'Report',
        rows: [
          [{ text: 'Purchases of Example Health Plan', columns: 6 }],
          [],
          purchaseHeaders,
          [
            { text: 'Example Health Plan', rows: 3 },
            '99999083321',
            { day: '2009-01-05' },
            'Arizona',
            'Ohio',
            { formula: '100+18.4025', result: 118.4025 },
          ],
          [null, '99999083322', { day: '2009-03-17' }, 'California', 'Utah', { formula: '2*120.05', result: 240.1 }],
          [null, '99999084121', { day: '2010-08-02' }, 'New York', 'Iowa', { formula: '64-0.01', result: 63.99 }],
          ['Sample Health Fund', '99999084523', { day: '2011-02-28' }, 'Florida', 'Florida', 1250],
          ['Total', null, null, null, null, { formula: 'SUM([.F4:.F7])', result: 1672.4925 }],
        ],
      },
    ],
  },
  {
    file: 'a-sheet-for-each-year.xlsx',
    saveAs: xlsx,
    sheets: [
      {
        name: '2009',
        rows: [
          ['Rx Number', 'Date of Service', 'NDC Number', 'Pharmacy State', 'Member State', 'Payer', 'Amt Paid'],
          ['A-1', { day: '2009-01-05' }, '99999-0833-21', 'AZ', 'OH', 'Example Health Plan', 118.4025],
          ['A-2', { day: '2009-03-17' }, '99999-0833-22', 'CA', 'CA', 'Example Health Plan', 240.1],
        ],
      },
      {
        name: '2010',
        rows: [
          ['PLAN PAID', 'MEMBER_STATE', 'Purchase State', 'NDC', 'fill date', 'Health Plan'],
          [63.99, 'NJ', 'ny', '99999084121', { day: '2010-08-02' }, 'Example Health Plan'],
        ],
      },
    ],
  },
  { file: 'with-macros.xlsx', saveAs: 'xlsm:Calc MS Excel 2007 VBA XML', sheets: shown },
  { file: 'old-excel.xls', saveAs: 'xls:MS Excel 97', sheets: shown },
  { file: 'open-document.ods', saveAs: 'ods', sheets: shown },
  { file: 'printed.xlsx', saveAs: 'pdf', sheets: shown },
  { file: 'commas-utf-8.csv', saveAs: textAs(44, 'UTF8'), sheets: shown },
  { file: 'semicolons-windows-1252.csv', saveAs: textAs(59, 'ANSI'), sheets: shown },
  { file: 'tabs-utf-16.txt', saveAs: textAs(9, 'UTF16'), sheets: shown },
  { file: 'pipes-windows-1252.txt', saveAs: textAs(124, 'ANSI'), sheets: shown },
];
