import { expect, test } from 'vitest';
import { consumerV1 } from '@redress/content/forms/consumer.v1';
import { settlement } from '@redress/content/settlement';
import { tidyAnswer } from '@redress/forms/clean-typed-answers';
import { type ClaimForm, isField } from '@redress/forms/definition';
import { maskedAnswers } from './mailed-answers.ts';

const form: ClaimForm = consumerV1;
const nothing = { first_name: '', last_name: 'x'.repeat(60), street: '', city: '', state: '', zip: '' };

test.each([
  [{ last_name: '’Iolana' }, { name1: "'••••••" }],
  [{ last_name: 'Doe, Jr.' }, { name1: 'D•• J••' }],
  [
    { street: '1 – 3 Elm St', zip: '85001 1234' },
    { street1: '• - • E•• St', zip: '•••••-••••' },
  ],
  // Without its street, a ZIP code that shows nothing could be of another address.
  [{ street: '“Rose Cottage”', zip: '85001' }, undefined],
  [{ state: 'Ontario' }, undefined],
  [{}, undefined],
])('of the record %j, the offer is %j, which browsers leave as it is', (record, offered) => {
  const masked = maskedAnswers(settlement, 'brand-drug', { ...nothing, ...record });
  expect(masked).toEqual(offered);
  for (const field of form.sections.flatMap(({ items }) => items.filter(isField))) {
    const mask = masked?.[field.name] ?? '';
    expect(tidyAnswer(field, mask)).toBe(mask);
  }
});
