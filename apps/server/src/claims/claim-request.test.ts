import type { ClaimForm, Item } from '@redress/forms/definition';
import { describe, expect, test } from 'vitest';
import { captchaError, readClaimRequest, withCaptchaError } from './claim-request.ts';

const captcha: Item = {
  kind: 'captcha',
  name: 'robotCheck',
  label: 'I am not a robot',
  rules: [{ rule: 'required', message: 'Tick the box' }],
};
const name: Item = { kind: 'text', name: 'name', label: 'Name', rules: [] };
const formWith = (...items: readonly Item[]): ClaimForm => ({
  id: 'a',
  version: 1,
  title: 'A',
  caseId: 'c',
  resource: 'A',
  referencePrefix: 'A',
  deadline: '2031-01-01',
  timeZone: 'UTC',
  afterDeadline: 'close',
  login: 'none',
  maxBodyBytes: 1_000,
  sections: [{ title: 'A', items }],
});

describe('a form whose captcha field has a different name', () => {
  const form = formWith(name, captcha);

  test('reads the solution under that name, not as an answer', () => {
    const request = readClaimRequest([form], { name: 'Ada', robotCheck: 'solved' });
    expect(request).toMatchObject({ answers: { name: 'Ada' }, captchaToken: 'solved', errors: [] });
  });

  test('reports a missing captcha when the solution has another name', () => {
    const request = readClaimRequest([form], { name: 'Ada', googleRecaptchaToken: 'solved' });
    expect(request.captchaToken).toBeUndefined();
    expect(withCaptchaError(form, [], request.captchaToken)).toEqual([
      { field: 'robotCheck', rule: 'required', message: 'Tick the box' },
    ]);
    expect(captchaError(form, 'captcha', 'Again').field).toBe('robotCheck');
  });
});

test('a form without a captcha ignores a solution, and requires none', () => {
  const form = formWith(name);
  const request = readClaimRequest([form], { name: 'Ada', googleRecaptchaToken: 'solved' });
  expect(request).toMatchObject({ answers: { name: 'Ada' }, errors: [] });
  expect(withCaptchaError(form, [], request.captchaToken)).toEqual([]);
});
