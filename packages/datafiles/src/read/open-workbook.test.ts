import fc from 'fast-check';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { blobSource } from '../byte-source.ts';
import type { ReadProblem } from '../report.ts';
import { type Cell, UnreadableFileError } from '../opened-file.ts';
import { openDataFile } from './open-data-file.ts';
import {
  buildZip,
  hugePart,
  relations,
  sheetPart,
  textPart,
  workbookParts,
  type ZipPart,
} from '../../fixtures/build-zip.ts';
import { sampleRules } from '../../fixtures/sample-rules.ts';

interface ReadSheet {
  readonly sheet: string | undefined;
  readonly hidden: boolean;
  readonly rows: (readonly Cell[])[];
  readonly lines: number[];
  readonly problems: ReadProblem[];
}
async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<ReadSheet[]> {
  // The name does not matter.
  const opened = await openDataFile(blobSource(new Blob([bytes]), 'data.txt'), sampleRules);
  if (!opened.readable) throw new UnreadableFileError(opened.reason);
  expect(opened.format).toEqual({ kind: 'workbook' });
  const sheets: ReadSheet[] = [];
  for await (const table of opened.tables()) {
    const sheet: ReadSheet = { sheet: table.sheet, hidden: table.hidden === true, rows: [], lines: [], problems: [] };
    for await (const batch of table.batches()) {
      sheet.rows.push(...batch.rows);
      sheet.lines.push(...batch.lines);
      sheet.problems.push(...(batch.problems ?? []));
    }
    sheets.push(sheet);
  }
  return sheets;
}
/** Returns the reason why a file is unreadable, at once or while reading, else `readable`. */
async function refusalOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    await readSheets(bytes);
    return 'readable';
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.reason;
    throw error;
  }
}

const sheetOf = (rows: string, after = '') => `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`;
const book = (sheet: string, ...others: readonly ZipPart[]) =>
  buildZip(workbookParts(textPart(sheetPart, sheet), ...others));
async function rowsOf(rows: string, ...others: readonly ZipPart[]): Promise<(readonly Cell[])[]> {
  const [sheet] = await readSheets(book(sheetOf(rows), ...others));
  return sheet?.rows ?? [];
}

describe('cells', () => {
  test('are text, numbers, booleans or errors, with runs joined and phonetics omitted', async () => {
    const strings =
      '<sst><si><t>Fund &amp; Co</t></si><si><r><t xml:space="preserve">New </t></r><r><rPr><b/></rPr><t>York</t></r></si>' +
      '<si><t>\u6771\u4eac</t><rPh sb="0" eb="2"><t>toukyou</t></rPh></si></sst>';
    const cells =
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c t="s" r="C3"><v>1</v></c><c r="D3" t="s"><v>2</v></c><c r="E3"><v>12.5</v></c>' +
      '<c r="F3" t="b"><v>1</v></c><c r="G3" t="e"><v>#N/A</v></c><c r="H3" t="inlineStr"><is><t>a_x000A_b</t></is></c>' +
      '<c r="I3" t="str"><f>A3</f><v>kept</v></c></row>';
    const [sheet] = await readSheets(book(sheetOf(cells), textPart('xl/sharedStrings.xml', strings)));
    expect(sheet?.rows).toEqual([['Fund & Co', null, 'New York', '\u6771\u4eac', 12.5, true, '#N/A', 'a\nb', 'kept']]);
    expect(sheet?.lines).toEqual([3]);
  });

  test('without references follow each other, and names may have prefixes', async () => {
    const rows =
      '<x:row><x:c><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c></x:row><x:row><x:c><x:v>2</x:v></x:c></x:row>';
    expect(await rowsOf(rows)).toEqual([[1, 'b'], [2]]);
  });

  test('may have CDATA, comments and entities', async () => {
    const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    expect(await rowsOf(cell('<![CDATA[a<b>&]]>') + cell('<!-- <c> -->x&#65;&#x42;&lt;') + cell('a>b'))).toEqual([
      ['a<b>&'],
      ['xAB<'],
      ['a>b'],
    ]);
  });

  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0.00"/>' +
    '<numFmt numFmtId="166" formatCode="[Red]0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>';
  const stylesPart = textPart('xl/styles.xml', styles);
  // January 2, 2009 is day 39815 from 1900 (Excel), and 38353 from 1904.
  test('are dates by their style, in the UTC parts of a Date', async () => {
    const cells = [1, 2, 3, 4, 0].map((style) => `<c s="${style}"><v>39815.5</v></c>`).join('');
    const noon = new Date(Date.UTC(2009, 0, 2, 12));
    expect(await rowsOf(`<row>${cells}</row>`, stylesPart)).toEqual([[noon, noon, 39815.5, 39815.5, 39815.5]]);
  });
  test('may count from 1904', async () => {
    const workbook =
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>';
    const rows = await rowsOf(
      '<row><c s="1"><v>38353</v></c></row>',
      stylesPart,
      textPart('xl/workbook.xml', workbook),
    );
    expect(rows).toEqual([[new Date(Date.UTC(2009, 0, 2))]]);
  });
  test('outside the range of dates stay numbers', async () => {
    expect(await rowsOf('<row><c s="1"><v>99999083521</v></c><c s="1"><v>-5</v></c></row>', stylesPart)).toEqual([
      [99999083521, -5],
    ]);
  });
});

