import { expect, test } from 'vitest';
import type { ChoiceField, TypedField } from './definition.ts';
import { formatAnswer, maskTaxId } from './format-answer.ts';
import { formatPhone } from './format-phone.ts';

const base = { name: 'field', label: 'Field', rules: [] };
const taxId: TypedField = { ...base, kind: 'taxId' };
const options = ['Company', 'Agent'];

test('shows only the last four digits of a tax ID', () => {
  expect(formatAnswer(taxId, '123456789')).toBe('•••••6789');
  expect(formatAnswer(taxId, '000000000')).toBe('•••••0000');
  expect(formatAnswer(taxId, undefined)).toBe('');
  expect(maskTaxId('123456789')).toBe('•••••6789');
});

test('formats a choice as its label, if it has labels', () => {
  const plain: ChoiceField = { ...base, kind: 'choice', options };
  const labelled: ChoiceField = { ...plain, labels: ['Section A', 'Section B'] };
  expect(formatAnswer(labelled, 'Agent')).toBe('Section B');
  expect(formatAnswer(plain, 'Agent')).toBe('Agent');
  expect(formatAnswer(labelled, undefined)).toBe('');
});

test('formats only phone numbers of ten digits as 000 000-0000', () => {
  expect(formatPhone('6025550100')).toBe('602 555-0100');
  for (const other of ['', '602555010', '60255501000', '602555010x']) expect(formatPhone(other)).toBe(other);
});

test('masks tax IDs within text if the field may contain them', () => {
  const names: TypedField = { ...base, kind: 'text', mayHoldTaxIds: true };
  expect(formatAnswer(names, 'Example Fund 2010, 123456789')).toBe('Example Fund 2010, •••••6789');
  expect(formatAnswer(names, '12-3456789, Other Plan')).toBe('••••••6789, Other Plan');
  expect(formatAnswer(names, 'Plan 123-45-6789 / 12 3456789')).toBe('Plan •••••••6789 / ••••••6789');
});
