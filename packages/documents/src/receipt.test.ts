import { expect, test } from 'vitest';
import { collapseSpaces, runPdfTool, hasPoppler, hasQpdf } from './pdf-test-tools.ts';
import type { ReceiptContent } from './receipt.ts';
import { renderReceipt, createReceipt } from './receipt.ts';

const content: ReceiptContent = {
  lang: 'en-US',
  siteName: 'Invented Settlement',
  caption: 'In re Invented Litigation',
  heading: 'Receipt for your claim',
  formTitle: 'CONSUMER CLAIM FORM',
  reference: '99999REF0123456789',
  date: 'Jul 17, 2025, 3:42 PM EDT',
  notice: 'We received this claim late.',
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

const textOf = async (receipt: ReceiptContent) =>
  collapseSpaces(runPdfTool('pdftotext', ['-layout', 'FILE', '-'], await createReceipt(receipt)));

test('the file is finished: nothing that was begun in it is left open', async () => {
  const document = renderReceipt(content);
  document.resume();
  await new Promise((resolve) => document.once('end', resolve));
  // pdfkit counts here the parts that it still waits for; a structure that is never attached would leave one for ever.
  expect(Reflect.get(document, '_waiting')).toBe(0);
});

test('it says in its first and last bytes that it is a whole PDF, and names itself PDF/UA', async () => {
  const pdf = (await createReceipt(content)).toString('latin1');
  expect(pdf.startsWith('%PDF-1.7')).toBe(true);
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toMatch(/\/Lang \(en-US\)/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
});

test('a Spanish one says so, and marks the caption of the court as English', async () => {
  const pdf = (await createReceipt({ ...content, lang: 'es-US' })).toString('latin1');
  const marked = [...pdf.matchAll(/\/Lang \(([\w-]+)\)/g)].map(([, lang]) => lang);
  expect(new Set(marked)).toEqual(new Set(['en-US', 'es-US']));
});

test.skipIf(!hasPoppler)('everything that it was given can be read in it, in that order', async () => {
  const { reference } = content;
  expect(await textOf(content)).toBe(
    [
      'Invented Settlement In re Invented Litigation Receipt for your claim',
      `Reference number ${reference} Received on Jul 17, 2025, 3:42 PM EDT Form CONSUMER CLAIM FORM We received this claim late.`,
      'What happens next We check every claim. Keep this receipt.',
      'Section A: Claimant Identification First and last name José Núñez Agent (no answer) Tax ID •••••6789',
      'Purchases Total amount $1,250.50',
      'Documents received The long number is the fingerprint of the file. Document Size SHA-256',
      `pharmacy receipt.pdf 1.2 MB ${'0123456789abcdef'.repeat(2)} ${'0123456789abcdef'.repeat(2)}`,
      `Reference number ${reference} Page 1 of 1`,
    ].join(' '),
  );
});

test.skipIf(!hasPoppler)(
  'nothing is said of documents where there are none, and nothing is to be said of them',
  async () => {
    expect(await textOf({ ...content, documents: [] })).not.toMatch(/documents|fingerprint/i);
    const note = 'We had received no documents.';
    expect(await textOf({ ...content, documents: [], documentNotes: [note] })).toContain(`Documents received ${note}`);
  },
);

test.skipIf(!hasPoppler)(
  'what came of data files stands between the answers and the documents, file by file',
  async () => {
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
    const messages = await textOf({ ...content, dataFiles });
    expect(messages.indexOf('members.csv')).toBeLessThan(messages.indexOf('Documents received'));
    expect(messages).toContain(
      [
        '$1,250.50 Check of your data files',
        'purchases.xlsx 1,000 rows count. No date (12): Write a date. Zero (3): Look.',
        'members.csv We are checking this file. The sums differ. Write to us.',
      ].join(' '),
    );
    expect(await textOf(content)).not.toContain('data files');
  },
);

test.skipIf(!hasPoppler)('a screen reader finds headings, and tables whose rows have a header', async () => {
  const pdf = await createReceipt(content);
  expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Tagged: +yes$/m);
  expect(runPdfTool('pdfinfo', ['FILE'], pdf)).toMatch(/^Title: +Receipt for your claim: 99999REF0123456789$/m);
  const structure = collapseSpaces(runPdfTool('pdfinfo', ['-struct-text', 'FILE'], pdf));
  expect(structure).toMatch(/^Document P \(block\) "Invented Settlement"/);
  expect(structure).toContain('H1 (block) "Receipt for your claim"');
  expect(structure).toContain('H2 (block) "Section A: Claimant Identification"');
  expect(structure).toContain('TR TH: /Scope /Row "First and last name" TD "José Núñez"');
  expect(structure).toContain('TH: /Scope /Column "SHA-256"');
  // Page numbers are not read out between two answers.
  expect(structure).not.toContain('Page 1 of 1');
});

test.skipIf(!hasQpdf)('qpdf finds nothing wrong with it', async () => {
  expect(runPdfTool('qpdf', ['--check', 'FILE'], await createReceipt(content))).toContain(
    'No syntax or stream encoding errors',
  );
});

test.skipIf(!hasPoppler).each([
  ['of Poland and Vietnam', 'Łukasz Żółć, Nguyễn Thị Ễ, Ṣọlá'],
  ['of Russia and Greece', 'Жуков Юрий, Παπαδόπουλος'],
  ['of China, Korea and Japan', '李小龍 김철수 たなか'],
  ['with an accent apart, which is put together', 'Jose\u0301 Nun\u0303ez'],
])('letters %s come out as they are', async (_of, value) => {
  expect(await textOf(withValues(value))).toContain(`Value ${value.normalize('NFC')} `);
});

test.skipIf(!hasPoppler)('words from right to left keep their order among others', async () => {
  const text = await textOf(withValues('before דוד כהן after'));
  // Without the marks of direction that the reader adds.
  expect(collapseSpaces(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''))).toMatch(/before דוד כהן ?after/);
});

