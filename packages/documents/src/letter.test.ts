import { expect, test } from 'vitest';
import { collapseSpaces, hasPoppler, hasQpdf, pdfPages, pdfStructure, runPdfTool } from '../fixtures/pdf-tools.ts';
import { createJoinedLetters } from './joined-letters.ts';
import { createLetter, type PrintedLetter } from './letter.ts';

const letter: PrintedLetter = {
  content: {
    lang: 'en-US',
    siteName: 'Invented Settlement',
    caption: 'In re Invented Litigation',
    returnAddress: ['Invented Settlement', 'c/o Administrator', 'P.O. Box 1', 'Exampleville, NY 00000'],
    statusPage: 'https://claims.example.com/status',
    phone: '1-800-555-0100',
    date: 'March 1, 2027',
    reference: '99999REF0123456789',
    subject: 'We need more information',
    body: [
      'Dear José Núñez,',
      { heading: 'What we need from you' },
      { list: ['Please send receipts.', 'Please sign the form.'] },
      'Send it at https://claims.example.com/status. Call us at 1-800-555-0100.',
    ],
  },
  code: 'ABCDEFGHJ*',
  printedCode: 'ABC-DEF-GHJ*',
  address: ['José Núñez', '12 Example Street', 'Sampleton, PA 00000'],
  messages: {
    date: 'Date',
    reference: 'Reference number',
    letterId: 'Letter ID',
    accessHeading: 'Your letter code',
    access: 'Go to {statusPage} with the code {code} until {until}.',
    page: 'Page {page} of {pages}',
    notPrinted: 'Some characters are shown by their numbers.',
  },
};
const withBody = (...body: PrintedLetter['content']['body'][number][]): PrintedLetter => ({
  ...letter,
  content: { ...letter.content, body },
});
let usual: Promise<Buffer> | undefined;
const create = (one: PrintedLetter = letter) => (one === letter ? (usual ??= createLetter(letter)) : createLetter(one));
const textOf = async (one?: PrintedLetter) => collapseSpaces(runPdfTool('pdftotext', ['FILE', '-'], await create(one)));

test('is a complete PDF that declares PDF/UA, and the same letter gives the same bytes', async () => {
  const pdf = await create();
  const text = pdf.toString('latin1');
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(text).toMatch(/\/Marked true/);
  expect(text).toMatch(/\/DisplayDocTitle true/);
  expect(await createLetter(letter)).toEqual(pdf);
});

