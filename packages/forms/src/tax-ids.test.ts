import { expect, test } from 'vitest';
import { splitTaxIds } from './tax-ids.ts';
import { checkbox, formOf, plans, text, typed } from '../fixtures/sample-forms.ts';

const form = formOf(text('company'), checkbox('sure'), typed('taxId', 'tin'), plans);

test('splits tax IDs from the answers, each with its path', () => {
  const answers = {
    company: 'Example',
    sure: true,
    tin: '123456789',
    plans: [{ name: 'A', fein: '111111111' }, { name: 'B' }, { name: 'C', fein: '333333333' }],
  };
  expect(splitTaxIds(form, answers)).toEqual({
    open: { company: 'Example', sure: true, plans: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] },
    taxIds: [
      { path: 'tin', digits: '123456789' },
      { path: 'plans.0.fein', digits: '111111111' },
      { path: 'plans.2.fein', digits: '333333333' },
    ],
  });
});

test('leaves the same digits in other fields, and does not change its input', () => {
  const answers = Object.freeze({ company: '123456789', plans: Object.freeze([Object.freeze({ name: '111111111' })]) });
  expect(splitTaxIds(form, answers)).toEqual({ open: answers, taxIds: [] });
});

test('keeps a row that has only a tax ID', () => {
  expect(splitTaxIds(form, { plans: [{ fein: '111111111' }, { name: 'B' }] })).toEqual({
    open: { plans: [{}, { name: 'B' }] },
    taxIds: [{ path: 'plans.0.fein', digits: '111111111' }],
  });
});

test('keeps an answer whose name is a property of every object', () => {
  const answers: unknown = JSON.parse('{"constructor":"x"}');
  expect(typeof answers === 'object' && answers !== null && splitTaxIds(form, { ...answers })).toEqual({
    open: { constructor: 'x' },
    taxIds: [],
  });
});

test('splits off the whole text of a field that may contain tax IDs', () => {
  const named = formOf({ ...text('otherNames'), kind: 'text', mayHoldTaxIds: true });
  expect(splitTaxIds(named, { otherNames: 'Example Fund, 12-3456789' })).toEqual({
    open: {},
    taxIds: [{ path: 'otherNames', digits: 'Example Fund, 12-3456789' }],
  });
});
