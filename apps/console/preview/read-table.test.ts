import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readPages } from './read-table.ts';

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test('a CSV file is a table of text, by its own delimiter', async () => {
  expect(await readPages(bytesOf('Name;Paid\n"<b>Ann";=1+1\n'), 'csv')).toEqual([
    {
      title: '',
      lines: [1, 2],
      rows: [
        ['Name', 'Paid'],
        ['<b>Ann', '=1+1'],
      ],
      notes: [],
    },
  ]);
});

test('a workbook has a page for each sheet, with days and truth values as text', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Fills',
        rows: [
          ['Day', 'Paid', 'Ok'],
          [new Date(Date.UTC(2009, 3, 5)), 12.5, true],
          ['', 0.1 + 0.2, false],
        ],
      },
      { name: 'Empty', rows: [] },
    ],
  });
  expect(await readPages(new Uint8Array(bytes).buffer, 'xlsx')).toEqual([
    {
      title: 'Fills',
      lines: [1, 2, 3],
      rows: [
        ['Day', 'Paid', 'Ok'],
        ['2009-04-05', '12.5', 'TRUE'],
        ['', '0.3', 'FALSE'],
      ],
      notes: [],
    },
    { title: 'Empty', lines: [], rows: [], notes: ['There are no rows.'] },
  ]);
});

test('what is cut is said: rows, columns, long cells and long texts', async () => {
  const wide = await readPages(
    bytesOf(`${Array.from({ length: 101 }, (_, index) => index).join(',')}\n${'x,'.repeat(99)}${'y'.repeat(501)}\n`),
    'csv',
  );
  expect(wide[0]?.rows.map(({ length }) => length)).toEqual([100, 100]);
  expect(wide[0]?.rows[1]?.at(-1)).toHaveLength(500);
  expect(wide[0]?.notes).toEqual([
    'Only the first 100 columns are shown.',
    'Only the first 500 characters of long cells are shown.',
  ]);
  const long = await readPages(bytesOf('a,b\n'.repeat(1_001)), 'csv');
  expect(long[0]?.rows).toHaveLength(1_000);
  expect(long[0]?.notes).toEqual(['Only the first 1,000 rows are shown.']);
  const [text] = await readPages(bytesOf('line\n'.repeat(60_000)), 'txt');
  expect(text?.text).toHaveLength(256 * 1024);
  expect(text?.notes).toEqual(['Only the first 256 kB of the text are shown.']);
});

test('a file that is no workbook is damaged, and an empty one is said to be empty', async () => {
  await expect(readPages(bytesOf('PK\u0003\u0004 nothing'), 'xlsx')).rejects.toMatchObject({ reason: 'damaged' });
  for (const blank of ['', ' \r\n\n'])
    expect((await readPages(bytesOf(blank), 'csv'))[0]?.notes).toEqual(['The file is empty.']);
});
