import { type ColumnKey, type ColumnRules, normalizeSpelling } from '@redress/datafiles/rules';
import { createHeaderReader } from '@redress/datafiles/check/headers';
import { describe, expect, test } from 'vitest';
import { dataRules } from './data-rules.ts';
import { type DataColumn, membershipColumns, purchaseColumns } from './lists/tpp-data-columns.ts';
import { settlement } from './settlement.ts';

const rules = dataRules['tpp'];
if (!rules) throw new Error('There are no rules for the data of third-party payors.');

describe.each<[string, readonly ColumnRules[], Readonly<Record<string, DataColumn>>]>([
  ['purchases', rules.tables.purchases, purchaseColumns],
  ['membership', rules.tables.membership, membershipColumns],
])('the columns of %s', (_name, columns, template) => {
  const named = columns.flatMap(({ key, header, spellings }) =>
    [header, ...spellings].map((words): readonly [string, ColumnKey] => [normalizeSpelling(words), key]),
  );

  test('are the template’s, in its order', () => {
    expect(columns.map(({ key }) => key)).toEqual(Object.keys(template));
    expect(columns.map(({ header, from, length }) => ({ header, from, length }))).toEqual(
      Object.values(template).map(({ header, from, length }) => ({ header, from, length })),
    );
  });

  test('are distinct: no header means two of them', () => {
    const meanings = new Map<string, Set<ColumnKey>>();
    for (const [words, key] of named) meanings.set(words, (meanings.get(words) ?? new Set()).add(key));
    expect([...meanings].filter(([, keys]) => keys.size > 1)).toEqual([]);
  });

  test('have each spelling once, and no empty one', () => {
    const words = named.map(([one]) => one);
    expect(words.filter((one, index) => words.indexOf(one) !== index)).toEqual([]);
    expect(words).not.toContain('');
  });
});

test.each([
  ['purchases', 'NDC', 'drug'],
  ['purchases', 'ndc_number', 'drug'],
  ['purchases', 'NDC11', 'drug'],
  ['purchases', 'National Drug Code', 'drug'],
  ['purchases', 'Drug Name', 'drug'],
  ['purchases', 'FILL_DATE', 'date'],
  ['purchases', 'Date Filled', 'date'],
  ['purchases', 'DOS', 'date'],
  ['purchases', 'Date of Service', 'date'],
  ['purchases', 'Purchase State', 'stateOfPurchase'],
  ['purchases', 'Pharmacy State', 'stateOfPurchase'],
  ['purchases', 'State', 'stateOfPurchase'],
  ['purchases', 'Member State', 'stateOfInsured'],
  ['purchases', 'Subscriber State', 'stateOfInsured'],
  ['purchases', 'Patient State', 'stateOfInsured'],
  ['purchases', 'Amt Paid', 'amount'],
  ['purchases', 'Plan Paid', 'amount'],
  ['purchases', 'Net Paid', 'amount'],
  ['purchases', 'Payer', 'payor'],
  ['purchases', 'Health Plan', 'payor'],
  ['purchases', 'Plan Name', 'planName'],
  ['purchases', 'Group Name', 'planName'],
  ['purchases', 'Tax ID', 'planFein'],
  ['purchases', 'EIN', 'planFein'],
  ['membership', 'Covered Lives', 'members'],
  ['membership', 'Member Count', 'members'],
  ['membership', 'Enrollment', 'members'],
  ['membership', 'State', 'state'],
  ['membership', 'Member State', 'state'],
  ['membership', 'Calendar Year', 'year'],
] as const)('above %s, %s means %s', (kind, words, key) => {
  const found = rules.tables[kind].filter(({ header, spellings }) =>
    [header, ...spellings].some((one) => normalizeSpelling(one) === normalizeSpelling(words)),
  );
  expect(found.map((column) => column.key)).toEqual([key]);
});

