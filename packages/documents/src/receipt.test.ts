import { expect, test } from 'vitest';
import { collapseSpaces, runPdfTool, hasPoppler, hasQpdf } from '../fixtures/pdf-tools.ts';
import { type ReceiptContent, createReceipt } from './receipt.ts';

const content: ReceiptContent = {
  lang: 'en-US',
  siteName: 'Invented Settlement',
  caption: 'In re Invented Litigation',
  heading: 'Receipt for your claim',
  formTitle: 'CONSUMER CLAIM FORM',
  reference: '99999REF0123456789',
  referenceUse: 'for our website',
  date: 'Jul 17, 2025, 3:42 PM EDT',
  notice: 'We received this claim late.',
  due: ['Your membership data.'],
  sending: { text: 'Mail it.', address: ['Settlement', 'P.O. Box 1'] },
  next: ['We check every claim.', 'Keep this receipt.'],
  sections: [
    {
      letter: 'A',
      title: 'Claimant Identification',
      rows: [
        { name: 'name1', label: 'First and last name', value: 'José Núñez' },
        { name: 'name2', label: 'Agent', value: '' },
        { name: 'tin', label: 'Tax ID', value: '•••••6789' },
      ],
    },
    { title: 'Purchases', rows: [{ name: 'amount', label: 'Total amount', value: '$1,250.50' }] },
  ],
  documents: [{ name: 'pharmacy receipt.pdf', size: '1.2 MB', sha256: '0123456789abcdef'.repeat(4) }],
  documentNotes: [],
  messages: {
    reference: 'Reference number',
    received: 'Received on',
    form: 'Form',
    due: 'What we still need',
    next: 'What happens next',
    section: 'Section {letter}',
    noAnswer: '(no answer)',
    dataFiles: 'Check of your data files',
    documents: 'Documents received',
    documentsHint: 'The long number is the fingerprint of the file.',
    documentColumns: ['Document', 'Size', 'SHA-256'],
    page: 'Page {page} of {pages}',
    notPrinted: 'Some characters are shown by their numbers.',
  },
};
const withValues = (...values: string[]): ReceiptContent => ({
  ...content,
  sections: [{ title: 'Values', rows: values.map((value, index) => ({ name: `v${index}`, label: 'Value', value })) }],
});

/** Most tests look at the same receipt. */
let usual: Promise<Buffer> | undefined;
const create = (receipt: ReceiptContent = content) =>
  receipt === content ? (usual ??= createReceipt(content)) : createReceipt(receipt);
const textOf = async (receipt?: ReceiptContent) =>
  collapseSpaces(runPdfTool('pdftotext', ['-layout', 'FILE', '-'], await create(receipt)));

test('is a complete PDF that declares PDF/UA', async () => {
  const pdf = (await create()).toString('latin1');
  expect(pdf.startsWith('%PDF-1.7')).toBe(true);
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toMatch(/\/Lang \(en-US\)/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
});

test('a Spanish receipt declares its language, and tags the caption as English', async () => {
  const pdf = (await create({ ...content, lang: 'es-US' })).toString('latin1');
  const marked = [...pdf.matchAll(/\/Lang \(([\w-]+)\)/g)].map(([, lang]) => lang);
  expect(new Set(marked)).toEqual(new Set(['en-US', 'es-US']));
});

test.skipIf(!hasPoppler)('contains all of its content in order', async () => {
  const reference = '99999REF 012 345 6789';
  expect(await textOf()).toBe(
    [
      'Invented Settlement In re Invented Litigation Receipt for your claim',
      `Reference number, for our website ${reference} Received on Jul 17, 2025, 3:42 PM EDT Form CONSUMER CLAIM FORM We received this claim late.`,
      'What we still need Your membership data. Mail it. Settlement, P.O. Box 1',
      'What happens next 1. We check every claim. 2. Keep this receipt.',
      'Section A: Claimant Identification First and last name José Núñez Agent (no answer) Tax ID •••••6789',
      'Purchases Total amount $1,250.50',
      'Documents received The long number is the fingerprint of the file. Document Size SHA-256',
      `pharmacy receipt.pdf 1.2 MB ${'0123456789abcdef'.repeat(2)} ${'0123456789abcdef'.repeat(2)}`,
      `Reference number ${reference} Page 1 of 1`,
    ].join(' '),
  );
});

test.skipIf(!hasPoppler)('says nothing about what is due when nothing is', async () => {
  expect(await textOf({ ...content, due: [], sending: undefined })).not.toMatch(/still need|Mail it|P\.O\. Box/);
});

test.skipIf(!hasPoppler)('omits the section on documents without documents and notes', async () => {
  expect(await textOf({ ...content, documents: [] })).not.toMatch(/documents|fingerprint/i);
  const note = 'We had received no documents.';
  expect(await textOf({ ...content, documents: [], documentNotes: [note] })).toContain(`Documents received ${note}`);
});

test.skipIf(!hasPoppler)('prints data check results between the answers and the documents, by file', async () => {
  const dataFiles = {
    files: [
      {
        name: 'purchases.xlsx',
        result: '1,000 rows count.',
        findings: ['No date (12): Write a date.', 'Zero (3): Look.'],
      },
      { name: 'members.csv', result: 'We are checking this file.', findings: [] },
    ],
    notes: ['The sums differ.', 'Write to us.'],
  };
  const text = await textOf({ ...content, due: [], sending: undefined, dataFiles });
  expect(text.indexOf('members.csv')).toBeLessThan(text.indexOf('Documents received'));
  expect(text).toContain(
    [
      '$1,250.50 Check of your data files',
      'purchases.xlsx 1,000 rows count. No date (12): Write a date. Zero (3): Look.',
      'members.csv We are checking this file. The sums differ. Write to us.',
    ].join(' '),
  );
  expect(await textOf()).not.toContain('data files');
});

test.skipIf(!hasPoppler)('has headings, and tables with row headers', async () => {
  const pdf = await create();
  expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Tagged: +yes$/m);
  expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Title: +Receipt for your claim: 99999REF0123456789$/m);
  const structure = collapseSpaces(runPdfTool('pdfinfo', ['-struct-text', 'FILE'], pdf));
  expect(structure).toMatch(/^Document P \(block\) "Invented Settlement"/);
  expect(structure).toContain('H1 (block) "Receipt for your claim"');
  expect(structure).toContain('H2 (block) "Section A: Claimant Identification"');
  expect(structure).toContain('TR TH: /Scope /Row "First and last name" TD "José Núñez"');
  expect(structure).toContain('TH: /Scope /Column "SHA-256"');
  // Page numbers are not read between two answers.
  expect(structure).not.toContain('Page 1 of 1');
});

