import { documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { summarize } from '@redress/forms/summarize';
import { describe, expect, test } from 'vitest';
import { individualV1 } from '@redress/content/forms/individual.v1';
import { individualRules } from './individual.ts';

// Each rule is tested by rule-tables/rule-tables.test.ts.
const required = 'This field is required';
const complete = individualRules.base;

function parse(raw: Readonly<Record<string, unknown>>) {
  return parseAnswers(individualV1, raw, {});
}

describe('the individual form', () => {
  test('has the section titles, section letters and field names of the specification', () => {
    expect(individualV1).toMatchObject({
      title: 'INDIVIDUAL CLAIM FORM',
      resource: 'IndividualClaimants',
      referencePrefix: '11416REF',
      deadline: '2025-04-17',
      timeZone: 'America/New_York',
      login: 'none',
      caseId: 'savings-club',
    });
    expect(individualV1.sections.map((section) => `${section.letter} ${section.title}`)).toEqual([
      'A Claimant Identification',
      'B Eligibility Confirmation',
      'C Purchase Estimate',
      'D Document Upload',
      'E Certification and Signature',
    ]);
  });

  test('lists what an empty claim requires, in document order', () => {
    const parsed = parse({});
    expect(parsed.ok ? [] : parsed.errors.map(({ field, message }) => [field, message])).toEqual([
      ['name1', required],
      ['street1', required],
      ['city', required],
      ['state', required],
      ['zip', required],
      ['email', required],
      ['excludedAcknowledgement', required],
      ['outOfpocketExpensePaid', 'You must selected one of the options.'],
      ['signature', required],
    ]);
  });

  test('accepts only the five ranges', () => {
    for (const outOfpocketExpensePaid of ['$1 - $500', '1-500', '$10,000', 'toString']) {
      const parsed = parse({ ...complete, outOfpocketExpensePaid });
      expect(parsed.ok ? [] : parsed.errors).toMatchObject([{ field: 'outOfpocketExpensePaid', rule: 'option' }]);
    }
  });

  test('omits empty fields from the answers', () => {
    const { noticeId: _, ...without } = complete;
    const parsed = parse({ ...without, noticeId: '', name2: ' ', phone1: '', agentSignature: null });
    expect(parsed).toEqual({ ok: true, answers: without });
  });

  test('has a required captcha, whose token is not an answer', () => {
    const captcha = individualV1.sections
      .flatMap((section) => [...section.items])
      .find((item) => item.kind === 'captcha');
    expect(captcha).toMatchObject({ name: 'googleRecaptchaToken', rules: [{ rule: 'required', message: required }] });
    const parsed = parse({ ...complete, googleRecaptchaToken: 'token' });
    expect(parsed.ok ? [] : parsed.errors).toMatchObject([{ field: 'googleRecaptchaToken', rule: 'unknown' }]);
  });

  test('summarizes a claim for readers, with the phone number as 000 000-0000', () => {
    const rows = summarize(individualV1, evaluateForm(individualV1, { ...complete, phone1: '6025550100' }, {})).flatMap(
      (section) => section.rows,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.value]))).toEqual({
      ...complete,
      name2: '',
      phone1: '602 555-0100',
      excludedAcknowledgement: 'Confirmed',
      agentSignature: '',
    });
  });
});

describe('documents (specification, section 9)', () => {
  const noNotice = 'Documents are due, because you have given no Notice ID.';
  const large = 'Documents are due, because your estimate is 10,000 dollars or more.';

  test.each([
    ['100000001', '$1-$500', []],
    ['100000001', '$501-$1,000', []],
    ['100000001', '$1,001-$5,000', []],
    ['100000001', '$5,001-$9,999', []],
    ['100000001', '$10,000 or more', [large]],
    ['', '$1-$500', [noNotice]],
    ['', '$5,001-$9,999', [noNotice]],
    ['', '$10,000 or more', [noNotice, large]],
  ])('with the Notice ID %j and an estimate of %s', (noticeId, outOfpocketExpensePaid, due) => {
    const answers = { ...complete, noticeId, outOfpocketExpensePaid };
    expect(documentsDue(evaluateForm(individualV1, answers, {}), {}).map(({ message }) => message)).toEqual(due);
    // A claim is accepted whether or not documents are due.
    expect(parse(answers)).toMatchObject({ ok: true });
  });
});
