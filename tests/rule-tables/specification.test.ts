import { consumerV1 } from '@redress/content/forms/consumer.v1';
import { individualV1 } from '@redress/content/forms/individual.v1';
import { tppV2 } from '@redress/content/forms/tpp.v2';
import type { ClaimForm } from '@redress/forms/definition';
import { documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { individualRules } from './individual.ts';
import type { RuleTable } from './rule-table.ts';
import { agentRules, companyRules } from './tpp.ts';

// Requirements of the specification's sections 5 and 9 besides rules, which rule-tables.test.ts
// tests.

test.each<[ClaimForm, object, readonly string[]]>([
  [
    consumerV1,
    {
      title: 'CONSUMER CLAIM FORM',
      resource: 'ConsumerClaimants',
      referencePrefix: '11416REF',
      deadline: '2025-07-17',
      login: 'required',
    },
    [
      'A Claimant Identification',
      'B Should I File a Claim Form?',
      'C Purchase Information',
      'D Claim Documentation and Disputes',
      'E Certification',
    ],
  ],
  [
    individualV1,
    {
      title: 'INDIVIDUAL CLAIM FORM',
      resource: 'IndividualClaimants',
      referencePrefix: '11416REF',
      deadline: '2025-04-17',
      login: 'none',
      caseId: 'savings-club',
    },
    [
      'A Claimant Identification',
      'B Eligibility Confirmation',
      'C Purchase Estimate',
      'D Document Upload',
      'E Certification and Signature',
    ],
  ],
  [
    tppV2,
    {
      title: 'THIRD PARTY PAYOR CLAIM FORM',
      resource: 'TppClaimants',
      referencePrefix: '11415REF',
      deadline: '2025-07-17',
      login: 'none',
    },
    [
      '- Who is filing?',
      'A Company or Health Plan',
      'B Authorized Agent',
      'C Purchase Information',
      'D Proof of Payment and Disputes',
      'E Certification',
    ],
  ],
])('form %# has the title, sections and letters of the specification', (form, facts, sections) => {
  expect(form).toMatchObject({ ...facts, timeZone: 'America/New_York' });
  expect(form.sections.map(({ letter = '-', title }) => `${letter} ${title}`)).toEqual(sections);
});

test('consumers and individuals have a required captcha, and payors a hidden field instead', () => {
  const itemsOf = (form: ClaimForm) => form.sections.flatMap(({ items }) => items);
  const required = [{ rule: 'required', message: 'This field is required' }];
  for (const form of [consumerV1, individualV1])
    expect(itemsOf(form)).toContainEqual(
      expect.objectContaining({ kind: 'captcha', name: 'googleRecaptchaToken', rules: required }),
    );
  const kinds = itemsOf(tppV2).map(({ kind }) => kind);
  expect([kinds.includes('captcha'), kinds.includes('honeypot')]).toEqual([false, true]);
});

test('the lists of the case are offered', () => {
  const options = (form: ClaimForm) =>
    Object.fromEntries(
      form.sections.flatMap(({ items }) =>
        items.flatMap((item) => ('options' in item ? [[item.name, item.options]] : [])),
      ),
    );
  const accepted = ({ rows }: RuleTable, name: string) =>
    rows.filter(({ field, messages }) => field === name && messages.length === 0).map(({ value }) => value);
  expect(options(tppV2)).toMatchObject({
    optSectionRadio: ['Company', 'Agent'],
    companyHealthType: accepted(companyRules, 'companyHealthType'),
    relationshipType: accepted(agentRules, 'relationshipType'),
  });
  for (const form of [consumerV1, individualV1, tppV2]) expect(options(form)['state']).toHaveLength(59);
});

describe('documents of individuals', () => {
  const noNotice = 'Documents are due, because you have given no Notice ID.';
  const large = 'Documents are due, because your estimate is 10,000 dollars or more.';

  test.each([
    ['100000001', '$1-$500', []],
    ['100000001', '$5,001-$9,999', []],
    ['100000001', '$10,000 or more', [large]],
    ['', '$1-$500', [noNotice]],
    ['', '$10,000 or more', [noNotice, large]],
  ])('with the Notice ID %j and an estimate of %s', (noticeId, outOfpocketExpensePaid, due) => {
    const answers = { ...individualRules.base, noticeId, outOfpocketExpensePaid };
    expect(documentsDue(evaluateForm(individualV1, answers, {}), {}).map(({ message }) => message)).toEqual(due);
    // A claim is accepted whether or not documents are due.
    expect(parseAnswers(individualV1, answers, {})).toMatchObject({ ok: true });
  });
});
