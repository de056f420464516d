import { describe, expect, test } from 'vitest';
import {
  dateOrders,
  decimalMarks,
  type Finding,
  type FindingCode,
  findingCodes,
  severityOf,
  unreadableReasons,
} from '../report.ts';
import { type DataRules, membershipColumns, purchaseColumns } from '../rules.ts';
import { type FindingContext, displayValue, formatAmount } from './message-values.ts';
import { dataMessagesEn } from './messages-en.ts';
import { dataMessagesEs } from './messages-es.ts';
import { dataMessages } from './all-messages.ts';

const rules: DataRules = {
  period: { from: '2019-02-03', to: '2021-11-30' },
  regions: [
    { name: 'Ohio', code: 'OH', counts: false },
    { name: 'Oregon', code: 'OR', counts: true },
    { name: 'Texas', code: 'TX', counts: true },
  ],
  drugs: [{ ndc: '00012-0345-67', digits: '00012034567', label: 'Sample capsules, 10 mg, bottle of 30' }],
  drugNames: [{ label: 'Sample capsules', spellings: ['sample'] }],
  tables: {
    purchases: purchaseColumns.map((key) => ({
      key,
      header: `Header ${key} (net)`,
      spellings: [],
      from: 'everyone',
      length: 30,
    })),
    membership: membershipColumns.map((key) => ({
      key,
      header: `Header ${key}`,
      spellings: [],
      from: 'everyone',
      length: 12,
    })),
  },
};
const table = { kind: 'purchases', headers: [], sample: [], columns: [], rows: 1 } as const;
const inText: FindingContext = { rules, table };
const inSheet: FindingContext = { rules, table: { ...table, sheet: 'Data' } };
const finding = (code: FindingCode, more: Partial<Finding> = {}): Finding => ({
  code,
  severity: severityOf[code],
  table: 0,
  line: 7,
  ...more,
});

describe.each([
  ['English', dataMessagesEn],
  ['Spanish', dataMessagesEs],
])('in %s', (_name, words) => {
  const columnsOf: readonly (Finding['column'] | undefined)[] = [undefined, ...purchaseColumns, ...membershipColumns];
  const places = [inText, inSheet, { ...inText, table: { ...table, kind: 'membership' as const } }];
  const sentencesOf = (code: FindingCode) =>
    places.flatMap((place) =>
      columnsOf.flatMap((column) =>
        [{}, { value: 'abc', detail: '12.5000' }, { value: '', detail: 8 }].flatMap((more) => {
          const one = finding(code, { ...more, ...(column && { column }) });
          return [words.explain(one, place), words.fix(one, place)];
        }),
      ),
    );

  test.each(findingCodes)(
    '%s has an explanation and a fix in whole sentences of at most 25 words in every context',
    (code) => {
      expect(words.titles[code]).toMatch(/^\p{Lu}[^.]+[^.:]$/u);
      for (const sentence of new Set(sentencesOf(code))) {
        expect(sentence).toMatch(/^[\p{Lu}¿“].*\.$/su);
        expect(sentence).not.toMatch(/undefined|null|NaN|\$\{|“”| {2}/);
        const lengths = sentence.split(/(?<=[.?!])\s/).map((one) => one.split(' ').length);
        expect(Math.max(...lengths), sentence).toBeLessThanOrEqual(25);
      }
    },
  );

  test('each kind of finding has its own title', () => {
    expect(new Set(Object.values(words.titles)).size).toBe(findingCodes.length);
  });

  test('examples and limits are those of the rules', () => {
    const date = finding('date-outside-period', { column: 'date', value: '01/02/2018' });
    expect(words.explain(date, inText)).toMatch(/“01\/02\/2018”.*3.*2019.*30.*2021/);
    expect(words.fix(finding('date-unreadable', { column: 'date' }), inText)).toContain('02/03/2019');
    expect(words.fix(finding('ndc-ambiguous', { column: 'drug' }), inText)).toMatch(/00012034567.*00012-0345-67/);
    expect(words.fix(finding('state-unknown', { column: 'state' }), inText)).toMatch(/Oregon.*OR/);
    expect(words.explain(finding('state-outside-class', { value: 'OH', detail: 'Ohio' }), inText)).toMatch(
      /Ohio .*\b2\b/,
    );
    expect(words.fix(finding('value-too-long', { column: 'payor' }), inText)).toContain('30');
    expect(words.explain(finding('year-outside-period', { value: '2022' }), inText)).toMatch(/2019.*2021/);
  });

  test('names a missing column by the template’s header', () => {
    expect(words.fix(finding('column-missing', { column: 'amount' }), inText)).toContain('“Header amount”');
  });

  test('says how a value was read', () => {
    expect(words.explain(finding('date-day-first', { value: '13/02/2020', detail: '2020-02-13' }), inText)).toContain(
      '02/13/2020',
    );
    expect(words.explain(finding('amount-rounded', { value: '1.23456', detail: '1.2346' }), inText)).toContain(
      '$1.2346',
    );
    expect(words.explain(finding('ndc-completed', { value: '12034567', detail: '00012034567' }), inText)).toContain(
      '00012034567',
    );
  });

  test('says how dates and numbers were read, and why', () => {
    const reasons = ['chosen', 'proven', 'other-table', 'mixed', 'undecided'] as const;
    const sentences = reasons.flatMap((why) => [
      ...dateOrders.map((order) => words.dates({ order, why, shown: 596, open: 353 })),
      ...([...decimalMarks, 'unknown'] as const).map((mark) => words.decimals({ mark, why, shown: 1, open: 3 })),
    ]);
    expect(new Set(sentences).size).toBe(reasons.length * 5);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*\. (\p{Lu}|\d).*\.$/u);
    expect(words.dates({ order: 'day-first', why: 'proven', shown: 596, open: 353 })).toContain('596');
    const open = finding('number-ambiguous', { column: 'amount', value: '118,402' });
    expect(words.explain(open, inText)).toMatch(/“118,402”.*\$118,402\.00.*\$118\.402/);
    const members = finding('number-ambiguous', { column: 'members', value: '1.250' });
    expect(words.explain(members, inText)).toMatch(/“1\.250”.*1,250.*1\.25\b/);
  });

  test('notes need no action', () => {
    const notes = findingCodes.filter((code) => severityOf[code] === 'note');
    for (const code of notes) expect(words.fix(finding(code), inText)).toMatch(/^(No action needed|No tiene que)/);
  });

  test('removes control characters and truncates long values', () => {
    const sentence = words.explain(finding('date-unreadable', { value: `\u001b[31m${'x'.repeat(90)}\u202e` }), inText);
    expect(sentence).not.toMatch(/[\u001b\u202e]|x{60}/);
    expect(sentence).toContain('…”');
  });

  test('says what to do about every unreadable file, and names every format', () => {
    expect(Object.keys(words.unreadable)).toEqual([...unreadableReasons]);
    for (const reason of unreadableReasons) expect(words.unreadable[reason].split('. ').length).toBeGreaterThan(1);
    const formats = [
      words.format({ kind: 'workbook' }),
      words.format({ kind: 'delimited', delimiter: '|', encoding: 'windows-1252' }),
      words.format({ kind: 'fixed-width', encoding: 'utf-16be' }),
    ];
    expect(formats[1]).toMatch(/, Windows-1252$/);
    expect(formats[2]).toMatch(/, UTF-16$/);
  });
});

