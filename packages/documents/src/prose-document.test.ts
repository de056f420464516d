import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { PublishedDocument, ProseDocument } from '@redress/contract/published-documents';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collapseSpaces, pdfPages, runPdfTool, pdfStructure, hasPoppler, hasQpdf } from '../fixtures/pdf-tools.ts';
import { collectPdf } from './pdf-writer.ts';
import { renderProseDocument } from './prose-document.ts';

type TestDocument = PublishedDocument & { readonly source: ProseDocument };

const caption = {
  court: 'Court of Invention',
  caption: 'In re Invented Litigation',
  docketNumber: 'No. 0:00-cv-1',
  filed: '2025-07-17',
};
const createDocument = (markdown: string, more: Partial<ProseDocument> = {}): TestDocument => ({
  id: 'made-up-document',
  title: 'A made-up document',
  language: 'en',
  source: { kind: 'prose', markdown, ...more },
});
const render = (document: TestDocument) => collectPdf(renderProseDocument(document));

const everything = createDocument(
  `A first **bold** and _slanted_ text, see [our page](https://www.example.com/notice).

## The first part

1. One
2. Two
   - inner one
   - inner two

### A smaller part

| What | Sum |
| --- | ---: |
| **Fees** | 34% |
| **Rest** | 66% |

PO Box 1\\
Sampleville`,
  { caption, notice: 'A specimen.' },
);
/** Most tests look at the same document. */
let usual: Promise<Buffer> | undefined;
const renderEverything = () => (usual ??= render(everything));
const sentence = 'Nothing of this was ever said by anybody, but it fills the lines of a page quite well. ';
const sections = (count: number) =>
  Array.from({ length: count }, (_, index) => `## Section ${index + 1}\n\n${sentence.repeat(20)}`).join('\n\n');

afterEach(() => vi.useRealTimers());

