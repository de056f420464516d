import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { loginV1 } from '@redress/content/forms/login.v1';

const valid = { noticeId: '100000001', uniqueId: 'DEMO0001' };

// Each rule is tested by rule-tables/rule-tables.test.ts.
describe('the login form', () => {
  test('accepts a Unique ID in lower case with surrounding spaces, and stores it in upper case', () => {
    const parsed = parseAnswers(loginV1, { noticeId: ' 100000001 ', uniqueId: ' demo0001 ' }, {});
    expect(parsed).toEqual({ ok: true, answers: valid });
  });

  test('reports all errors in both IDs at once, the Notice ID first', () => {
    const parsed = parseAnswers(loginV1, { uniqueId: 'D!', noticeId: '12a' }, {});
    expect(parsed.ok ? [] : parsed.errors.map(({ field, message }) => [field, message])).toEqual([
      ['noticeId', 'This field must be at least 9 digits'],
      ['noticeId', 'This field accepts only numerical digits 0-9'],
      ['uniqueId', 'This field must be at least 8 characters'],
      ['uniqueId', 'This field accepts only numerical digits 0-9 and characters A-Z'],
    ]);
  });
});
