import { emptyRules, noRows, purchaseTotals, reportWith } from '@redress/datafiles/fixtures/sample-report';
import type { CheckedFile } from '@redress/datafiles/report';
import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { expect, test } from 'vitest';
import { type DataFileContext, formatDataChecks, formatFindings } from './format-data-checks.ts';

const purchases = purchaseTotals(1_012, '12345.6700', {
  counted: { rows: 1_000, amount: '12345.6700' },
  faulty: { rows: 12, amount: '80.0000' },
});
const table = { kind: 'purchases', headers: [], sample: [], columns: [], rows: 1_012 } as const;
const report = reportWith({
  tables: [table],
  purchases,
  counts: [
    { code: 'date-unreadable', severity: 'error', count: 3 },
    { code: 'dates-undecided', severity: 'warning', count: 40 },
    { code: 'state-unknown', severity: 'error', count: 9 },
    { code: 'amount-symbols', severity: 'note', count: 700 },
  ],
  findings: [{ code: 'state-unknown', severity: 'error', table: 0, line: 7, column: 'stateOfPurchase', value: 'Ont.' }],
});
const checked: CheckedFile = { outcome: 'checked', report };
const context: DataFileContext = {
  rules: emptyRules,
  facts: {
    filer: 'class-member',
    members: ['Larkmoor Health Plan'],
    amountClaimed: '12345.67',
    purchasesDueFrom: 300_000,
  },
  howToFix: 'Write to us.',
};

test('a checked file lists its rows, its sum, and its errors before its warnings, most frequent first', () => {
  const { files, mending } = formatDataChecks([{ name: 'a.xlsx', isData: true, result: checked }], 'en', context);
  expect(files).toMatchObject([
    {
      name: 'a.xlsx',
      state: 'checked',
      rows: 1_012,
      amount: '12345.6700',
      errors: 12,
      warnings: 40,
      message: '1,000 rows of purchases count: $12,345.67. 12 rows have errors and don’t count yet.',
    },
  ]);
  const titles = dataMessages.en.titles;
  expect(files[0]?.findings.map(({ title, count }) => [title, count])).toEqual([
    [titles['state-unknown'], 9],
    [titles['date-unreadable'], 3],
    [titles['dates-undecided'], 40],
  ]);
  // The form, where the day could come first, is filed.
  expect(files[0]?.findings[2]?.mend).toBe('Write dates as MM/DD/YYYY.');
  for (const { mend } of files[0]?.findings ?? []) expect(mend).toMatch(/^[A-Z].+\.$/);
  expect(mending).toBe('Write to us.');
});

test('Spanish messages contain no English titles', () => {
  const { files } = formatDataChecks([{ name: 'a.xlsx', isData: true, result: checked }], 'es', context);
  expect(files[0]?.message).toBe(
    'Cuentan 1,000 filas de compras: $12,345.67. 12 filas tienen errores y todavía no cuentan.',
  );
  const english = new Set<string>(Object.values(dataMessages.en.titles));
  expect(files[0]?.findings.filter(({ title }) => english.has(title))).toEqual([]);
});

test('a file without errors says so, and asks for no fix', () => {
  const membership = { rows: 1, counted: 1, byYear: [{ year: '2009', members: 5 }], byState: [], plans: ['A plan'] };
  const checkedAs = (parts: Parameters<typeof reportWith>[0]): CheckedFile => ({
    outcome: 'checked',
    report: reportWith(parts),
  });
  const valid = checkedAs({ tables: [table], purchases: { ...purchases, faulty: noRows } });
  const members = checkedAs({ tables: [{ ...table, kind: 'membership', rows: 1 }], membership });
  const formatted = formatDataChecks(
    [
      { name: 'a.csv', isData: true, result: valid },
      { name: 'b.csv', isData: true, result: members },
    ],
    'en',
    context,
  );
  expect(formatted.files.map(({ message }) => message)).toEqual([
    '1,000 rows of purchases count: $12,345.67. We found no errors.',
    'It has 1 row of member counts. We found no errors.',
  ]);
  expect(formatted.files[1]).not.toHaveProperty('amount');
});

test('files are compared with the form only after all are checked', () => {
  const both = (result: 'waiting' | 'failed' | CheckedFile) =>
    formatDataChecks(
      [
        { name: 'a.csv', isData: true, result: checked },
        { name: 'b.csv', isData: true, result },
      ],
      'en',
      context,
    );
  expect(both('waiting').review).toEqual([]);
  expect(both('failed').review).toEqual([]);
  // The claim has no membership data.
  expect(both(checked).review).not.toEqual([]);
});

test.each([
  ['waiting', 'waiting', 'We have this file and are checking it.'],
  ['failed', 'failed', 'We have this file. The automatic check did not finish, so a person will review it.'],
] as const)('a file whose check is %s has no counts', (result, state, message) => {
  const { files } = formatDataChecks([{ name: 'a.csv', isData: true, result }], 'en', context);
  expect(files).toEqual([{ name: 'a.csv', state, message, findings: [] }]);
});

test('a file with a virus asks for a clean copy and shows no findings', () => {
  const infected = { name: 'a.csv', isData: true, result: 'infected' } as const;
  const { files, review, mending } = formatDataChecks([infected], 'en', context);
  expect(files.map(({ name, state, findings }) => [name, state, findings])).toEqual([['a.csv', 'unreadable', []]]);
  expect(files[0]?.message).toContain('send a clean copy');
  expect([review, mending]).toEqual([[], 'Write to us.']);
});

test('a photo that waits for the virus scanner does not hold back the results of data files', () => {
  const photo = { name: 'a.jpg', isData: false, result: 'waiting' } as const;
  const { files, review } = formatDataChecks([{ name: 'a.csv', isData: true, result: checked }, photo], 'en', context);
  expect(files.map(({ state }) => state)).toEqual(['checked', 'waiting']);
  expect(review).not.toEqual([]);
});

test('a claim without data files reports an upload with a virus in the language of the request', () => {
  const { files } = formatDataChecks([{ name: 'a.pdf', isData: false, result: 'infected' }], 'es');
  expect([files[0]?.name, files[0]?.state]).toEqual(['a.pdf', 'unreadable']);
  expect(files[0]?.message).toContain('copia limpia');
});

test('an unreadable file says why, and that we have it', () => {
  const { files, mending } = formatDataChecks(
    [{ name: 'a.xlsx', isData: true, result: { outcome: 'unreadable', reason: 'encrypted' } }],
    'en',
    context,
  );
  expect(files[0]?.message).toBe(`${dataMessages.en.unreadable.encrypted} We have the file as you sent it.`);
  expect(mending).toBe('Write to us.');
});

test('each kind of finding is formatted as one line', () => {
  const findings = [{ title: 'No date', count: 1_234, mend: 'Write a date.' }];
  const file = { name: 'a', state: 'checked', message: '', findings } as const;
  expect(formatFindings({ ...file, findings }, 'en')).toEqual(['No date (1,234): Write a date.']);
});
