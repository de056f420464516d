import type { Answers } from '@redress/forms/answers';
import { parseAnswers } from '@redress/forms/parse-answers';
import { expect, expectTypeOf, test } from 'vitest';
import type { companyHealthTypes } from '../lists/company-health-types.ts';
import type { relationshipTypes } from '../lists/relationship-types.ts';
import type { states } from '../../shared/lists/states.ts';
import { consumerV1 } from './consumer.v1.ts';
import type { individualV1 } from './individual.v1.ts';
import type { tppV2 } from './tpp.v2.ts';

/** One object type instead of an intersection, so that two types can be compared. */
type Flat<T> = { [K in keyof T]: T[K] };
type ConsumerAnswers = Flat<Answers<typeof consumerV1>>;
type TppAnswers = Flat<Answers<typeof tppV2>>;
type IndividualAnswers = Flat<Answers<typeof individualV1>>;

// The compiler checks these (`tsc -b content`); at run time they do nothing.
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

test('in a third-party payor’s claim, only the answers that everyone must give are certain to exist', () => {
  expectTypeOf<TppAnswers>().toEqualTypeOf<{
    optSectionRadio: 'Company' | 'Agent';
    repealerStateTotalAmountPaid: string;
    classMemberConfirmation: boolean;
    signature: string;
    filerType?: string;
    healthPlanCompanyName?: string;
    contactName?: string;
    street1?: string;
    street2?: string;
    city?: string;
    state?: (typeof states)[number];
    zip?: string;
    phone1?: string;
    emailAddress?: string;
    tin?: string;
    otherNames?: string;
    companyHealthType?: (typeof companyHealthTypes)[number];
    otherCompanyHealthType?: string;
    relationshipType?: (typeof relationshipTypes)[number];
    otherRelationshipType?: string;
    agentsCompanyName?: string;
    agentsTin?: string;
    classMembers?: readonly { readonly classMemberName: string; readonly classMemberFEIN: string }[];
    positionTitle?: string;
  }>();
});

test('the captcha, the documents and the honeypot are not answers', () => {
  expectTypeOf<ConsumerAnswers>().not.toHaveProperty('googleRecaptchaToken');
  expectTypeOf<ConsumerAnswers>().not.toHaveProperty('files');
  expectTypeOf<IndividualAnswers>().not.toHaveProperty('googleRecaptchaToken');
  expectTypeOf<IndividualAnswers>().not.toHaveProperty('files');
  expectTypeOf<TppAnswers>().not.toHaveProperty('website');
});

test('parsing returns the type of the parsed form', () => {
  const parsed = parseAnswers(consumerV1, {}, {});
  expect(parsed.ok).toBe(false);
  if (parsed.ok) expectTypeOf(parsed.answers.insuranceQuestion).toEqualTypeOf<'Yes' | 'No'>();
});