test('declares PDF/UA, its title and its language', async () => {
  const pdf = (await renderEverything()).toString('latin1');
  expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(pdf).toMatch(/\/Lang \(en-US\)/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
  expect(pdf).toContain('(A made-up document)');
});

describe.skipIf(!hasPoppler)('a document as poppler reads it', () => {
  test('begins with the caption, the title and the notice, and has all text in order', async () => {
    expect(collapseSpaces(runPdfTool('pdftotext', ['-raw', 'FILE', '-'], await renderEverything()))).toBe(
      [
        'COURT OF INVENTION In re Invented Litigation No. 0:00-cv-1 Filed July 17, 2025 A made-up document A specimen.',
        'A first bold and slanted text, see our page (www.example.com/notice). The first part',
        '1. One 2. Two • inner one • inner two A smaller part What Sum Fees 34% Rest 66% PO Box 1 Sampleville',
        'A made-up document Page 1 of 1',
      ].join(' '),
    );
  });

  test('tags headings, nested lists, links and tables, but no page numbers, and uses bold and italic fonts', async () => {
    const structure = pdfStructure(await renderEverything());
    expect(structure).toContain('H1 "A made-up document" P "A specimen."');
    expect(structure).toMatch(/see " Link "our page" Object \d+ \d+ " \(www\.example\.com\/notice\)\."/);
    expect(structure).toContain(
      'H2 "The first part" L: /ListNumbering /Decimal LI Lbl "1." LBody "One" LI Lbl "2." LBody P "Two"',
    );
    expect(structure).toContain(
      'P "Two" L: /ListNumbering /Disc LI Lbl "•" LBody "inner one" LI Lbl "•" LBody "inner two" H3 "A smaller part"',
    );
    expect(structure).toContain('Table TR TH: /Scope /Column "What" TH: /Scope /Column "Sum"');
    expect(structure).toContain('TR TH: /Scope /Row "Fees" TD "34%" TR TH: /Scope /Row "Rest" TD "66%"');
    expect(structure).toContain('P "PO Box 1 Sampleville"');
    expect(structure).not.toContain('Page 1');
    const fonts = runPdfTool('pdffonts', ['FILE'], await renderEverything());
    expect(fonts).toMatch(/NotoSans-SemiBold .*yes yes yes/);
    expect(fonts).toMatch(/NotoSans-Italic .*yes yes yes/);
  });

  test('is in its language', async () => {
    const pdf = await render({ ...createDocument('Dice así: ¿pagó usted? Sí.', { caption }), language: 'es' });
    const text = collapseSpaces(runPdfTool('pdftotext', ['-raw', 'FILE', '-'], pdf));
    expect(text).toContain('Presentado el 17 de julio de 2025');
    expect(text).toContain('Dice así: ¿pagó usted? Sí.');
    expect(text).toContain('Página 1 de 1');
    expect(pdf.toString('latin1')).toMatch(/\/Lang \(es-US\)/);
  });

  test('repeats the header of a table on each page, but tags it once', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => `| row ${index + 1} | ${index} |`).join('\n');
    const pdf = await render(createDocument(`| Heading cell | Number |\n| --- | --- |\n${rows}`));
    const pages = pdfPages(pdf);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Heading cell Number');
    expect(pdfStructure(pdf).split('"Heading cell"')).toHaveLength(2);
    expect(pdfStructure(pdf).match(/TD "row \d+"/g)).toHaveLength(90);
  });

  test('keeps a small table on one page', async () => {
    let moved = 0;
    for (let lines = 20; lines <= 44; lines += 4) {
      const table = '| Pool | Part |\n| --- | --- |\n| first row | 1 |\n| second row | 2 |\n| third row | 3 |';
      const pages = pdfPages(await render(createDocument(`${'Short.\n\n'.repeat(lines)}${table}`)));
      const holding = pages.filter((page) => page.some((line) => /^(first|second|third) row/.test(line)));
      expect(holding).toHaveLength(1);
      if (holding[0] !== pages[0]) moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
  });

  test('never ends a page with a heading, or leaves a single line of a paragraph', async () => {
    for (let lines = 1; lines <= 24; lines += 4) {
      const filler = 'Short.\n\n'.repeat(lines);
      const text = `### Heading\n\nMark. ${sentence.repeat(5)}End.`;
      const pages = pdfPages(await render(createDocument(`${filler}${`${text}\n\n`.repeat(9)}`)));
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages.slice(0, -1)) {
        const last = page.at(-2) ?? '';
        expect([last, last === 'Heading' || last.startsWith('Mark.')]).toEqual([last, false]);
      }
      for (const [first = ''] of pages.slice(1)) expect([first, first.endsWith('End.')]).toEqual([first, false]);
    }
  });

  test('has a linked table of contents if it is long, and none if it is short', async () => {
    expect(pdfStructure(await render(createDocument(sections(3))))).not.toContain('TOC');
    const pdf = await render(createDocument(sections(12)));
    const pages = pdfPages(pdf);
    const listed = (pages[0] ?? []).flatMap((line) => /^(Section \d+) (\d+)$/.exec(line)?.slice(1) ?? []);
    expect(listed).toHaveLength(24);
    for (let index = 0; index < listed.length; index += 2)
      expect(pages[Number(listed[index + 1]) - 1]).toContain(listed[index]);
    const contents = /TOC (.*?) H2 "Section 1"/.exec(pdfStructure(pdf))?.[1] ?? '';
    expect(contents.match(/TOCI Reference Link "Section \d+" Object \d+ \d+ Reference "\d+"/g)).toHaveLength(12);
    const places = runPdfTool('pdfinfo', ['-dests', 'FILE'], pdf);
    expect(new Set(places.match(/"heading-\d+"/g)).size).toBe(12);
  });

  test('keeps a docket number and a time of day on one line', async () => {
    const fillers = Array.from({ length: 30 }, (_, index) => 'ab '.repeat(index + 1));
    const text = fillers.map((filler) => `${filler}No. 0:00-cv-1 at 1:00 pm or 1:00 p. m.`).join('\n\n');
    const lines = pdfPages(await render(createDocument(text)))
      .flat()
      .join('\n');
    for (const whole of [/No\. 0:00-cv-1/g, /1:00 pm/g, /1:00 p\. m\./g]) expect(lines.match(whole)).toHaveLength(30);
  });
});

