import { claimForm } from '@redress/contract/fixtures/sample-settlement';
import type { ClaimForm, Item } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { describe, expect, test } from 'vitest';
import { captchaError, inFormOrder, missingCaptcha, readClaimRequest } from './claim-request.ts';

const captcha: Item = {
  kind: 'captcha',
  name: 'robotCheck',
  label: 'I am not a robot',
  rules: [{ rule: 'required', message: 'Tick the box' }],
};
const name: Item = { kind: 'text', name: 'name', label: 'Name', rules: [] };
const formWith = (...items: readonly Item[]) => claimForm({ sections: [{ title: 'A', items }] });

describe('a form whose captcha field has a different name', () => {
  const form = formWith(name, captcha);

  test('reads the solution under that name, not as an answer', () => {
    const request = readClaimRequest([form], { name: 'Ada', robotCheck: 'solved' });
    expect(request).toMatchObject({ answers: { name: 'Ada' }, captchaToken: 'solved', errors: [] });
  });

  test('reports a missing captcha when the solution has another name', () => {
    const request = readClaimRequest([form], { name: 'Ada', googleRecaptchaToken: 'solved' });
    expect(request.captchaToken).toBeUndefined();
    expect(missingCaptcha(form, request.captchaToken)).toEqual([
      { field: 'robotCheck', rule: 'required', message: 'Tick the box' },
    ]);
    expect(captchaError(form, 'captcha', 'Again').field).toBe('robotCheck');
  });
});

test('a form without a captcha ignores a solution, and requires none', () => {
  const form = formWith(name);
  const request = readClaimRequest([form], { name: 'Ada', googleRecaptchaToken: 'solved' });
  expect(request).toMatchObject({ answers: { name: 'Ada' }, errors: [] });
  expect(missingCaptcha(form, request.captchaToken)).toEqual([]);
});

test('errors are in the order of the visible form, where a hidden section has some of its fields, too', () => {
  const required = [{ rule: 'required', message: 'Required' }] as const;
  const field = (of: string): Item => ({ kind: 'text', name: of, label: of, rules: required });
  const kind: Item = { kind: 'choice', name: 'filer', label: 'I am', options: ['Plan', 'Agent'], rules: required };
  const form: ClaimForm = {
    ...formWith(),
    sections: [
      { title: 'Who', items: [kind] },
      { title: 'Plan', shownWhen: { field: 'filer', is: 'Plan' }, items: [field('plan'), field('city')] },
      { title: 'Agent', shownWhen: { field: 'filer', is: 'Agent' }, items: [field('agent'), field('city')] },
      { title: 'End', items: [captcha] },
    ],
  };
  const evaluation = evaluateForm(form, { filer: 'Agent' }, {});
  const ofForm = { field: '', rule: 'type', message: '' };
  const errors = [...missingCaptcha(form, ''), { ...ofForm, field: 'unheardOf' }, ...evaluation.errors, ofForm];
  expect(inFormOrder(evaluation, errors).map((error) => error.field)).toEqual([
    '',
    'agent',
    'city',
    'robotCheck',
    'unheardOf',
  ]);
});
