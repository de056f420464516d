import type { ByteSource } from '@redress/datafiles/byte-source';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { describe, expect, test } from 'vitest';
import { checkBytes, countsOf, reportOf } from './check-fixture.ts';
import { purchaseHeaders, purchaseLines, rules } from './fixture-rows.ts';
import { hugePart, madeZip, textPart, workbookParts } from './made-zip.ts';

// Files that are made to take more time or memory than there is. They are made here, not kept.

const mebibyte = 1024 * 1024;
const sheet = 'xl/worksheets/sheet1.xml';
const sheetOpening = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
const sheetOf = (rows: readonly (readonly string[])[]) =>
  `${sheetOpening}${rows
    .map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData></worksheet>`;

test('the archives that are made here are workbooks, but for what is wrong with them', async () => {
  const honest = madeZip([...workbookParts(), textPart(sheet, sheetOf([purchaseHeaders, ...purchaseLines]))]);
  expect(reportOf(await checkBytes(honest, rules)).purchases?.counted).toEqual({ rows: 5, amount: '1654.2425' });
});

describe('an archive that unpacks to more than any workbook holds is refused', () => {
  const blanks = Buffer.alloc(16 * mebibyte, ' ');

  test('a sheet of nearly four gigabytes of nothing', async () => {
    const bomb = madeZip([...workbookParts(), hugePart(sheet, blanks, 240)]);
    expect(bomb.length).toBeLessThan(10 * mebibyte);
    expect(await checkBytes(bomb, rules)).toEqual({ outcome: 'unreadable', reason: 'too-much-inside' });
  });

  test('the same, when the archive says that it is small', async () => {
    const bomb = madeZip([...workbookParts(), hugePart(sheet, blanks, 240, 1_000)]);
    const checked = await checkBytes(bomb, rules);
    expect(checked.outcome).toBe('unreadable');
    expect(['too-much-inside', 'damaged']).toContain(checked.outcome === 'unreadable' ? checked.reason : '');
  });

  test('a table of strings of half a gigabyte', async () => {
    const strings = hugePart('xl/sharedStrings.xml', blanks, 32);
    const bomb = madeZip([
      ...workbookParts({ withStrings: true }),
      strings,
      textPart(sheet, sheetOf([purchaseHeaders])),
    ]);
    expect(await checkBytes(bomb, rules)).toEqual({ outcome: 'unreadable', reason: 'too-much-inside' });
  });
});

/** A file that is longer than any memory: `head`, then one piece so often that it has this size, then `tail`. Counts what is read of it. */
function endlessFile(size: number, { head = '', tail = '' } = {}): ByteSource & { readonly bytesRead: () => number } {
  const piece = Buffer.alloc(256 * 1024, 'a');
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
          at < first.length ? first.subarray(at) : inTail ? last.subarray(at - (size - last.length)) : piece;
        const end = at < first.length || inTail ? to : Math.min(to, size - last.length);
        const given = bytes.subarray(0, end - at);
        at += given.length;
        read += given.length;
        yield given;
        // As a file would, it lets others have a turn.
        await Promise.resolve();
      }
    },
  };
}

describe('a line without an end', () => {
  test('of 10 GB is refused after its first megabytes', async () => {
    const file = endlessFile(10_000_000_000);
    expect(await checkDataFile(file, { rules })).toEqual({ outcome: 'unreadable', reason: 'endless-line' });
    expect(file.bytesRead()).toBeLessThan(64 * mebibyte);
  });

  test('of 300 MB between rows is passed over, and the rows around it count', async () => {
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
