import type { Sheet } from '@redress/contract/published-documents';
import { expect, test } from 'vitest';
import { workbooks } from './workbooks.ts';

function sheetsOf(id: string): readonly Sheet[] {
  const source = workbooks.find((workbook) => workbook.id === id)?.source;
  return source?.kind === 'workbook' ? source.sheets : [];
}
const [data, membership, instructions] = sheetsOf('tpp-filing-template');
const checkOf = (sheet: Sheet | undefined, header: string) =>
  sheet?.columns.find((column) => column.header === header)?.check;
const choicesOf = (sheet: Sheet | undefined, header: string) => {
  const check = checkOf(sheet, header);
  return check?.kind === 'choices' ? check.choices : [];
};

test('the filing template has data, membership and instructions, in this order', () => {
  expect([data, membership, instructions].map((sheet) => sheet?.name)).toEqual(['Data', 'Membership', 'Instructions']);
});

test('the filing template opens on its instructions, while its data comes first', () => {
  const source = workbooks.find(({ id }) => id === 'tpp-filing-template')?.source;
  expect(source).toMatchObject({ opensOn: instructions?.name });
});

test('drop-downs offer the 21 class states for the purchase, and all 59 states and territories for the insured', () => {
  expect(choicesOf(data, 'State of Purchase')).toHaveLength(21);
  expect(choicesOf(data, 'State of Purchase')).not.toContain('Ohio');
  expect(choicesOf(data, 'State of Insured')).toHaveLength(59);
  expect(choicesOf(membership, 'State')).toHaveLength(59);
});

test('purchases must be in the class period, and membership in its years', () => {
  expect(checkOf(data, 'Fill or Purchase Date')).toMatchObject({ kind: 'days', from: '2008-06-14', to: '2011-05-31' });
  expect(choicesOf(membership, 'Year')).toEqual(['2008', '2009', '2010', '2011']);
});

test('drug codes and FEINs are text, which keeps zeros and hyphens', () => {
  const texts = data?.columns.filter(({ format }) => format === 'text').map(({ header }) => header);
  expect(texts).toEqual(expect.arrayContaining(['NDC or Drug Name', 'Plan or Group FEIN']));
});

test('the instructions explain every column, in order, and print where each begins and how long it is', () => {
  const explained = instructions?.rows?.map(([sheet, , name]) => [sheet, name]);
  expect(explained).toEqual([
    ...(data?.columns ?? []).map(({ header }) => ['Data', header]),
    ...(membership?.columns ?? []).map(({ header }) => ['Membership', header]),
  ]);
  expect(instructions?.rows?.[2]?.slice(-2)).toEqual([101, 10]);
  const text = JSON.stringify(instructions?.intro);
  for (const fact of ['300,000 dollars', 'July 17, 2025', '1-800-555-0142', 'P.O. Box 99900', 'net of co-pays'])
    expect(text).toContain(fact);
});

test('the drug-code list gives each code with hyphens and in 11 digits, as text, first the columns that identify it', () => {
  const [codes] = sheetsOf('drug-codes');
  expect(codes?.columns.slice(0, 2).map(({ format }) => format)).toEqual(['text', 'text']);
  expect(codes?.rows?.map((row) => row.slice(0, 2))).toContainEqual(['99999-0833-21', '99999083321']);
});
