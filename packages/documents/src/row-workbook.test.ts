import { openWorkbook } from '@redress/datafiles/read/open-workbook';
import { expect, test } from 'vitest';
import { type RowValue, writeRowWorkbook } from './row-workbook.ts';

async function write(values: readonly (readonly RowValue[])[], maxRowsPerSheet?: number) {
  const rows = async function* () {
    yield* values;
  };
  const columns = [
    { header: 'Name', width: 10, format: 'text' },
    { header: 'Day', width: 10, format: 'day' },
    { header: 'Amount', width: 10, format: 'amount' },
    { header: 'Count', width: 10, format: 'count' },
  ] as const;
  const parts: Uint8Array[] = [];
  const options = { sheet: 'Claims', columns, rows: rows(), ...(maxRowsPerSheet !== undefined && { maxRowsPerSheet }) };
  for await (const part of writeRowWorkbook(options)) parts.push(part);
  const bytes = Buffer.concat(parts);
  const stream = (from = 0, to = bytes.length) => new Blob([new Uint8Array(bytes.subarray(from, to))]).stream();
  const workbook = await openWorkbook({ name: 'rows.xlsx', size: bytes.length, stream });
  if (!workbook.readable) throw new Error(workbook.reason);
  const sheets: Record<string, unknown[][]> = {};
  for await (const table of workbook.tables()) {
    const read: unknown[][] = [];
    for await (const { rows: batch } of table.batches()) read.push(...batch.map((cells) => [...cells]));
    sheets[table.sheet ?? ''] = read;
  }
  return sheets;
}

const header = ['Name', 'Day', 'Amount', 'Count'];

test('amounts are numbers, days are dates, and text stays text', async () => {
  expect(
    await write([
      ['=1+1', '2025-07-31', '1250.5', 3],
      ['0012', '1999-12-31', '0', 0],
      ['<b>&"', null, null, null],
    ]),
  ).toEqual({
    Claims: [
      header,
      ['=1+1', new Date('2025-07-31T00:00:00Z'), 1250.5, 3],
      ['0012', new Date('1999-12-31T00:00:00Z'), 0, 0],
      ['<b>&"'],
    ],
  });
});

test('an amount that a number would round stays text, and characters that XML forbids are left out', async () => {
  const sheets = await write([['a\u0000b\u001Fc\uD800', null, '123456789012345.67', null]]);
  expect(sheets['Claims']?.[1]).toEqual(['abc\uFFFD', null, '123456789012345.67']);
});

test('lines end as in a spreadsheet, and an escape that somebody typed stays what it is', async () => {
  const sheets = await write([
    ['two\r\nlines\r', null, null, null],
    ['a_x000D_b _x', null, null, null],
  ]);
  expect(sheets['Claims']?.slice(1)).toEqual([['two\nlines\n'], ['a_x000D_b _x']]);
});

test('text that a cell cannot hold ends with an ellipsis', async () => {
  const sheets = await write([
    ['9'.repeat(32_767), null, null, null],
    ['9'.repeat(32_768), null, null, null],
  ]);
  expect(sheets['Claims']?.slice(1)).toEqual([['9'.repeat(32_767)], [`${'9'.repeat(32_766)}…`]]);
});

test('what does not fit into one sheet goes on in the next, under the same header', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [`row ${index}`, null, null, null]);
  const sheets = await write(rows, 3);
  expect(Object.entries(sheets).map(([name, read]) => [name, read.map(([first]) => first)])).toEqual([
    ['Claims', ['Name', 'row 0', 'row 1']],
    ['Claims_2', ['Name', 'row 2', 'row 3']],
    ['Claims_3', ['Name', 'row 4']],
  ]);
});
