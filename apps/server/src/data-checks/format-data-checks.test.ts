import type { CheckedFile, DataReport } from '@redress/datafiles/report';
import { dataMessages } from '@redress/datafiles/messages/by-language';
import { expect, test } from 'vitest';
import type { Telling } from './format-data-checks.ts';
import { tellDataChecks, tellScans, writeFindings } from './format-data-checks.ts';

const none = { rows: 0, amount: '0.0000' };
const purchases = {
  rows: 1_012,
  counted: { rows: 1_000, amount: '12345.6700' },
  faulty: { rows: 12, amount: '80.0000' },
  reversals: none,
  duplicates: { ...none, estimated: false },
  withoutPlan: 0,
  byState: [],
  byYear: [],
  byDrug: [],
  byPlan: [],
};
const table = { kind: 'purchases', headers: [], sample: [], columns: [], rows: 1_012 } as const;
const report: DataReport = {
  format: { kind: 'workbook' },
  tables: [table],
  purchases,
  counts: [
    { code: 'date-unreadable', severity: 'error', count: 3 },
    { code: 'date-day-first', severity: 'warning', count: 40 },
    { code: 'state-unknown', severity: 'error', count: 9 },
    { code: 'amount-symbols', severity: 'note', count: 700 },
  ],
  findings: [{ code: 'state-unknown', severity: 'error', table: 0, line: 7, column: 'stateOfPurchase', value: 'Ont.' }],
};
const checked: CheckedFile = { outcome: 'checked', report };
const telling = (language: 'en' | 'es'): Telling => ({
  language,
  words: dataMessages[language],
  rules: {
    period: { from: '2008-06-14', to: '2011-05-31' },
    regions: [],
    drugs: [],
    drugNames: [],
    tables: { purchases: [], membership: [] },
  },
  facts: {
    filer: 'class-member',
    members: ['Larkmoor Health Plan'],
    amountClaimed: '12345.67',
    purchasesDueFrom: 300_000,
  },
  mending: 'Write to us.',
});

test('a checked file tells its rows, its sum, and its errors before its warnings, the most frequent first', () => {
  const { files, mending } = tellDataChecks([{ name: 'a.xlsx', isData: true, result: checked }], telling('en'));
  expect(files).toMatchObject([
    {
      name: 'a.xlsx',
      state: 'checked',
      rows: 1_012,
      amount: '12345.6700',
      errors: 12,
      warnings: 40,
      message: '1,000 rows of purchases count: $12,345.67. 12 rows have errors and do not count as they stand.',
    },
  ]);
  const words = dataMessages.en.titles;
  expect(files[0]?.findings.map(({ title, count }) => [title, count])).toEqual([
    [words['state-unknown'], 9],
    [words['date-unreadable'], 3],
    [words['date-day-first'], 40],
  ]);
  for (const { mend } of files[0]?.findings ?? []) expect(mend).toMatch(/^[A-Z].+\.$/);
  expect(mending).toBe('Write to us.');
});

test('in Spanish nothing is said in English', () => {
  const { files } = tellDataChecks([{ name: 'a.xlsx', isData: true, result: checked }], telling('es'));
  expect(files[0]?.message).toBe(
    'Cuentan 1,000 filas de compras: $12,345.67. 12 filas tienen errores y así no cuentan.',
  );
  const english = new Set<string>(Object.values(dataMessages.en.titles));
  expect(files[0]?.findings.filter(({ title }) => english.has(title))).toEqual([]);
});

test('a file without errors says so, and asks for nothing to be mended', () => {
  const sound: CheckedFile = {
    outcome: 'checked',
    report: { ...report, purchases: { ...purchases, faulty: none }, counts: [], findings: [] },
  };
  const membership: CheckedFile = {
    outcome: 'checked',
    report: {
      format: { kind: 'workbook' },
      tables: [{ ...table, kind: 'membership', rows: 1 }],
      membership: {
        rows: 1,
        counted: 1,
        byYear: [{ year: '2009', members: 5 }],
        byState: [],
        plans: ['Larkmoor Health Plan'],
      },
      counts: [],
      findings: [],
    },
  };
  const told = tellDataChecks(
    [
      { name: 'a.csv', isData: true, result: sound },
      { name: 'b.csv', isData: true, result: membership },
    ],
    telling('en'),
  );
  expect(told.files.map(({ message }) => message)).toEqual([
    '1,000 rows of purchases count: $12,345.67. We found no errors.',
    '1 row of member counts is in it. We found no errors.',
  ]);
  expect(told.files[1]).not.toHaveProperty('amount');
});

test('files are compared with the form only when all are checked: one that is missing could have what the others lack', () => {
  const both = (result: 'waiting' | 'failed' | CheckedFile) =>
    tellDataChecks(
      [
        { name: 'a.csv', isData: true, result: checked },
        { name: 'b.csv', isData: true, result },
      ],
      telling('en'),
    );
  expect(both('waiting').review).toEqual([]);
  expect(both('failed').review).toEqual([]);
  // The claim has no membership data.
  expect(both(checked).review).not.toEqual([]);
});

test.each([
  ['waiting', 'waiting', 'We have this file and are checking it.'],
  ['failed', 'failed', 'We have this file. Our check of it did not finish, so we will look at it ourselves.'],
] as const)('a file whose check is %s has no figures', (result, state, message) => {
  const { files } = tellDataChecks([{ name: 'a.csv', isData: true, result }], telling('en'));
  expect(files).toEqual([{ name: 'a.csv', state, message, findings: [] }]);
});

test('a file that holds a virus is one that needs a clean copy, and says nothing of what stands in it', () => {
  const infected = { name: 'a.csv', isData: true, result: 'infected' } as const;
  const { files, review, mending } = tellDataChecks([infected], telling('en'));
  expect(files.map(({ name, state, findings }) => [name, state, findings])).toEqual([['a.csv', 'unreadable', []]]);
  expect(files[0]?.message).toContain('send a clean copy');
  expect([review, mending]).toEqual([[], 'Write to us.']);
});

test('a photo that waits for the virus scanner keeps nobody from hearing of the data files', () => {
  const photo = { name: 'a.jpg', isData: false, result: 'waiting' } as const;
  const { files, review } = tellDataChecks([{ name: 'a.csv', isData: true, result: checked }, photo], telling('en'));
  expect(files.map(({ state }) => state)).toEqual(['checked', 'waiting']);
  expect(review).not.toEqual([]);
});

test('of a claim whose form takes no data a document with a virus is told in the language of the request', () => {
  const { files } = tellScans([{ name: 'a.pdf', isData: false, result: 'infected' }], 'es');
  expect([files[0]?.name, files[0]?.state]).toEqual(['a.pdf', 'unreadable']);
  expect(files[0]?.message).toContain('copia limpia');
});

test('a file that cannot be read tells why, and that we have it', () => {
  const { files, mending } = tellDataChecks(
    [{ name: 'a.xlsx', isData: true, result: { outcome: 'unreadable', reason: 'encrypted' } }],
    telling('en'),
  );
  expect(files[0]?.message).toBe(`${dataMessages.en.unreadable.encrypted} We have the file as you sent it.`);
  expect(mending).toBe('Write to us.');
});

test('on paper a kind of finding is one line', () => {
  const findings = [{ title: 'No date', count: 1_234, mend: 'Write a date.' }];
  const file = { name: 'a', state: 'checked', message: '', findings } as const;
  expect(writeFindings({ ...file, findings }, 'en')).toEqual(['No date (1,234): Write a date.']);
});