test.each([
  ['Drug NDC', 'Drug Name'],
  ['Product Service ID', 'Product Name'],
  ['NDC Number', 'Drug'],
  ['Fill Date', 'Date'],
  ['Date of Service', 'Rx Date'],
  ['Date Dispensed', 'Prescription Date'],
  ['Pharmacy State', 'State'],
  ['Plan Paid', 'Amount'],
  ['Net Paid', 'Total Paid'],
  ['Group Name', 'Group'],
  ['Client Name', 'Group'],
  ['Carrier Name', 'Carrier'],
])('where purchases have both, %s is taken and not %s', (taken, left) => {
  const { fitKind } = createHeaderReader(rules);
  for (const row of [
    [taken, left],
    [left, taken],
  ]) {
    const { columns, repeated } = fitKind(row, 'purchases');
    expect([...columns.values()]).toEqual([row.indexOf(taken)]);
    expect(repeated.map(({ index }) => index)).toEqual([row.indexOf(left)]);
  }
});

test.each(['Copay', 'Member Paid', 'Patient Pay Amount', 'Billed Amount', 'Allowed Amount', 'Ingredient Cost'])(
  '%s is not mistaken for the amount that the payor paid',
  (words) => {
    const all = rules.tables.purchases.flatMap(({ header, spellings }) => [header, ...spellings]);
    expect(all.map(normalizeSpelling)).not.toContain(normalizeSpelling(words));
  },
);

test('all states are listed with their postal codes, and only those of the class count', () => {
  expect(rules.regions).toHaveLength(59);
  expect(rules.regions.filter(({ counts }) => counts)).toHaveLength(21);
  expect(new Set(rules.regions.map(({ code }) => code)).size).toBe(59);
  expect(rules.regions.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true);
  const codes = Object.fromEntries(rules.regions.map(({ name, code }) => [name, code]));
  // Codes that people mix up.
  expect(codes).toMatchObject({
    Alaska: 'AK',
    Arizona: 'AZ',
    Maine: 'ME',
    Michigan: 'MI',
    Minnesota: 'MN',
    Mississippi: 'MS',
    Missouri: 'MO',
    Nevada: 'NV',
    'Northern Mariana Islands': 'MP',
  });
});

test('the class period is that of the specification', () => {
  expect(rules.period).toEqual({ from: '2008-06-14', to: '2011-05-31' });
});

test('every listed package has its code in 11 digits and its own name', () => {
  expect(rules.drugs).toHaveLength(21);
  expect(rules.drugs.filter(({ ndc, digits }) => digits !== ndc.replaceAll('-', ''))).toEqual([]);
  expect(new Set(rules.drugs.map(({ label }) => label)).size).toBe(rules.drugs.length);
  expect(rules.drugs).toContainEqual({
    ndc: '99999-0833-21',
    digits: '99999083321',
    label: 'Brand drug, extended-release capsules, 75 mg, bottle of 30',
  });
});

test('a drug name means one drug, with its strength if it states one', () => {
  const meant = (words: string) =>
    rules.drugNames
      .filter(({ spellings }) => spellings.some((one) => normalizeSpelling(one) === normalizeSpelling(words)))
      .map((one) => one.label);
  expect(meant('BRAND DRUG')).toEqual(['Brand drug, extended-release capsules']);
  expect(meant('generic')).toEqual(['AB-rated generic, extended-release capsules']);
  expect(meant('Brand drug ER 37.5mg')).toEqual(['Brand drug, extended-release capsules, 37.5 mg']);
  expect(meant('Generic 150 mg caps')).toEqual(['AB-rated generic, extended-release capsules, 150 mg']);
  expect(meant('aspirin')).toEqual([]);
  for (const { label } of rules.drugNames) expect(meant(label)).toEqual([label]);
  const names = rules.drugNames.flatMap(({ spellings }) => spellings.map(normalizeSpelling));
  expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);
});

test('rules are plain data, which survives JSON', () => {
  expect(JSON.parse(JSON.stringify(settlement.dataRules))).toEqual(dataRules);
});