test('links have their URL and their text', async () => {
  const pdf = await PDFDocument.load(
    await render(createDocument('[a](https://a.example) or [b](mailto:b@example.com)')),
  );
  const links = pdf.getPage(0).node.Annots()?.asArray() ?? [];
  const found = links.map((link) => {
    const annotation = pdf.context.lookup(link, PDFDict);
    const action = annotation.lookup(PDFName.of('A'), PDFDict);
    return [
      action.lookup(PDFName.of('URI'), PDFString).decodeText(),
      annotation.lookup(PDFName.of('Contents'), PDFString).decodeText(),
      annotation.has(PDFName.of('StructParent')),
    ];
  });
  expect(found).toEqual([
    ['https://a.example', 'a', true],
    ['mailto:b@example.com', 'b', true],
  ]);
});

test('headings are nested bookmarks', async () => {
  const pdf = await PDFDocument.load(
    await render(createDocument('## One\n\nText\n\n### Inner\n\nText\n\n## Two\n\nText')),
  );
  const titlesBelow = (parent: PDFDict): unknown[] => {
    const titles: unknown[] = [];
    let item = parent.lookupMaybe(PDFName.of('First'), PDFDict);
    while (item) {
      titles.push(item.lookup(PDFName.of('Title'), PDFString).decodeText());
      if (item.has(PDFName.of('First'))) titles.push(titlesBelow(item));
      expect(item.lookup(PDFName.of('Dest'), PDFArray).get(0)).toBe(pdf.getPage(0).ref);
      item = item.lookupMaybe(PDFName.of('Next'), PDFDict);
    }
    return titles;
  };
  expect(titlesBelow(pdf.catalog.lookup(PDFName.of('Outlines'), PDFDict))).toEqual(['One', ['Inner'], 'Two']);
});

test('the same text gives the same bytes at any time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00Z') });
  const first = await render(everything);
  vi.setSystemTime(new Date('2031-06-30T12:34:56Z'));
  expect((await render(everything)).equals(first)).toBe(true);
});

describe('on one page', () => {
  const onePage = { layout: 'one-page', caption } as const;
  test.each([1, 3, 6])('a text of %i sections fits', async (count) => {
    const text = Array.from({ length: count }, () => `## Part\n\n${sentence.repeat(8)}`).join('\n\n');
    const pdf = await PDFDocument.load(await render(createDocument(text, onePage)));
    expect(pdf.getPageCount()).toBe(1);
  });

  test('rejects a text that is too long, and names the document', () => {
    expect(() => renderProseDocument(createDocument(sections(12), onePage))).toThrow(
      'The document "made-up-document" cannot be made: its text is too long for one page.',
    );
  });

  test.skipIf(!hasPoppler)('a text in columns is complete, and is read column by column', async () => {
    const words = Array.from({ length: 620 }, (_, index) => `w${index}`).join(' ');
    const structure = pdfStructure(await render(createDocument(words.replaceAll(/(w\d*9) /g, '$1\n\n'), onePage)));
    expect(structure.match(/w\d+/g)).toEqual(words.split(' '));
  });
});

test.each([
  ['its own title', '# Title'],
  ['a quotation', '> Quoted'],
  ['a picture', '![words](picture.png)'],
  ['code', 'Some `code`'],
  ['HTML', 'A <b>bold</b> word'],
  ['a link without a whole address', '[here](/contact)'],
  ['a heading in a list', '- ## Heading'],
])('a text with %s is refused, with the name of its document', (_what, markdown) => {
  expect(() => renderProseDocument(createDocument(markdown))).toThrow(
    /^The document "made-up-document" cannot be made: .+\.$/,
  );
});

test('errors have the line number', () => {
  expect(() => renderProseDocument(createDocument('Text\n\nText\n\n> Quoted'))).toThrow('line 5 of its Markdown');
});

test.skipIf(!hasQpdf)('qpdf finds no errors', async () => {
  for (const document of [everything, createDocument(sections(12))])
    expect(runPdfTool('qpdf', ['--check', 'FILE'], await render(document))).toContain(
      'No syntax or stream encoding errors',
    );
});
