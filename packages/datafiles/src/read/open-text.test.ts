import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import type { ReadProblem } from '../report.ts';
import type { Cell, OpenedFile } from '../opened-file.ts';
import { openDataFile } from './open-data-file.ts';
import { sampleRules as rules } from '../../fixtures/sample-rules.ts';

/** Yields the bytes in chunks of the given lengths, over and over. */
function sourceOf(bytes: Uint8Array, lengths: readonly number[] = [bytes.length || 1]): ByteSource {
  return {
    name: 'data',
    size: bytes.length,
    async *stream(from = 0, to = bytes.length) {
      for (let at = from, index = 0; at < to; index++) {
        const end = Math.min(to, at + (lengths[index % lengths.length] ?? 1));
        yield bytes.slice(at, end);
        at = end;
      }
    },
  };
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
function utf16(text: string, isLittle: boolean, bom: boolean): Uint8Array {
  const marked = bom ? `\uFEFF${text}` : text;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at++) view.setUint16(at * 2, marked.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

interface ReadText {
  readonly format: Extract<OpenedFile, { readable: true }>['format'];
  readonly rows: (readonly Cell[])[];
  readonly lines: number[];
  readonly problems: ReadProblem[];
}
async function read(source: ByteSource | Uint8Array | string): Promise<ReadText> {
  const bytes = typeof source === 'string' ? utf8(source) : source;
  const opened = await openDataFile(bytes instanceof Uint8Array ? sourceOf(bytes) : bytes, rules);
  if (!opened.readable) throw new Error(opened.reason);
  const all: ReadText = { format: opened.format, rows: [], lines: [], problems: [] };
  for await (const table of opened.tables()) {
    for await (const batch of table.batches()) {
      all.rows.push(...batch.rows);
      all.lines.push(...batch.lines);
      all.problems.push(...(batch.problems ?? []));
    }
  }
  return all;
}
async function refusalOf(bytes: Uint8Array | string): Promise<string> {
  const opened = await openDataFile(sourceOf(typeof bytes === 'string' ? utf8(bytes) : bytes), rules);
  return opened.readable ? 'readable' : opened.reason;
}

describe('encodings', () => {
  const text = 'Plan|Amount\r\nCaf\u00e9 \u20ac|1\r\n';
  const expected = [
    ['Plan', 'Amount'],
    ['Caf\u00e9 \u20ac', '1'],
  ];

  test.each([
    ['UTF-8', utf8(text), 'utf-8'],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16, low byte first, with a mark', utf16(text, true, true), 'utf-16le'],
    ['UTF-16, high byte first, with a mark', utf16(text, false, true), 'utf-16be'],
    ['UTF-16, low byte first, without a mark', utf16(text, true, false), 'utf-16le'],
    ['UTF-16, high byte first, without a mark', utf16(text, false, false), 'utf-16be'],
    ['Windows-1252', latin('Plan|Amount\r\nCaf\xe9 \x80|1\r\n'), 'windows-1252'],
  ] as const)('%s is recognized and read', async (_name, bytes, encoding) => {
    const { format, rows, problems } = await read(bytes);
    expect(format).toEqual({ kind: 'delimited', delimiter: '|', encoding });
    expect(rows).toEqual(expected);
    expect(problems).toEqual([]);
  });

  test('invalid UTF-8 after much valid text is reported once for its chunk', async () => {
    const start = 'Fund \u00e9|1\n'.repeat(40_000);
    const { format, problems, rows } = await read(
      new Uint8Array([...utf8(start), 0xe9, 0x7c, 0x32, 0x0a, ...utf8('b|2\n'), 0xe9, 0x7c, 0x33, 0x0a]),
    );
    expect(format).toMatchObject({ encoding: 'utf-8' });
    expect(rows).toHaveLength(40_003);
    expect(rows[40_000]).toEqual(['\uFFFD', '2']);
    expect(problems).toEqual([{ code: 'characters-broken', line: 40_001 }]);
  });
});

describe('lines', () => {
  test('end with CRLF, LF or a lone CR, even in one file, and blank ones make no row', async () => {
    const { rows, lines } = await read('a|b\r\nc|d\ne|f\rg|h\r\n\r\n\n\ri|j');
    expect(rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
      ['i', 'j'],
    ]);
    expect(lines).toEqual([1, 2, 3, 4, 8]);
  });

  test('lose their NULs, which are reported once', async () => {
    const { rows, problems } = await read('a|b\nc\0|d\ne|\0f\n'.padEnd(200, 'x|y\n'));
    expect(rows.slice(0, 3)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
    expect(problems).toEqual([{ code: 'nul-bytes', line: 2 }]);
  });

  test('of more than 64 KB are truncated and reported, and reading continues', async () => {
    for (const length of [70_000, 300_000, 30_000_000]) {
      const { rows, lines, problems } = await read(`a|b\nc|${'\u00e9'.repeat(length)}\ne|f\n`);
      expect(rows.map(([first]) => first)).toEqual(['a', 'c', 'e']);
      expect(String(rows[1]?.[1])).toHaveLength(65_534);
      expect(lines).toEqual([1, 2, 3]);
      expect(problems).toEqual([{ code: 'line-too-long', line: 2 }]);
    }
  });

  test('that never end make a file unreadable after 16 MB', async () => {
    let given = 0;
    const piece = new Uint8Array(1024 * 1024).fill(0x61);
    const endless: ByteSource = {
      name: 'endless.txt',
      size: 10 * 1024 ** 3,
      async *stream(from = 0, to = 10 * 1024 ** 3) {
        for (let at = from; at < to; at += piece.length) {
          given += piece.length;
          yield piece;
        }
      },
    };
    expect(await openDataFile(endless, rules)).toEqual({ readable: false, reason: 'endless-line' });
    expect(given).toBeLessThan(20 * 1024 * 1024);
  });

  test('do not include the end mark of DOS', async () => {
    expect((await read('a|b\r\nc|d\r\n\u001a')).rows).toHaveLength(2);
  });
});

describe('delimiters', () => {
  const header = ['Payor', 'NDC', 'Date', 'State', 'Amount'];
  const row = ['Fund, Inc.', '99999083321', '01/02/2009', 'Maine', '12.50'];

  test.each(['|', '\t', ';', ','] as const)(
    '%j is recognized with a title above and a total below',
    async (delimiter) => {
      const cell = (text: string) => (delimiter === ',' ? `"${text}"` : text);
      const table = [header, ...Array.from({ length: 20 }, () => row)].map((cells) => cells.map(cell).join(delimiter));
      const { format, rows } = await read(['Purchases, 2009', ...table, 'Total, all: 250.00', ''].join('\n'));
      expect(format).toMatchObject({ kind: 'delimited', delimiter });
      expect(rows[2]).toEqual(row);
    },
  );

  test.each([14, 180])('are recognized below a title of %i lines without any', async (count) => {
    const title = Array.from({ length: count }, (_, index) => `Line ${index} of the title`);
    const { format, rows } = await read([...title, header.join('|'), row.join('|'), ''].join('\n'));
    expect(format).toMatchObject({ kind: 'delimited', delimiter: '|' });
    expect(rows[count + 1]).toEqual(row);
  });

  const names = ['Payor', 'NDC', 'DOS', 'State', 'Net Paid'];
  const plain = ['Fund', '99999083321', '01/02/2009', 'Maine', '12.50'];
  test.each<[string, (cell: string) => string]>([
    ['before', (cell) => `\t${cell}`],
    ['behind', (cell) => `${cell}\t`],
    ['around', (cell) => `\t${cell}\t`],
    ['in quotes before', (cell) => `"\t${cell}"`],
    ['in the middle of', (cell) => `${cell.slice(0, 2)}\t${cell.slice(2)}`],
  ])('of commas is not taken for the tab %s every cell', async (_where, write) => {
    const lines = [names, plain, plain, plain].map((cells) => cells.map(write).join(','));
    const { format, rows } = await read([...lines, ''].join('\n'));
    expect(format).toMatchObject({ kind: 'delimited', delimiter: ',' });
    expect(rows[1]).toHaveLength(5);
  });

  test('separate known headers, even if another one is more frequent in the cells', async () => {
    const noted = plain.map((cell) => `${cell}, ${cell}`);
    const lines = [names, noted, noted].map((cells) => cells.join('\t'));
    expect((await read(lines.join('\n'))).format).toMatchObject({ delimiter: '\t' });
  });

  test('are recognized in a header alone', async () => {
    expect((await read('Payor|NDC|Date|Amount Paid (net of co-pays, deductibles and co-insurance)')).rows).toEqual([
      ['Payor', 'NDC', 'Date', 'Amount Paid (net of co-pays, deductibles and co-insurance)'],
    ]);
  });

  test('are not found in prose, which is one column', async () => {
    const { format, rows } = await read('Dear administrator\nplease find our data attached\n');
    expect(format).toMatchObject({ kind: 'delimited' });
    expect(rows).toEqual([['Dear administrator'], ['please find our data attached']]);
  });
});

describe('quotes', () => {
  test('in a comma file enclose delimiters, lines and quotes', async () => {
    const { rows, lines, problems } = await read('a,b\r\n"x, ""y""\r\nz",1\r\n"" ,2\r\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '1'],
      ['', '2'],
    ]);
    expect(lines).toEqual([1, 2, 4]);
    expect(problems).toEqual([]);
  });

  test('cost at most their own line if they are stray', async () => {
    const { rows, lines, problems } = await read(`"Payor,NDC\n${'Fund,1\n'.repeat(100_000)}`);
    expect(rows).toHaveLength(100_001);
    expect(rows[0]).toEqual(['"Payor', 'NDC']);
    expect(rows[100_000]).toEqual(['Fund', '1']);
    expect(lines[100_000]).toBe(100_001);
    expect(problems).toEqual([{ code: 'stray-quote', line: 1 }]);
  });

  test('are characters if text follows, and are reported', async () => {
    const { rows, problems } = await read('a,b\n"Fund" of Maine,1\n5" pipe,2\n"c",3\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['"Fund" of Maine', '1'],
      ['5" pipe', '2'],
      ['c', '3'],
    ]);
    expect(problems).toEqual([{ code: 'stray-quote', line: 2 }]);
  });

  test('may follow a space or an equals sign', async () => {
    const { rows, problems } = await read('\uFEFF"a", "b"\n "x, y", ="1,250"\n"z" , "Fund" of Maine\n="a"&"b",2\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['x, y', '1,250'],
      ['z', ' "Fund" of Maine'],
      ['="a"&"b"', '2'],
    ]);
    expect(problems).toEqual([]);
  });

  test('between tabs enclose line breaks', async () => {
    const { rows, lines } = await read('a\tb\n"x\ny"\t1\nz\t2\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['x\ny', '1'],
      ['z', '2'],
    ]);
    expect(lines).toEqual([1, 2, 4]);
  });

  test('between tabs that begin and end different rows are stray', async () => {
    const { rows, problems } = await read('a\tb\n"Big Fund\t10\nB\t10\nFund 12"\t10\nC\t10\n"x\ty"\t10\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['"Big Fund', '10'],
      ['B', '10'],
      ['Fund 12"', '10'],
      ['C', '10'],
      ['x\ty', '10'],
    ]);
    expect(problems).toEqual([{ code: 'stray-quote', line: 2 }]);
  });

  test('with pipes are characters', async () => {
    const { rows, problems } = await read('a|b\n"Fund|1\n"Fund ""A"", Inc."|"1,250.00"\nx"|"\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['"Fund', '1'],
      ['"Fund ""A"", Inc."', '"1,250.00"'],
      ['x"', '"'],
    ]);
    expect(problems).toEqual([]);
  });

  // An algorithm of quadratic time would exceed the time limit of a test.
  test.each([
    ['a stray quote in each line', '"a,b\n'.repeat(200_000)],
    ['quotes and spaces without end', `a,b\n${`"x${'"x'.repeat(10_000)}${' '.repeat(40_000)},\n`.repeat(15)}`],
    ['quotes alone', `a,b\n${'"'.repeat(2_000_001)}\n`],
    ['doubled quotes over many lines', `a,b\n"${'""\n'.repeat(300_000)}`],
  ])('take linear time in %s', async (_name, text) => {
    expect((await read(text)).rows.length).toBeGreaterThan(0);
  });

  test('from another writer are read back in chunks of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', '\u00e9', '1', "'"), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 30 }),
        fc.constantFrom(',' as const, ';' as const),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
        async (table, delimiter, newline, lengths) => {
          // The header decides the delimiter.
          const header = ['x', 'y', 'z'];
          const written = Papa.unparse([header, header, header, ...table.map(() => header), ...table], {
            delimiter,
            newline,
            quotes: true,
          });
          const { rows, problems } = await read(sourceOf(utf8(written), lengths));
          expect(rows.slice(table.length + 3)).toEqual(table);
          expect(problems).toEqual([]);
        },
      ),
    );
  });
});