test('reads a workbook of hucre as hucre does', async () => {
  const cell = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', '<', '&', '"', ' ', '\u00e9', '\ud83d\ude00', '1'),
      minLength: 1,
      maxLength: 6,
    }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.date({ min: new Date(Date.UTC(1901, 0, 1)), max: new Date(Date.UTC(2099, 0, 1)), noInvalidDate: true }),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 20 }), async (rows) => {
      const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: 'Data', rows }] }));
      const expected: (readonly Cell[])[] = [];
      for await (const { values } of streamXlsxRows(bytes)) {
        const cells = values.map((value) => (value === '' ? null : value));
        while (cells.length > 0 && cells[cells.length - 1] === null) cells.pop();
        if (cells.length > 0) expected.push(cells);
      }
      const [sheet] = await readSheets(bytes);
      expect(sheet?.rows).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

describe('sheets', () => {
  test('come in order, with hidden ones marked, and with their first formula and merged cells', async () => {
    const workbook =
      '<workbook><sheets><sheet name="A &amp; B" sheetId="1" r:id="rId1"/><sheet name="Lists" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>';
    const first = sheetOf(
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><f>A1*2</f><v>2</v></c></row><row r="3"><c r="A3"><f t="shared" si="0"/><v>4</v></c></row>',
      '<mergeCells count="2"><mergeCell ref="B7:C9"/><mergeCell ref="A1:B1"/></mergeCells>',
    );
    const sheets = await readSheets(
      book(
        first,
        textPart('xl/workbook.xml', workbook),
        textPart(
          'xl/_rels/workbook.xml.rels',
          relations(['worksheet', 'worksheets/sheet1.xml'], ['worksheet', 'worksheets/sheet2.xml']),
        ),
        textPart('xl/worksheets/sheet2.xml', sheetOf('<row><c><v>7</v></c></row>')),
      ),
    );
    expect(sheets).toEqual([
      {
        sheet: 'A & B',
        hidden: false,
        rows: [[1], [2], [4]],
        lines: [1, 2, 3],
        problems: [
          { code: 'formula-cells', line: 2 },
          { code: 'merged-cells', line: 1, lastLine: 7 },
        ],
      },
      { sheet: 'Lists', hidden: true, rows: [[7]], lines: [1], problems: [] },
    ]);
  });

  test('skip rows with only styles, however many there are', async () => {
    const blank = Array.from(
      { length: 100_000 },
      (_none, index) => `<row r="${index + 2}" s="1"><c r="A${index + 2}" s="1"/></row>`,
    );
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row>${blank.join('')}<row r="200000"><c r="A200000"><v>2</v></c></row>`;
    const [sheet] = await readSheets(book(sheetOf(rows)));
    expect(sheet?.rows).toEqual([[1], [2]]);
    expect(sheet?.lines).toEqual([1, 200_000]);
  });
});

/** Names the part that is the workbook. */
const mainType = (part: string) =>
  `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>`;

describe('parts', () => {
  const strings = '<sst><si><t>Fund</t></si></sst>';
  const parts = workbookParts(
    textPart(sheetPart, sheetOf('<row><c t="s"><v>0</v></c></row>')),
    textPart('xl/sharedStrings.xml', strings),
  );

  test.each<[string, readonly ZipPart[]]>([
    ['in other letter case', parts.map((part) => ({ ...part, name: part.name.toUpperCase() }))],
    [
      'where their content types say',
      [
        textPart(
          '[Content_Types].xml',
          `<Types>${mainType('/Book/Main.xml')}<Override PartName="/Book/texts.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
        ),
        textPart('book/main.xml', '<workbook><sheets><sheet name="Data" r:id="rId1"/></sheets></workbook>'),
        textPart('book/_rels/main.xml.rels', relations(['worksheet', '../rows.xml'])),
        textPart('rows.xml', sheetOf('<row><c t="s"><v>0</v></c></row>')),
        textPart('book/texts.xml', strings),
      ],
    ],
    [
      'where their relations say, if the main part has the type of all XML',
      [...parts.slice(1), textPart('[Content_Types].xml', mainType('').replace('PartName=""', 'Extension="xml"'))],
    ],
  ])('are found %s', async (_where, given) => {
    const [sheet] = await readSheets(buildZip(given));
    expect(sheet?.rows).toEqual([['Fund']]);
  });
});