test.skipIf(!hasPoppler).each([
  // From Hong Kong's supplementary set and a Japanese family name; then the first and last of each
  // block.
  ['of extension B', '\u{2070E}', '\u{20BB7}野', '\u{20000}\u{2A6D6}'],
  ['of extensions C and D', '\u{2A700}\u{2B734}', '\u{2B740}\u{2B81D}'],
  ['of extensions E and F', '\u{2B820}\u{2CEA1}', '\u{2CEB0}\u{2EBE0}'],
])('rare Han characters %s come out as they are', async (_of, ...values) => {
  const text = await textOf(withValues(...values.map((value) => `王${value} A`)));
  for (const value of values) expect(text).toContain(`Value 王${value} A `);
  expect(text).not.toContain('[U+');
  expect(text).not.toContain(content.messages.notPrinted);
});

test.skipIf(!hasPoppler)('a receipt holds the letters that it needs, and no more of their fonts', async () => {
  const plain = await createReceipt(content);
  const rare = await createReceipt(withValues('\u{2070E}'));
  expect(runPdfTool('pdffonts', ['FILE'], plain)).not.toContain('HanaMin');
  expect(runPdfTool('pdffonts', ['FILE'], rare)).toMatch(/\+HanaMinB .* yes yes yes /);
  expect(rare.length).toBeLessThan(plain.length + 10_000);
});

test.skipIf(!hasPoppler)(
  'a letter that no font has is told by its number, never as an empty box, and the receipt says so',
  async () => {
    // Of extension G, and a picture.
    const text = await textOf(withValues('\u{30000} 😀'));
    expect(text).toContain('Value [U+30000] [U+1F600] ');
    expect(text).toContain(content.messages.notPrinted);
    expect(await textOf(content)).not.toContain(content.messages.notPrinted);
    const named = { name: '😀.pdf', size: '1 kB', sha256: '0'.repeat(64) };
    expect(await textOf({ ...content, documents: [named] })).toContain(content.messages.notPrinted);
  },
);

test.skipIf(!hasPoppler)('a word that is longer than the line is broken, and nothing of it is lost', async () => {
  const word = 'abcdefghij'.repeat(12);
  const text = await textOf(withValues(word, 'next'));
  expect(text.replace(/ /g, '')).toContain(`Value${word}Valuenext`);
});

test.skipIf(!hasPoppler)('five hundred class members fill pages that are numbered, and no row is lost', async () => {
  const values = Array.from({ length: 500 }, (_, index) => `Plan ${index + 1} · •••••${1000 + index}`);
  const text = await textOf(withValues(...values));
  expect(values.filter((value) => !text.includes(`Value ${value} `))).toEqual([]);
  const pages = Number(/Page 1 of (\d+)/.exec(text)?.[1]);
  expect(pages).toBeGreaterThan(8);
  for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
});
