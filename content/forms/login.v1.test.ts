import { checkForm } from '@redress/forms/check-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { loginV1 } from './login.v1.ts';

// Every message below is copied from section 5 of the specification; its spelling is kept.
const required = 'This field is required';
const under9 = 'This field must be at least 9 digits';
const over9 = 'This field must not be at greater 9 digits';
const digits = 'This field accepts only numerical digits 0-9';
const under8 = 'This field must be at least 8 characters';
const over8 = 'This field must not be at greater 8 characters';
const characters = 'This field accepts only numerical digits 0-9 and characters A-Z';

const valid = { noticeId: '100000001', uniqueId: 'DEMO0001' };

function errorsOf(raw: Readonly<Record<string, unknown>>) {
  const parsed = parseAnswers(loginV1, raw, {});
  return parsed.ok ? [] : parsed.errors.map(({ field, message }) => [field, message]);
}

describe('the login form', () => {
  test('is a sound definition', () => {
    expect(checkForm(loginV1)).toEqual([]);
  });

  test.each([
    ['', [required]],
    ['  ', [required]],
    ['12345678', [under9]],
    ['1234567890', [over9]],
    ['12345678a', [digits]],
    ['12345-678', [digits]],
    ['1234 5678', [digits]],
    ['١٢٣٤٥٦٧٨٩', [digits]],
    ['12a', [under9, digits]],
    ['1234567890a', [over9, digits]],
    ['12345678\u0000', [digits]],
  ])('refuses the Notice ID %j', (noticeId, messages) => {
    expect(errorsOf({ ...valid, noticeId })).toEqual(messages.map((message) => ['noticeId', message]));
  });

  test.each([
    ['', [required]],
    ['DEMO001', [under8]],
    ['DEMO00001', [over8]],
    ['DEMO-001', [characters]],
    ['DEMO 001', [characters]],
    ['DÉMO0001', [characters]],
    ['D!', [under8, characters]],
    ['DEMO-00001', [over8, characters]],
    // Upper case of these letters would be plain letters: STRASSE, FI.
    ['STRAßE01', [characters]],
    ['ABCDEFﬁ', [under8, characters]],
    ['ABCDEFGı', [characters]],
  ])('refuses the Unique ID %j', (uniqueId, messages) => {
    expect(errorsOf({ ...valid, uniqueId })).toEqual(messages.map((message) => ['uniqueId', message]));
  });

  test('takes a Unique ID in small letters and with spaces around, and keeps it in capitals', () => {
    const parsed = parseAnswers(loginV1, { noticeId: ' 100000001 ', uniqueId: ' demo0001 ' }, {});
    expect(parsed).toEqual({ ok: true, answers: valid });
  });

  test('says everything that is wrong with both IDs at once, the Notice ID first', () => {
    expect(errorsOf({ uniqueId: 'D!', noticeId: '12a' })).toEqual([
      ['noticeId', under9],
      ['noticeId', digits],
      ['uniqueId', under8],
      ['uniqueId', characters],
    ]);
  });
});