test('any text gives the same rows, lines and problems in chunks of any size', async () => {
  const line = fc.string({
    unit: fc.constantFrom('a', '"', ',', '|', '\r', '\0', '\u00e9', '\ud83d\ude00', ' '),
    maxLength: 12,
  });
  const filler = 'Fund|1,"2"\n'.repeat(25_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', filler),
      async (lines, lengths, before) => {
        const bytes = utf8(`a,b\n${before}${lines.join('\n')}`);
        const tooSmall = bytes.length > 100_000 ? lengths.map((length) => length + 5_000) : lengths;
        // Short text that is mostly zero bytes is refused as binary, in chunks too.
        const outcomeOf = (source: ByteSource | Uint8Array) => read(source).catch(String);
        expect(await outcomeOf(sourceOf(bytes, tooSmall))).toEqual(await outcomeOf(bytes));
      },
    ),
    { numRuns: 40 },
  );
});

describe('fixed width', () => {
  const widths = [20, 50, 10, 30, 30, 20, 20, 10];
  const fixed = (cells: readonly string[], lengths: readonly number[]) =>
    cells.map((cell, index) => cell.padEnd(lengths[index] ?? 0)).join('');
  const purchase = ['Fund, Inc.', '99999083321', '01/02/2009', 'Maine', 'NY', '118.4025'];

  test('lines in the template’s layout are split by it, trimmed or not', async () => {
    const lines = [fixed(purchase, widths), fixed(purchase, widths).trimEnd(), '', fixed(purchase, widths)];
    const { format, rows, lines: numbers } = await read(`${lines.join('\r\n')}\r\n`);
    expect(format).toEqual({ kind: 'fixed-width', encoding: 'utf-8' });
    expect(rows).toEqual([purchase, purchase, purchase]);
    expect(numbers).toEqual([1, 2, 4]);
  });

  test('widths may count the bytes of UTF-8', async () => {
    const bytes = (cells: readonly string[]) =>
      cells.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - Buffer.byteLength(cell))).join('');
    const accented = ['N\u00fa\u00f1ez \ud83d\udc8a \u4e2d', ...purchase.slice(1)];
    const lines = [bytes(accented), fixed(purchase, widths), fixed(accented, widths), bytes(purchase)];
    expect((await read(`${lines.join('\n')}\n`)).rows).toEqual([accented, purchase, accented, purchase]);
  });

  test('columns of agents are split if lines have them', async () => {
    const withPlan = [...purchase, 'Sample Fund', '12-3456789'];
    expect((await read(`${fixed(purchase, widths)}\n${fixed(withPlan, widths)}\n`)).rows).toEqual([
      [...purchase, '', ''],
      withPlan,
    ]);
  });

  test('membership data is recognized', async () => {
    const member = ['Fund', '2009', 'New York', '1250'];
    const opened = await openDataFile(sourceOf(utf8(`${fixed(member, [20, 4, 30, 12])}\n`.repeat(3))), rules);
    if (!opened.readable) throw new Error(opened.reason);
    for await (const table of opened.tables()) expect(table.kind).toBe('membership');
    expect((await read(`${fixed(member, [20, 4, 30, 12])}\n`.repeat(3))).rows).toEqual([member, member, member]);
  });

  test('text after the last column is another cell', async () => {
    const long = `${fixed([...purchase, 'Fund', '12-3456789'], widths)}more`;
    expect((await read(`${`${fixed(purchase, widths)}\n`.repeat(60)}${long}\n`)).rows[60]).toHaveLength(7);
  });

  test('other long lines are not split', async () => {
    expect((await read(`${'word '.repeat(40)}\n`.repeat(5))).format.kind).toBe('delimited');
  });
});