test.skipIf(!hasQpdf)('qpdf finds no errors', async () => {
  expect(runPdfTool('qpdf', ['--check', 'FILE'], await create())).toContain('No syntax or stream encoding errors');
});

test.skipIf(!hasPoppler).each([
  ['of Poland and Vietnam', 'Łukasz Żółć, Nguyễn Thị Ễ, Ṣọlá'],
  ['of Russia and Greece', 'Жуков Юрий, Παπαδόπουλος'],
  ['of China, Korea and Japan', '李小龍 김철수 たなか'],
  ['with an accent apart, which is put together', 'Jose\u0301 Nun\u0303ez'],
  // fonts.test.ts has all of them.
  ['that only a rare font has', '\u{20BB7}野 \u{2A700}\u{2CEA1}'],
])('letters %s come out as they are', async (_of, value) => {
  expect(await textOf(withValues(value))).toContain(`Value ${value.normalize('NFC')} `);
});

// Arabic letters are joined on the page, and copied as they were typed.
test.skipIf(!hasPoppler).each(['דוד כהן', 'عائشة محمد'])(
  'keeps the order of right-to-left words among others: %s',
  async (name) => {
    const text = await textOf(withValues(`before ${name} after`));
    // Removes the direction marks that pdftotext adds.
    const shown = collapseSpaces(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''));
    expect(shown.replace('  ', ' ')).toMatch(new RegExp(`before ${name} ?after`));
  },
);

test.skipIf(!hasPoppler)('numbers among right-to-left words run from left to right', async () => {
  const text = await textOf(withValues('شارع ١٢٣', 'خیابان ۱۲۳'));
  expect(text).toContain('١٢٣');
  expect(text).toContain('۱۲۳');
});

test.skipIf(!hasPoppler)('embeds only the glyphs that it needs', async () => {
  const plain = await create();
  const rare = await create(withValues('\u{2070E}'));
  expect(runPdfTool('pdffonts', ['FILE'], plain)).not.toContain('HanaMin');
  expect(runPdfTool('pdffonts', ['FILE'], rare)).toMatch(/\+HanaMinB .* yes yes yes /);
  expect(rare.length).toBeLessThan(plain.length + 10_000);
});

test.skipIf(!hasPoppler)('prints a character that no font has as its number, with an explanation', async () => {
  // A character of extension G, and an emoji.
  const text = await textOf(withValues('\u{30000} 😀'));
  expect(text).toContain('Value [U+30000] [U+1F600] ');
  expect(text).toContain(content.messages.notPrinted);
  expect(await textOf()).not.toContain(content.messages.notPrinted);
  const named = { name: '😀.pdf', size: '1 kB', sha256: '0'.repeat(64) };
  expect(await textOf({ ...content, documents: [named] })).toContain(content.messages.notPrinted);
});

test.skipIf(!hasPoppler)('breaks a word that is longer than the line without losing characters', async () => {
  const word = 'abcdefghij'.repeat(12);
  const text = await textOf(withValues(word, 'next'));
  expect(text.replace(/ /g, '')).toContain(`Value${word}Valuenext`);
});

test.skipIf(!hasPoppler)('a long claim goes on on numbered pages, with all its class members', async () => {
  const values = Array.from({ length: 250 }, (_, index) => `Plan ${index + 1} · •••••${1000 + index}`);
  const text = await textOf(withValues(...values));
  expect(values.filter((value) => !text.includes(`Value ${value} `))).toEqual([]);
  const pages = Number(/Page 1 of (\d+)/.exec(text)?.[1]);
  expect(pages).toBeGreaterThan(2);
  for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
});
