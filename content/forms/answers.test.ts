import type { Answers } from '@redress/forms/answers';
import { parseAnswers } from '@redress/forms/parse-answers';
import { expect, expectTypeOf, test } from 'vitest';
import type { states } from '../lists/states.ts';
import { consumerV1 } from './consumer.v1.ts';
import type { loginV1 } from './login.v1.ts';

/** One object type instead of an intersection, so that two types can be compared. */
type Flat<T> = { [K in keyof T]: T[K] };
type ConsumerAnswers = Flat<Answers<typeof consumerV1>>;

// These are checked by the compiler (`tsc -b content`); at run time there is nothing to see.
test('a consumer claim has the type that its definition says', () => {
  expectTypeOf<ConsumerAnswers>().toEqualTypeOf<{
    name1: string;
    street1: string;
    city: string;
    state: (typeof states)[number];
    zip: string;
    classMemberConfirmation: boolean;
    repealerStateTotalAmountPaid: string;
    totalNumOfPrescriptions: string;
    insuranceQuestion: 'Yes' | 'No';
    signature: string;
    name2?: string;
    phone1?: string;
    email?: string;
  }>();
});

test('neither the captcha nor the documents are answers', () => {
  expectTypeOf<ConsumerAnswers>().not.toHaveProperty('googleRecaptchaToken');
  expectTypeOf<ConsumerAnswers>().not.toHaveProperty('files');
});

test('a login has both IDs', () => {
  expectTypeOf<Flat<Answers<typeof loginV1>>>().toEqualTypeOf<{ noticeId: string; uniqueId: string }>();
});

test('parsing gives the type of the very form', () => {
  const parsed = parseAnswers(consumerV1, {}, {});
  expect(parsed.ok).toBe(false);
  if (parsed.ok) expectTypeOf(parsed.answers.insuranceQuestion).toEqualTypeOf<'Yes' | 'No'>();
});