describe('files without a table are unreadable', () => {
  test.each([
    ['nothing at all', '', 'empty'],
    ['a byte order mark alone', '\uFEFF', 'empty'],
    ['blank lines', '\r\n \r\n', 'empty'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'not-a-table'],
    ['rich text', '{\\rtf1 a|b\n}', 'not-a-table'],
    ['a picture', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'not-a-table'],
    ['random bytes', Uint8Array.from({ length: 5_000 }, (_none, at) => (at * at * 31 + at * 7) % 251), 'not-a-table'],
    [
      'a workbook as XML of 2003',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
      'old-excel',
    ],
    ['NULs', new Uint8Array(10_000), 'not-a-table'],
  ] as const)('%s', async (_name, bytes, reason) => {
    expect(await refusalOf(bytes)).toBe(reason);
  });
});

test('reading rejects with the signal’s reason and closes the source', async () => {
  let closed = false;
  const bytes = utf8('a|b\n'.repeat(500_000));
  const inner = sourceOf(bytes, [65_536]);
  const source: ByteSource = {
    ...inner,
    async *stream(from, to) {
      try {
        yield* inner.stream(from, to);
      } finally {
        closed = true;
      }
    },
  };
  const stop = new AbortController();
  const opened = await openDataFile(source, rules, stop.signal);
  if (!opened.readable) throw new Error(opened.reason);
  const reading = async () => {
    for await (const table of opened.tables()) {
      closed = false;
      for await (const _batch of table.batches()) stop.abort(new Error('left the page'));
    }
  };
  await expect(reading()).rejects.toThrow('left the page');
  expect(closed).toBe(true);
});
