import { expect, test } from 'vitest';
import { parseAnswers } from './parse-answers.ts';
import { formOf, typed, typedKinds } from '../fixtures/sample-forms.ts';

// A real form has this pattern of email addresses. The other pattern is the simplest of its kind.
const email = String.raw`[a-zA-Z0-9.+_\-]+@[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)*`;
const letters = String.raw`[\p{L}\p{M}0-9 .']*`;
const units = 'a 1 . 1. ( +1 a. @ a- \u0301 \u0301\u0316 \u2019 \u00A0 \uD83D 😀 \u0000 가 \u1100\u1161\u11A8'.split(
  ' ',
);

// An algorithm of quadratic time would exceed the time limit of a test.
test.each(typedKinds)('a field of kind %s rejects a hundred thousand characters', (kind) => {
  const pattern = { rule: 'pattern', pattern: kind === 'email' ? email : letters, message: 'Pattern' } as const;
  const form = formOf(typed(kind, 'field', { rule: 'max', than: 50, message: 'Long' }, pattern));
  for (const unit of [...units, ' ', ' a']) {
    const long = unit.repeat(150_000 / unit.length);
    expect(parseAnswers(form, { field: `a@${long}!` }, {}).ok, JSON.stringify(unit)).toBe(false);
    parseAnswers(form, { field: long }, {});
  }
});
