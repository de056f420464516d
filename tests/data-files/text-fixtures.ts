import {
  agentHeaders,
  membershipHeaders,
  membershipLines,
  purchaseHeaders,
  purchaseLines,
  rules,
} from './fixture-rows.ts';
import type { ColumnRules } from '@redress/datafiles/rules';

/** Files of programs other than spreadsheets, and their typical errors, by name. */
export const textFixtures: Readonly<Record<string, string | Uint8Array>> = {
  'empty.csv': '',
  'header-alone.csv': lines(',', [purchaseHeaders]),
  'bom-and-crlf.csv': `\uFEFF${lines(',', [purchaseHeaders, ...purchaseLines], '\r\n')}`,
  'carriage-returns-alone.csv': lines(',', [purchaseHeaders, ...purchaseLines], '\r'),
  'tabs-utf-16le-without-bom.txt': Buffer.from(lines('\t', [purchaseHeaders, ...purchaseLines], '\r\n'), 'utf16le'),
  'tabs-utf-16be.txt': Buffer.from(
    `\uFEFF${lines('\t', [purchaseHeaders, ...purchaseLines], '\r\n')}`,
    'utf16le',
  ).swap16(),
  'no-header.txt': lines('|', purchaseLines),
  'fixed-width.txt': fixedWidth(rules.tables.purchases.slice(0, 6), purchaseLines),
  'fixed-width-of-an-agent.txt': fixedWidth(
    rules.tables.purchases,
    purchaseLines.map((line) => [...line, 'Sample Workers Fund', '12-3456789']),
  ),
  'fixed-width-membership.txt': fixedWidth(rules.tables.membership.slice(0, 4), membershipLines),
  'two-header-rows.csv': lines(',', [
    ['Payor', 'Drug', 'Fill', '', '', 'Paid'],
    purchaseHeaders,
    ...purchaseLines.slice(0, 2),
    purchaseHeaders,
    ...purchaseLines.slice(2),
  ]),
  'stray-quote-in-line-one.csv': `"${lines(',', [purchaseHeaders.map((header) => header.split(' (')[0] ?? ''), ...purchaseLines])}`,
  'quotes-between-pipes.txt': lines('|', [
    purchaseHeaders,
    ['The "Best Plan', ...(purchaseLines[0] ?? []).slice(1)],
    ...purchaseLines.slice(1),
  ]),
  'line-breaks-in-cells.csv': lines(',', [
    purchaseHeaders,
    ['"Example Health Plan\nof the ""North"""', ...(purchaseLines[0] ?? []).slice(1)],
    ...purchaseLines.slice(1),
  ]),
  'nul-bytes.txt': lines('|', [
    purchaseHeaders,
    ...purchaseLines.map((line, index) => (index === 2 ? line.map((cell) => `${cell}\0`) : line)),
  ]),
  'ragged.txt': lines('|', [
    purchaseHeaders,
    ...purchaseLines.slice(0, 2),
    ['Example Health Plan', '99999083321', '01/06/2009'],
    ['Example Health Plan', '99999083321', '01/07/2009', 'Arizona', 'Ohio', '10.00', 'of what', 'is this'],
    [],
    ...purchaseLines.slice(2),
    [],
  ]),
  'of-an-agent.txt': lines('|', [
    agentHeaders,
    [
      'Example Health Plan',
      '99999083321',
      '01/05/2009',
      'Arizona',
      'Ohio',
      '10.00',
      'Sample Workers Fund',
      '12-3456789',
    ],
    [
      'Example Health Plan',
      '99999083321',
      '01/06/2009',
      'Arizona',
      'Ohio',
      '20.00',
      'Sample Teachers Fund',
      '987654321',
    ],
    ['Example Health Plan', '99999083321', '01/07/2009', 'Arizona', 'Ohio', '40.00', '', '98-7654321'],
    ['Example Health Plan', '99999083321', '01/08/2009', 'Arizona', 'Ohio', '80.00', 'Sample Workers Fund', '1234567'],
    [
      'Example Health Plan',
      '99999083321',
      '01/09/2009',
      'Arizona',
      'Ohio',
      '-5.00',
      'Sample Workers Fund',
      '12-3456789',
    ],
  ]),
  'membership.csv': lines(',', [
    membershipHeaders,
    ...membershipLines,
    ['Example Health Plan', '2007', 'Arizona', '900'],
    ['Example Health Plan', '2011', 'Arizona', 'about 100'],
    ['Example Health Plan', '2011', 'Ohio', '"1,100"'],
  ]),
  'no-amounts.csv': lines(',', [purchaseHeaders.slice(0, 5), ...purchaseLines.map((line) => line.slice(0, 5))]),
  'other-table.csv': lines(',', [
    ['Colour', 'Weight', 'Shelf'],
    ['red', '12 kg', 'B4'],
    ['blue', '9 kg', 'C1'],
  ]),
  'begins-like-formulas.csv': lines(',', [
    purchaseHeaders,
    // Text that a spreadsheet would run.
    ["=cmd|' /C calc'!A0", '99999083321', '01/05/2009', 'Arizona', 'Ohio', '10.00'],
    ['@SUM(1+1)', '99999083321', '01/06/2009', 'Arizona', 'Ohio', '20.00'],
    ['+Example Health Plan', '99999083321', '01/07/2009', 'Arizona', 'Ohio', '=1+1'],
    ['-Example Health Plan', '99999083321', '01/08/2009', 'Arizona', 'Ohio', '40.00'],
  ]),
  'one-fault-in-each-row.txt': lines('\t', [
    purchaseHeaders,
    ['', '99999083321', '01/05/2009', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '', '01/05/2009', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', '02/30/2009', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', 'last spring', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', '06/13/2008', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', '06/01/2011', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', '01/05/2009', 'Ohio', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', '01/05/2009', 'Arizonia', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083399', '01/05/2009', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', 'Aspirin', '01/05/2009', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999083321', '01/05/2009', 'Arizona', 'Ohio', 'n/a'],
    ['Example Health Plan', '99999083321', '01/05/2009', 'Arizona', 'Ohio', '123456789012.00'],
    // Readable, with findings.
    ['Example Health Plan', '99999083321', '13/02/2009', 'Arizona', 'Ohio', '1.00'],
    ['Example Health Plan', '99999-833-21', '01/06/2009', 'Arizona', 'Ohio', '2.00'],
    ['Example Health Plan', '99999083321', '2009-01-07', 'AZ', 'oh', '4.00005'],
    ['Example Health Plan', '99999083321', '20090108', 'ARIZONA', 'Ohio', '$1,000.00'],
    ['Example Health Plan', '99999083321', '1/9/09', 'Arizona', 'Ohio', '(8.00)'],
    ['Example Health Plan', '99999083321', 'Jan 10, 2009', 'Arizona', 'Ohio', '0.00'],
    ['Example Health Plan', 'AB-rated generic', '11-Jan-2009', 'Arizona', 'Ohio', '16.00'],
    ['Example Health Plan', 'AB-rated generic', '11-Jan-2009', 'Arizona', 'Ohio', '16.00'],
  ]),
};

/** Quotes a cell only if it holds the separator and is not quoted already. */
function lines(separator: string, rows: readonly (readonly string[])[], end = '\n'): string {
  const write = (cell: string) => (cell.includes(separator) && !cell.startsWith('"') ? `"${cell}"` : cell);
  return rows.map((row) => `${row.map(write).join(separator)}${end}`).join('');
}

/** The layout in the template's instructions: each column padded with blanks to its length. */
function fixedWidth(columns: readonly ColumnRules[], rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => `${columns.map(({ length }, index) => (row[index] ?? '').padEnd(length)).join('')}\r\n`)
    .join('');
}