describe('unreadable archives', () => {
  const sheet = sheetOf('<row><c><v>1</v></c></row>');
  const blanks = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, ' ');

  const one = textPart(sheetPart, sheet);
  const strings = (part: ZipPart) => [...workbookParts(one), part];

  test.each<[string, string, () => readonly ZipPart[]]>([
    ['an archive of other files', 'not-a-table', () => [textPart('notes.txt', 'hello')]],
    [
      'a text document',
      'not-a-table',
      () => [
        textPart('[Content_Types].xml', '<Types/>'),
        textPart('_rels/.rels', relations(['officeDocument', 'word/document.xml'])),
        textPart('word/document.xml', '<document/>'),
      ],
    ],
    ['macros', 'macros', () => workbookParts(one, textPart('xl/vbaProject.bin', 'x'))],
    [
      'a content type with macros',
      'macros',
      () => workbookParts(one, textPart('[Content_Types].xml', '<Override ContentType="a.macroEnabled.main+xml"/>')),
    ],
    [
      'a binary workbook',
      'old-excel',
      () => workbookParts(one, textPart('_rels/.rels', relations(['officeDocument', 'xl/workbook.bin']))),
    ],
    ['an encrypted archive', 'encrypted', () => workbookParts(one).map((part) => ({ ...part, flags: 1 }))],
    ['a sheet that is missing', 'damaged', () => workbookParts()],
    [
      'a sheet without a relation',
      'damaged',
      () =>
        workbookParts(
          one,
          textPart(
            'xl/_rels/workbook.xml.rels',
            relations(['worksheet', 'worksheets/sheet1.xml']).replace('rId1', 'rId7'),
          ),
        ),
    ],
    [
      'texts that are missing',
      'damaged',
      () => workbookParts(textPart(sheetPart, sheetOf('<row><c t="s"><v>0</v></c></row>'))),
    ],
    [
      'a text beyond the last',
      'damaged',
      () => [
        ...workbookParts(textPart(sheetPart, sheetOf('<row><c t="s"><v>1</v></c></row>'))),
        textPart('xl/sharedStrings.xml', '<sst><si><t>only</t></si></sst>'),
      ],
    ],
    ['no list of content types', 'damaged', () => workbookParts(one).slice(1)],
    [
      'no workbook where its content type says',
      'damaged',
      () => workbookParts(one, textPart('[Content_Types].xml', `<Types>${mainType('/xl/book.xml')}</Types>`)),
    ],
    [
      'a sheet that is more than its archive says',
      'damaged',
      () => workbookParts({ ...textPart(sheetPart, blanks(10)), declaredSize: 1_000 }),
    ],
    ['a sheet of nothing but repetitions', 'too-much-inside', () => workbookParts(textPart(sheetPart, blanks(110)))],
    ['a sheet of nearly four gigabytes', 'too-much-inside', () => workbookParts(hugePart(sheetPart, blanks(16), 240))],
    [
      'shared strings that unpack to gigabytes',
      'too-much-inside',
      () => strings({ ...textPart('xl/sharedStrings.xml', '<sst/>'), declaredSize: 3 * 1024 ** 3 }),
    ],
    [
      'many millions of empty shared strings',
      'too-much-inside',
      () => strings(hugePart('xl/sharedStrings.xml', Buffer.from('<si/>'.repeat(1_000_000)), 12)),
    ],
    [
      'more parts than any workbook has',
      'too-much-inside',
      () => workbookParts(one, ...Array.from({ length: 10_001 }, (_none, index) => textPart(`x${index}`, ''))),
    ],
    [
      'a row beyond the last',
      'too-much-inside',
      () => workbookParts(textPart(sheetPart, sheetOf('<row r="1048577"><c><v>1</v></c></row>'))),
    ],
    [
      'rows with one cell in the last column',
      'too-much-inside',
      () => workbookParts(textPart(sheetPart, sheetOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(2_000)))),
    ],
    [
      'a column beyond the last',
      'damaged',
      () => workbookParts(textPart(sheetPart, sheetOf('<row><c r="XFE1"><v>1</v></c></row>'))),
    ],
    [
      'a cell without end',
      'damaged',
      () => workbookParts(textPart(sheetPart, `<row><c t="str"><v>${'ab'.repeat(2_000_000)}`)),
    ],
  ])('%s: %s', async (_name, reason, parts) => {
    expect(await refusalOf(buildZip(parts()))).toBe(reason);
  });

  test('the first half of a file: damaged', async () => {
    expect(await refusalOf(book(sheet).subarray(0, 300))).toBe('damaged');
  });

  test('a sheet name of millions of characters, which each finding may repeat, is truncated', async () => {
    const workbook = `<workbook><sheets><sheet name="${'N'.repeat(3_000_000)}" r:id="rId1"/></sheets></workbook>`;
    const [named] = await readSheets(book(sheet, textPart('xl/workbook.xml', workbook)));
    expect(named?.sheet).toBe('N'.repeat(100));
  });

  // An algorithm of quadratic time would exceed the time limit of a test.
  test.each([
    ['attributes', `<x ${'a'.repeat(4_000_000)}`],
    ['quotes', `<x ${'a="'.repeat(1_000_001)}`],
    ['brackets', `<numFmt numFmtId="164" formatCode="${'['.repeat(4_000_000)}"/>`],
    ['comments', '<!--'.repeat(1_000_000)],
    ['tags', '<x>'.repeat(1_000_000)],
  ])('styles of endless %s are read', async (_name, content) => {
    expect(await refusalOf(book(sheet, textPart('xl/styles.xml', content)))).toBe('readable');
  });

  test('any archive with changed or missing bytes is read or unreadable', async () => {
    const whole = book(sheetOf('<row r="1"><c r="A1" t="inlineStr"><is><t>abc</t></is></c></row>'.repeat(20)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }),
        fc.integer({ min: 4, max: whole.length }),
        async (changes, length) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) if (at >= 4) bytes[at] = value;
          expect(await refusalOf(bytes.subarray(0, length))).toBeTypeOf('string');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('OLE containers', () => {
  const container = (...names: readonly string[]) => {
    const bytes = new Uint8Array(512 * 4);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const view = new DataView(bytes.buffer);
    view.setUint16(30, 9, true);
    view.setUint32(48, 1, true);
    names.forEach((name, index) => {
      for (let at = 0; at < name.length; at++) view.setUint16(1024 + index * 128 + at * 2, name.charCodeAt(at), true);
    });
    return bytes;
  };

  test.each([
    ['an encrypted workbook', 'encrypted', container('Root Entry', 'EncryptionInfo', 'EncryptedPackage')],
    ['a workbook of before 2007', 'old-excel', container('Root Entry', 'Workbook')],
    ['a text document', 'not-a-table', container('Root Entry', 'WordDocument')],
    ['its first bytes alone', 'damaged', container().slice(0, 100)],
  ])('%s: %s', async (_name, reason, bytes) => {
    expect(await refusalOf(bytes)).toBe(reason);
  });
});
