import type { ByteSource } from '@redress/datafiles/byte-source';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { describe, expect, test } from 'vitest';
import { checkBytes, countsOf, reportOf } from './check-fixture.ts';
import { purchaseHeaders, purchaseLines, rules } from './fixture-rows.ts';
import { hugePart, buildZip, textPart, workbookParts } from './build-zip.ts';

// Generated files that could exhaust time or memory.

const mebibyte = 1024 * 1024;
const sheet = 'xl/worksheets/sheet1.xml';
const sheetOpening = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
const sheetOf = (rows: readonly (readonly string[])[]) =>
  `${sheetOpening}${rows
    .map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData></worksheet>`;

test('the archives of these tests are valid workbooks without their defects', async () => {
  const valid = buildZip([...workbookParts(), textPart(sheet, sheetOf([purchaseHeaders, ...purchaseLines]))]);
  expect(reportOf(await checkBytes(valid, rules)).purchases?.counted).toEqual({ rows: 5, amount: '1654.2425' });
});

describe('an archive that inflates to more than any workbook is unreadable', () => {
  const blanks = Buffer.alloc(16 * mebibyte, ' ');

  test('a sheet of nearly four gigabytes of nothing', async () => {
    const bomb = buildZip([...workbookParts(), hugePart(sheet, blanks, 240)]);
    expect(bomb.length).toBeLessThan(10 * mebibyte);
    expect(await checkBytes(bomb, rules)).toEqual({ outcome: 'unreadable', reason: 'too-much-inside' });
  });

  test('the same with a false size', async () => {
    const bomb = buildZip([...workbookParts(), hugePart(sheet, blanks, 240, 1_000)]);
    const checked = await checkBytes(bomb, rules);
    expect(checked.outcome).toBe('unreadable');
    expect(['too-much-inside', 'damaged']).toContain(checked.outcome === 'unreadable' ? checked.reason : '');
  });

  test('a table of strings of half a gigabyte', async () => {
    const strings = hugePart('xl/sharedStrings.xml', blanks, 32);
    const bomb = buildZip([
      ...workbookParts({ withStrings: true }),
      strings,
      textPart(sheet, sheetOf([purchaseHeaders])),
    ]);
    expect(await checkBytes(bomb, rules)).toEqual({ outcome: 'unreadable', reason: 'too-much-inside' });
  });
});

/**
 * A file larger than memory: `head`, one chunk repeated up to the size, and `tail`. Counts the
 * bytes that are read.
 */
function endlessFile(size: number, { head = '', tail = '' } = {}): ByteSource & { readonly bytesRead: () => number } {
  const chunk = Buffer.alloc(256 * 1024, 'a');
  const [first, last] = [Buffer.from(head), Buffer.from(tail)];
  let read = 0;
  return {
    name: 'endless.txt',
    size,
    bytesRead: () => read,
    async *stream(from = 0, to = size) {
      for (let at = from; at < to;) {
        const inTail = at >= size - last.length;
        const bytes =
          at < first.length ? first.subarray(at) : inTail ? last.subarray(at - (size - last.length)) : chunk;
        const end = at < first.length || inTail ? to : Math.min(to, size - last.length);
        const given = bytes.subarray(0, end - at);
        at += given.length;
        read += given.length;
        yield given;
        // Like a file, it lets other tasks run.
        await Promise.resolve();
      }
    },
  };
}

describe('a line without an end', () => {
  test('of 10 GB is unreadable after its first megabytes', async () => {
    const file = endlessFile(10_000_000_000);
    expect(await checkDataFile(file, { rules })).toEqual({ outcome: 'unreadable', reason: 'endless-line' });
    expect(file.bytesRead()).toBeLessThan(64 * mebibyte);
  });

  test('of 300 MB between rows is skipped, and the rows around it count', async () => {
    const [before = [], after = []] = purchaseLines;
    const head = `${[purchaseHeaders, before].map((row) => row.join('|')).join('\n')}\n`;
    const file = endlessFile(300_000_000, { head, tail: `\n${after.join('|')}\n` });
    const memoryBefore = process.memoryUsage().rss;
    const report = reportOf(await checkDataFile(file, { rules }));
    expect(countsOf(report)).toMatchObject({ 'line-too-long': 1 });
    // 118.4025 + 240.10
    expect(report.purchases?.counted).toEqual({ rows: 2, amount: '358.5025' });
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(150 * mebibyte);
  });
});