test.skipIf(!hasPoppler)('contains all of its content in reading order, tagged', async () => {
  const structure = pdfStructure(await create());
  const order = [
    'P "Invented Settlement"',
    'P "P.O. Box 1"',
    'P "In re Invented Litigation"',
    'P "Date: March 1, 2027"',
    'P "Reference number: 99999REF0123456789"',
    'P "Letter ID: ABC-DEF-GHJ*"',
    'P "José Núñez"',
    'P "Sampleton, PA 00000"',
    'H1 "We need more information"',
    'P "Dear José Núñez,"',
    'H2 "What we need from you"',
    'LBody "Please send receipts."',
    'Link',
  ];
  const places = order.map((part) => structure.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(runPdfTool('pdfinfo', ['FILE'], await create())).toMatch(/^Tagged: +yes$/m);
  // Page numbers are not read within the text.
  expect(structure).not.toContain('Page 1 of 1');
});

test.skipIf(!hasQpdf)('qpdf finds no errors', async () => {
  expect(runPdfTool('qpdf', ['--check', 'FILE'], await create())).toContain('No syntax or stream encoding errors');
});

interface Box {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
const wordsOf = (pdf: Uint8Array): Box[] =>
  Array.from(
    runPdfTool('pdftotext', ['-bbox', '-l', '1', 'FILE', '-'], pdf).matchAll(
      /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g,
    ),
    ([, left, top, right, bottom, text = '']) => ({
      text,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }),
  );
/**
 * The windows of a No. 10 envelope (9½ × 4⅛ inches), in points from its upper left corner. A letter
 * folded in three is 8½ × 3⅔ inches, so it slides by up to 1 inch to the right and 0.46 inches down.
 */
const windows = {
  upper: { left: 0.375, right: 3.875, top: 0.75, bottom: 1.625 },
  lower: { left: 0.5, right: 4.5, top: 2.5, bottom: 3.5 },
};
const slides = [0, 0.25, 0.5, 0.75, 1].flatMap((x) => [0.12, 0.23, 0.34].map((y) => ({ x, y })));
const shownIn = (words: readonly Box[], name: keyof typeof windows, { x, y }: { x: number; y: number }) => {
  const { left, right, top, bottom } = windows[name];
  return words.filter(
    (word) =>
      word.right + x * 72 > left * 72 &&
      word.left + x * 72 < right * 72 &&
      word.bottom + y * 72 > top * 72 &&
      word.top + y * 72 < bottom * 72,
  );
};

test.skipIf(!hasPoppler).each([
  ['short', letter.address],
  [
    'long',
    [
      'MARGUERITE WOJCIECHOWSKA-MONTGOMERY JR.',
      'C/O SUNNYDALE HEALTH AND BENEFIT TRUST',
      '12345 NORTHWESTERN BOULEVARD, SUITE 2000',
      'SAN BUENAVENTURA, CA 93001-1234',
    ],
  ],
  // A batch takes addresses of up to five lines.
  ['five-line', ['JANE DOE', 'C/O JOHN DOE', 'BUILDING C', '12 EXAMPLE STREET APT 5', 'SAMPLETON, PA 00000']],
])('a %s address and the letter ID show in the lower window, and nothing else does', async (_, address) => {
  const words = wordsOf(await create({ ...letter, address }));
  const expected = [letter.printedCode, ...address].join(' ').split(' ');
  for (const slide of slides) {
    const shown = shownIn(words, 'lower', slide).map(({ text }) => text);
    expect(shown, JSON.stringify(slide)).toEqual(expected);
    const sender = shownIn(words, 'upper', slide).map(({ text }) => text);
    expect(sender, JSON.stringify(slide)).toEqual(letter.content.returnAddress.join(' ').split(' '));
  }
});

test.skipIf(!hasPoppler)('a letter code is on the letter only if it has one, and never shows in a window', async () => {
  const access = { code: 'K7M9-Q2XR', until: 'May 30, 2027' };
  const pdf = await create({ ...letter, access });
  expect(await textOf({ ...letter, access })).toContain(
    'Your letter code Go to https://claims.example.com/status with the code K7M9-Q2XR until May 30, 2027.',
  );
  // Below the fold, the letter is folded away.
  expect(wordsOf(pdf).find(({ text }) => text === 'K7M9-Q2XR')?.top).toBeGreaterThan(11 * 24);
  expect(await textOf()).not.toContain('letter code');
});

test.skipIf(!hasPoppler)('a long letter goes on on numbered pages with its ID, and no text is lost', async () => {
  const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1} of a letter that is long.`);
  const pages = pdfPages(await create(withBody(...paragraphs, { list: paragraphs })));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, lines] of pages.entries())
    expect(lines.at(-1)).toBe(`Letter ID ABC-DEF-GHJ* Page ${index + 1} of ${pages.length}`);
  const text = pages.flat().join(' ');
  for (const paragraph of paragraphs) expect(text.split(paragraph)).toHaveLength(3);
});

test.skipIf(!hasPoppler)(
  'letters for a printer begin on the fronts of sheets that are printed on both sides',
  async () => {
    const long = withBody(
      ...Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1} of a letter that is long.`),
    );
    const pages = pdfPages(await createJoinedLetters([letter, long, letter]));
    const starts = pages.flatMap((lines, index) => (lines.at(-1)?.includes(' Page 1 of ') === true ? index : []));
    expect(starts).toHaveLength(3);
    expect(starts.filter((index) => index % 2 === 1)).toEqual([]);
  },
);

test.skipIf(!hasPoppler).each([
  ['of Poland and Vietnam', 'Łukasz Żółć, Nguyễn Thị Ễ'],
  ['of China, Korea and Japan', '李小龍 김철수 たなか'],
  ['that only a rare font has', '\u{20BB7}野'],
])('names %s come out as they are, in the address and in the text', async (_of, name) => {
  const text = await textOf({ ...withBody(`Dear ${name},`), address: [name, '12 Example Street'] });
  expect(text.split(name)).toHaveLength(3);
  expect(text).not.toContain(letter.messages.notPrinted);
});

test.skipIf(!hasPoppler)('prints a character that no font has as its number, with an explanation', async () => {
  const text = await textOf({ ...letter, address: ['😀 Lee', '12 Example Street'] });
  expect(text).toContain('[U+1F600] Lee');
  expect(text).toContain(letter.messages.notPrinted);
});