test('text has lines and a sheet has rows', () => {
  const twin = finding('duplicate', { detail: 12 });
  expect(dataMessagesEn.explain(twin, inText)).toBe('This row repeats line 12.');
  expect(dataMessagesEn.explain(twin, inSheet)).toBe('This row repeats row 12.');
  expect(dataMessagesEs.explain(twin, inSheet)).toBe('Esta fila repite la fila 12.');
});

test('describes the review of a claim with sums to the cent', () => {
  const differs = { code: 'amount-differs', claimed: '412500.75', data: '400000.0000' } as const;
  expect(dataMessagesEn.review(differs)).toContain(
    'You claim $412,500.75, and the rows that count come to $400,000.00.',
  );
  expect(dataMessagesEs.review(differs)).toContain('$412,500.75, y las filas que cuentan suman $400,000.00.');
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const lacking = { code: 'members-without-membership', names, count: 31 } as const;
  expect(dataMessagesEn.review(lacking)).toContain('“A”, “B”, “C”, “D”, “E” and 26 others.');
  expect(dataMessagesEs.review(lacking)).toContain('“A”, “B”, “C”, “D”, “E” y 26 más.');
  expect(dataMessagesEn.review({ code: 'plans-missing', rows: 1 })).toMatch(/^1 row does not name/);
  expect(dataMessagesEn.review({ code: 'plans-missing', rows: 12_345 })).toMatch(/^12,345 rows do not name/);
});

test.each([
  ['0.0000', '$0.00'],
  ['-1234.5000', '-$1,234.50'],
  ['1234567.8901', '$1,234,567.8901'],
  ['99999999999.9990', '$99,999,999,999.999'],
  ['300000', '$300,000.00'],
])('formats the amount %s as %s', (amount, shown) => {
  expect(formatAmount(amount)).toBe(shown);
});

test('truncates values between characters', () => {
  expect(displayValue('💊'.repeat(50))).toBe(`${'💊'.repeat(39)}…`);
});

test('counts have a singular and a plural', () => {
  expect([1, 2, 1_000].map(dataMessagesEn.severities.error)).toEqual(['1 error', '2 errors', '1,000 errors']);
  expect([1, 2].map(dataMessagesEs.severities.warning)).toEqual(['1 advertencia', '2 advertencias']);
  const dayFirst = [1, 2].map((detail) => dataMessagesEs.explain(finding('dates-day-first', { detail }), inText));
  expect(dayFirst[0]).toMatch(/porque 1 dato no se puede leer de otra manera\.$/);
  expect(dayFirst[1]).toMatch(/porque 2 datos no se pueden leer de otra manera\.$/);
});

test('every message is translated', () => {
  expect(dataMessages.en).toBe(dataMessagesEn);
  expect(dataMessages.es).toBe(dataMessagesEs);
  const place = inText;
  for (const code of findingCodes) {
    expect(dataMessagesEs.titles[code]).not.toBe(dataMessagesEn.titles[code]);
    expect(dataMessagesEs.explain(finding(code), place)).not.toBe(dataMessagesEn.explain(finding(code), place));
    expect(dataMessagesEs.fix(finding(code), place)).not.toBe(dataMessagesEn.fix(finding(code), place));
    expect(dataMessagesEs.explain(finding(code), place)).not.toMatch(/\b(tú|tu|tus|te|puedes|debes|tienes)\b|["«»]/i);
  }
});