describe('a small file that could take long to read', () => {
  const text = (...lines: readonly (readonly string[])[]) =>
    Buffer.from([purchaseHeaders, ...lines].map((line) => line.join('|')).join('\n'));
  const [validRow = []] = purchaseLines;
  const withCell = (place: number, cell: string) => validRow.map((one, index) => (index === place ? cell : one));
  const gap = ' '.repeat(60_000);

  // Without limits, each took ten seconds or more.
  test.each([
    ['an amount of spaces', withCell(5, `1${gap}x`), { 'amount-unreadable': 1 }],
    ['an amount in a parenthesis that does not end', withCell(5, `(${gap}x`), { 'amount-unreadable': 1 }],
    ['a time of spaces', withCell(2, `01/05/2009 10:00${gap}x`), { 'date-unreadable': 1 }],
  ])(
    '%s',
    async (_name, row, counts) => {
      expect(countsOf(reportOf(await checkBytes(text(validRow, row), rules)))).toMatchObject(counts);
    },
    3_000,
  );

  test('a thousand cells that begin like a total', async () => {
    const strings = textPart('xl/sharedStrings.xml', `<sst><si><t>total${'-'.repeat(30_000)}x</t></si></sst>`);
    const rows = `${sheetOf([purchaseHeaders, validRow]).replace('</sheetData></worksheet>', '')}${'<row><c t="s"><v>0</v></c></row>'.repeat(1_000)}</sheetData></worksheet>`;
    const file = buildZip([...workbookParts({ withStrings: true }), strings, textPart(sheet, rows)]);
    expect(reportOf(await checkBytes(file, rules)).purchases?.faulty.rows).toBe(1_000);
  });
});

describe('a file that could fill memory', () => {
  const [validRow = []] = purchaseLines;

  test('rows with one cell in the last column', async () => {
    const far = '<row><c r="XFD1" t="b"><v>1</v></c></row>'.repeat(2_000);
    const rows = `${sheetOf([purchaseHeaders, validRow]).replace('</sheetData></worksheet>', '')}${far}</sheetData></worksheet>`;
    const file = buildZip([...workbookParts(), textPart(sheet, rows)]);
    expect(await checkBytes(file, rules)).toEqual({ outcome: 'unreadable', reason: 'too-much-inside' });
  });

  test('a table of many millions of empty strings', async () => {
    const strings = hugePart('xl/sharedStrings.xml', Buffer.from('<si/>'.repeat(1_000_000)), 12);
    const file = buildZip([
      ...workbookParts({ withStrings: true }),
      strings,
      textPart(sheet, sheetOf([purchaseHeaders])),
    ]);
    expect(await checkBytes(file, rules)).toEqual({ outcome: 'unreadable', reason: 'too-much-inside' });
  });

  test('truncates a sheet name of millions of characters, which each finding may repeat', async () => {
    const parts = workbookParts().map((part) =>
      part.name === 'xl/workbook.xml'
        ? textPart(
            part.name,
            `<workbook xmlns:r="r"><sheets><sheet name="${'N'.repeat(3_000_000)}" r:id="rId1"/></sheets></workbook>`,
          )
        : part,
    );
    const file = buildZip([...parts, textPart(sheet, sheetOf([purchaseHeaders, validRow]))]);
    const report = reportOf(await checkBytes(file, rules));
    expect(report.tables.map(({ sheet: name }) => name)).toEqual(['N'.repeat(100)]);
  });
});

test('a workbook of hundreds of wide sheets has a small report', async () => {
  const [validRow = []] = purchaseLines;
  const wide = Array.from({ length: 250 }, (_, place) => `h${place}`.padEnd(100, 'h'));
  const parts = workbookParts().map((part) =>
    part.name === 'xl/workbook.xml'
      ? textPart(
          part.name,
          `<workbook xmlns:r="r"><sheets>${Array.from({ length: 200 }, (_, place) => `<sheet name="S${place}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
        )
      : part,
  );
  const rows = sheetOf([
    [...purchaseHeaders, ...wide],
    [...validRow, ...wide],
  ]);
  const report = reportOf(await checkBytes(buildZip([...parts, textPart(sheet, rows)]), rules));
  expect(report.tables).toHaveLength(200);
  expect(report.tables[0]?.headers.slice(0, 6)).toEqual(purchaseHeaders);
  expect(JSON.stringify(report).length).toBeLessThan(mebibyte);
});

test('a tax ID in another column is not in the report', async () => {
  const [validRow = []] = purchaseLines;
  const taxIds = ['123456789', '12-3456789', '123-45-6789'];
  const rows = taxIds.flatMap((taxId) => [
    validRow.map((cell, place) => (place === 0 ? `Plan ${taxId}` : cell)),
    validRow.map((cell, place) => (place === 3 ? taxId : cell)),
    validRow.map((cell, place) => (place === 2 ? taxId : cell)),
  ]);
  const file = Buffer.from([purchaseHeaders, ...rows].map((line) => line.join('|')).join('\n'));
  const report = reportOf(await checkBytes(file, rules));
  expect(countsOf(report)).toEqual({ 'state-unknown': 3, 'date-unreadable': 3, 'dates-undecided': 1 });
  expect(report.purchases?.counted.rows).toBe(3);
  const json = JSON.stringify(report);
  for (const taxId of taxIds) expect(json).not.toContain(taxId);
});
