import { inflateRawSync } from 'node:zlib';
import type { Column, Workbook } from '@redress/contract/published-documents';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createWorkbook } from './workbook.ts';

/** The parts of a zip file by name, read without the library that wrote it. */
function readParts(bytes: Uint8Array): ReadonlyMap<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const parts = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    parts.set(name, (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data).toString('utf8'));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}
const part = (parts: ReadonlyMap<string, string>, name: string) => parts.get(name) ?? '';

/** The attributes of the first tag with this text. */
function attributes(xml: string, tag: string, fits = ''): Readonly<Record<string, string>> {
  const found = [...xml.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].find(([whole]) => whole.includes(fits));
  const pairs = [...(found?.[1] ?? '').matchAll(/([\w:]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']): [string, string] => [name, value]));
}

const states = ['New York', 'Ohio & more'];
const columns: readonly Column[] = [
  { header: 'Code', width: 20, format: 'text', check: { kind: 'length', atMost: 20, message: 'Use fewer.' } },
  {
    header: 'Day',
    width: 14,
    format: 'date',
    hint: 'The day of purchase.',
    check: { kind: 'days', from: '2008-06-14', to: '2011-05-31', message: 'Only days of the period.' },
  },
  { header: 'Bought in', width: 20, format: 'text', check: { kind: 'choices', choices: states, message: 'Choose.' } },
  { header: 'Lived in', width: 20, format: 'text', check: { kind: 'choices', choices: states, message: 'Choose.' } },
  { header: 'Paid', width: 14, format: 'amount', check: { kind: 'amounts', message: 'A number.' } },
  { header: 'Members', width: 14, format: 'count', check: { kind: 'counts', message: 'A whole number.' } },
];
const workbook: Workbook = {
  kind: 'workbook',
  sheets: [
    {
      name: "Buyer's data",
      columns,
      rows: [['00008083321', '2008-06-14', 'New York', '=1+1', -118.4025, 1250]],
      blankRows: 3,
    },
    {
      name: 'Read me',
      intro: ['How to fill it in', { heading: 'First' }, 'Keep the header row.'],
      columns: [
        { header: 'Name', width: 20, format: 'text' },
        { header: 'Starts at', width: 20, format: 'count' },
      ],
      rows: [['Code', 1]],
    },
    { name: 'About', intro: ['About this list', 'Only text.'], columns: [] },
  ],
};

let parts: ReadonlyMap<string, string>;
let data: string;
let instructions: string;
beforeAll(async () => {
  parts = readParts(await createWorkbook(workbook, 'Data & more'));
  data = part(parts, 'xl/worksheets/sheet1.xml');
  instructions = part(parts, 'xl/worksheets/sheet2.xml');
});

/** The attributes, number format and text of a cell of the first sheet. */
function cell(ref: string) {
  const { t: type, s: style = '0' } = attributes(data, 'c', ` r="${ref}"`);
  const styles = part(parts, 'xl/styles.xml');
  const format = [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*numFmtId="(\d+)"/g)][
    Number(style)
  ]?.[1];
  const value = new RegExp(`<c r="${ref}"[^>]*><v>([^<]*)</v></c>`).exec(data)?.[1];
  const strings = [...part(parts, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
  return {
    value: type === 's' ? strings[Number(value)]?.[1] : value,
    isText: type === 's',
    format: attributes(styles, 'numFmt', `numFmtId="${format}"`)['formatCode'],
  };
}
const check = (column: string) => attributes(data, 'dataValidation', `sqref="${column}2:`);
const formulas = (column: string) =>
  [
    ...(new RegExp(`<dataValidation [^>]*sqref="${column}2:.*?</dataValidation>`).exec(data)?.[0] ?? '').matchAll(
      /<formula\d>([^<]*)<\/formula\d>/g,
    ),
  ].map((match) => match[1]);

test('the same workbook gives the same bytes at any time', async () => {
  const bytes = await createWorkbook(workbook, 'Data & more');
  vi.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z'), toFake: ['Date'] });
  try {
    expect(Buffer.from(await createWorkbook(workbook, 'Data & more')).equals(bytes)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('the file has a title and a language', () => {
  expect(part(parts, 'docProps/core.xml')).toContain('<dc:title>Data &amp; more</dc:title>');
  expect(part(parts, 'docProps/custom.xml')).toMatch(/name="Language"><vt:lpwstr>en-US</);
});

test('sheets are in order, and only the lists are hidden', () => {
  const sheets = [...part(parts, 'xl/workbook.xml').matchAll(/<sheet name="([^"]*)"[^>]*?(?: state="(\w+)")?\/>/g)];
  expect(sheets.map(([, name, state]) => [name, state])).toEqual([
    ['Buyer&apos;s data', undefined],
    ['Read me', undefined],
    ['About', undefined],
    ['Lists', 'hidden'],
  ]);
});

test('programs show the sheet first that it names, and only that one is active', async () => {
  expect(attributes(part(parts, 'xl/workbook.xml'), 'workbookView')['activeTab']).toBe('0');
  const opened = readParts(await createWorkbook({ ...workbook, opensOn: 'Read me' }, 'Data'));
  expect(attributes(part(opened, 'xl/workbook.xml'), 'workbookView')['activeTab']).toBe('1');
  // Sheets that are selected together would be edited together.
  for (const name of ['sheet1', 'sheet3'])
    expect(part(opened, `xl/worksheets/${name}.xml`)).not.toContain('tabSelected');
  await expect(createWorkbook({ ...workbook, opensOn: 'Nowhere' }, 'Data')).rejects.toThrow('There is no sheet');
});

describe('a sheet to fill in', () => {
  test('codes are text and keep leading zeros, days are dates, amounts are numbers with four decimals', () => {
    expect(cell('A2')).toEqual({ value: '00008083321', isText: true, format: '@' });
    // LibreOffice and Excel agree: June 14, 2008 is day 39613.
    expect(cell('B2')).toMatchObject({ value: '39613', isText: false });
    expect(cell('E2')).toMatchObject({ value: '-118.4025', isText: false });
    // Text that looks like a formula stays text.
    expect(cell('D2')).toMatchObject({ value: '=1+1', isText: true });
    expect([...parts.values()].some((xml) => /<f[ >]/.test(xml))).toBe(false);
  });

  test('blank cells have the format of their column', () => {
    const formats = ['A5', 'B5', 'C5', 'E5', 'F5'].map((ref) => cell(ref).format);
    expect(formats).toEqual(['@', 'mm/dd/yyyy', '@', '#,##0.00##', '#,##0']);
  });

  test('the header is frozen, filtered, and repeated on each landscape page', () => {
    expect(attributes(data, 'pane')).toMatchObject({ ySplit: '1', state: 'frozen' });
    expect(attributes(data, 'autoFilter')).toEqual({ ref: 'A1:F5' });
    expect(part(parts, 'xl/workbook.xml')).toMatch(/_FilterDatabase" localSheetId="0">'Buyer''s data'!\$A\$1:\$F\$5</);
    expect(part(parts, 'xl/workbook.xml')).toMatch(/localSheetId="0">'Buyer''s data'!\$1:\$1</);
    expect(attributes(data, 'pageSetup')).toMatchObject({ orientation: 'landscape', fitToWidth: '1' });
  });

  test('rejects days outside the limits with the message', () => {
    expect(check('B')).toMatchObject({
      type: 'date',
      sqref: 'B2:B1048576',
      operator: 'between',
      errorStyle: 'stop',
      showErrorMessage: '1',
      error: 'Only days of the period.',
      prompt: 'The day of purchase.',
    });
    expect(formulas('B')).toEqual(['39613', '40694']);
  });

  test('drop-downs share the lists of the hidden sheet', () => {
    expect(check('C')).toMatchObject({ type: 'list', errorStyle: 'stop', error: 'Choose.' });
    expect([formulas('C'), formulas('D')]).toEqual([['Lists!$A$2:$A$3'], ['Lists!$A$2:$A$3']]);
    const lists = part(parts, 'xl/worksheets/sheet4.xml');
    expect([...lists.matchAll(/<c r="(\w+)"/g)].map((match) => match[1])).toEqual(['A1', 'A2', 'A3']);
    expect(part(parts, 'xl/sharedStrings.xml')).toContain('<t>Ohio &amp; more</t>');
  });

  test('the headers of the hidden sheet do not look like data', () => {
    const [, first] = /<c r="A1"[^>]*><v>(\d+)</.exec(part(parts, 'xl/worksheets/sheet4.xml')) ?? [];
    const texts = [...part(parts, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts[Number(first)]).toBe('List 1');
  });

  test('amounts may be negative, counts are whole and not negative, texts have a length', () => {
    expect([check('E')['type'], Number(formulas('E')[0]) < -1e12]).toEqual(['decimal', true]);
    expect([check('F')['type'], formulas('F')[0]]).toEqual(['whole', '0']);
    expect([check('A')['type'], check('A')['operator'], formulas('A')]).toEqual([
      'textLength',
      'lessThanOrEqual',
      ['20'],
    ]);
  });
});

describe('a sheet to read', () => {
  test('begins with its title, and merges only the lines above the table', () => {
    expect(part(parts, 'xl/sharedStrings.xml')).toContain('<t>How to fill it in</t>');
    expect([...instructions.matchAll(/<mergeCell ref="([^"]+)"/g)].map((match) => match[1])).toEqual([
      'A1:B1',
      'A2:B2',
      'A3:B3',
    ]);
  });

  test('nothing is frozen or filtered, and the table header is repeated', () => {
    expect(instructions).not.toMatch(/<pane|<autoFilter/);
    expect(part(parts, 'xl/workbook.xml')).toMatch(/localSheetId="1">'Read me'!\$4:\$4</);
  });
});

test.each([
  ['a message that is too long', { ...columns[0], check: { kind: 'amounts', message: 'x'.repeat(226) } }],
  ['a hint without a check', { header: 'Name', width: 20, format: 'text', hint: 'Your name.' }],
] as const)('%s is an error, because spreadsheet programs would not show it', async (_, column) => {
  const sheet = { name: 'Data', columns: [{ ...column, header: 'Name', width: 20, format: 'text' }] } as const;
  await expect(createWorkbook({ kind: 'workbook', sheets: [sheet] }, 'Title')).rejects.toThrow(
    /Spreadsheets take|hint/,
  );
});

test('an invalid date is an error', async () => {
  const sheet = { name: 'Data', columns, rows: [['1', 'yesterday', 'Ohio', 'Ohio', 1, 1]] };
  await expect(createWorkbook({ kind: 'workbook', sheets: [sheet] }, 'Title')).rejects.toThrow('not "yesterday"');
});
