import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDataFile } from './check-data-file.ts';
import { openDataFile } from '../read/open-data-file.ts';
import type { ByteSource } from '../byte-source.ts';
import type { CheckedFile, FaultyRow } from '../report.ts';
import type { OpenedFile } from '../opened-file.ts';
import { LineCells } from './line-cells.ts';
import { checkOpenedFile } from './check-file.ts';
import { planHeaders, sampleRules } from '../../fixtures/sample-rules.ts';
import { newFingerprint, fingerprintText } from './duplicate-rows.ts';

describe('the cells of a line', () => {
  const cellsOf = (text: string) => {
    const cells = new LineCells();
    const lines: { readonly line: number; readonly row: readonly string[] }[] = [];
    cells.load({ text, delimiter: '|', firstLine: 5 });
    while (cells.next()) lines.push({ line: cells.line, row: cells.toRow() });
    return lines;
  };

  test('are the text between delimiters, in lines that are not blank', () => {
    expect(cellsOf('a|b\r\n\r\n||\n\n x |y')).toEqual([
      { line: 5, row: ['a', 'b'] },
      { line: 7, row: ['', '', ''] },
      { line: 9, row: [' x ', 'y'] },
    ]);
    expect(cellsOf('')).toEqual([]);
    expect(cellsOf('|'.repeat(64 * 1024))[0]?.row).toHaveLength(64 * 1024 + 1);
  });

  test('have the fingerprints of their texts', () => {
    const cells = new LineCells();
    const fingerprint = newFingerprint();
    cells.load({ text: '12/31/2009|New York||0\r\n', delimiter: '|', firstLine: 1 });
    cells.next();
    ['12/31/2009', 'New York', '', '0'].forEach((text, cell) => {
      fingerprintText(text, fingerprint);
      expect([cells.hashes1[cell], cells.hashes2[cell]]).toEqual([fingerprint[0], fingerprint[1]]);
    });
  });

  test('may have characters beyond ASCII, in text of any length', () => {
    const fingerprint = newFingerprint();
    const cells = new LineCells();
    cells.load({ text: 'Peña|\u{1f48a}\n', delimiter: '|', firstLine: 1 });
    cells.next();
    expect(cells.toRow()).toEqual(['Peña', '\u{1f48a}']);
    fingerprintText('Peña', fingerprint);
    expect([cells.hashes1[0], cells.hashes2[0]]).toEqual([fingerprint[0], fingerprint[1]]);
    // The first é fills the ASCII buffer up to the length of the text.
    expect(cellsOf(`${'a\n'.repeat(200_000)}éé`).pop()).toEqual({ line: 200_005, row: ['éé'] });
  });
});

describe('the report', () => {
  const cell = fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '0',
        ' Fund A',
        '$1.50',
        '1.23456',
        'x'.repeat(30),
        'TOTAL',
        'Peña',
        "'Fund A",
        '=1',
        'Fund\vA',
        '\u00a0C1\u00a0',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii' }).map((text) => text.replace(/["|\r\n]/g, '')) },
  );
  const validRow = fc.tuple(
    fc.constantFrom('Fund A', 'Fund B'),
    fc.constantFrom('99999083321', '99999-0833-21', '8083321'),
    fc.constantFrom('06/15/2008', '2009-01-05', '31/12/2010'),
    fc.constantFrom('Arizona', 'NY'),
    fc.constantFrom('Ohio', 'AZ'),
    fc.constantFrom('10.00', '10', '0.5', '-3.00', '118.4025', '10.00 '),
    fc.constantFrom('', 'Plan 1', 'Plan 2'),
    fc.constantFrom('', '12-3456789'),
    fc.constantFrom('', 'C1', ' C1', 'C2'),
  );
  const line = fc.oneof(
    { weight: 6, arbitrary: validRow },
    {
      weight: 2,
      arbitrary: fc
        .tuple(validRow, fc.nat(8), cell)
        .map(([row, at, text]) => row.map((old, place): string => (place === at ? text : old))),
    },
    { weight: 1, arbitrary: fc.array(cell, { maxLength: 12 }) },
  );

  test('is the same whether lines were split into texts or not', async () => {
    const seen = { plain: 0, findings: 0, duplicates: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 60 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, end) => {
          const header = [...planHeaders, 'Claim ID'];
          const source = sourceOf([header, ...rows, ...rows.slice(0, 20)].map((row) => row.join('|') + end).join(''));
          const faulty: { direct: FaultyRow[]; cut: FaultyRow[] } = { direct: [], cut: [] };
          const direct = await checkDataFile(source, {
            rules: sampleRules,
            onFaultyRow: (row) => faulty.direct.push(row),
          });
          const opened = await openDataFile(source, sampleRules);
          const cut = await checkOpenedFile(withoutUnsplit(opened), {
            rules: sampleRules,
            onFaultyRow: (row) => faulty.cut.push(row),
          });
          expect(direct).toEqual(cut);
          expect(faulty.direct).toEqual(faulty.cut);
          if (direct.outcome !== 'checked') return;
          seen.plain += 1;
          seen.findings += direct.report.findings.length;
          seen.duplicates += direct.report.purchases?.duplicates.rows ?? 0;
        },
      ),
      { seed: 20_261_127, numRuns: 50 },
    );
    // The property would also hold for files without content.
    expect(seen.plain).toBeGreaterThan(25);
    expect(seen.findings).toBeGreaterThan(250);
    expect(seen.duplicates).toBeGreaterThan(25);
  });

  test('is the same in each run and for any batch size, even if duplicates are estimated', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) =>
      [
        'Fund A',
        '99999083321',
        '06/15/2008',
        'AZ',
        'AZ',
        ((row * 7) % 9_000) + 0.25,
        'Plan',
        '12-3456789',
        `C${row % 9_000}`,
      ].join('|'),
    );
    const source = sourceOf([[...planHeaders, 'Claim ID'].join('|'), ...rows].join('\n'));
    const check = async (change: (opened: OpenedFile) => OpenedFile): Promise<CheckedFile> =>
      checkOpenedFile(change(await openDataFile(source, sampleRules)), { rules: sampleRules, maxIndexedRows: 1 << 11 });
    const first = await check((opened) => opened);
    expect(first).toMatchObject({ report: { purchases: { duplicates: { estimated: true } } } });
    expect(await check((opened) => opened)).toEqual(first);
    expect(await check(withoutUnsplit)).toEqual(first);
    expect(await check((opened) => withoutUnsplit(opened, 7))).toEqual(first);
  });
});

function sourceOf(text: string): ByteSource {
  const bytes = new TextEncoder().encode(text);
  return {
    name: 'purchases.txt',
    size: bytes.length,
    async *stream(from = 0, to = bytes.length) {
      yield bytes.slice(from, to);
    },
  };
}

/** Reads the same file in rows that are split already, `size` of them at a time. */
function withoutUnsplit(opened: OpenedFile, size = 1_000_000): OpenedFile {
  if (!opened.readable) return opened;
  return {
    ...opened,
    async *tables() {
      for await (const { batches, ...table } of opened.tables())
        yield {
          ...table,
          async *batches() {
            for await (const { rows, lines, problems, bytesRead } of batches())
              for (let from = 0; from === 0 || from < rows.length; from += size)
                yield {
                  rows: rows.slice(from, from + size),
                  lines: lines.slice(from, from + size),
                  ...(problems && from === 0 ? { problems } : {}),
                  bytesRead,
                };
          },
        };
    },
  };
}
