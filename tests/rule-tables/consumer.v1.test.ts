import { parseAnswers } from '@redress/forms/parse-answers';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { summarize } from '@redress/forms/summarize';
import { describe, expect, test } from 'vitest';
import { consumerV1 } from '@redress/content/forms/consumer.v1';
import { consumerRules } from './consumer.ts';

const required = 'This field is required';
const complete = consumerRules.base;

function parse(changes: Readonly<Record<string, unknown>>) {
  return parseAnswers(consumerV1, { ...complete, ...changes }, { noticeId: '100000001' });
}

// Each rule is tested by rule-tables/rule-tables.test.ts.
describe('the consumer form', () => {
  test('lists each required field of an empty claim, in document order', () => {
    const parsed = parseAnswers(consumerV1, {}, {});
    expect(parsed.ok ? [] : parsed.errors).toEqual(
      [
        'name1',
        'street1',
        'city',
        'state',
        'zip',
        'repealerStateTotalAmountPaid',
        'totalNumOfPrescriptions',
        'insuranceQuestion',
        'signature',
      ].map((field) => ({ field, rule: 'required', message: required })),
    );
  });

  test('accepts an unticked box: the confirmation is not required', () => {
    const { classMemberConfirmation: _, ...others } = complete;
    expect(parseAnswers(consumerV1, others, {})).toMatchObject({
      ok: true,
      answers: { classMemberConfirmation: false },
    });
    expect(parse({ classMemberConfirmation: false })).toMatchObject({ ok: true });
  });

  test('omits empty fields from the answers', () => {
    const parsed = parse({ name2: ' ', phone1: '', email: null });
    expect(parsed).toEqual({ ok: true, answers: complete });
  });

  test('stores answers trimmed, composed and without a mask', () => {
    const parsed = parse({
      name1: '  Nu\u0301n\u0303ez O\u2019Brien ',
      phone1: '+1 (602) 555-0100',
      email: ' jane@example.com ',
    });
    expect(parsed).toMatchObject({
      ok: true,
      answers: { name1: "N\u00FA\u00F1ez O'Brien", phone1: '6025550100', email: 'jane@example.com' },
    });
  });

  test('refuses a choice that is not in its list, by name', () => {
    for (const [field, value] of [
      ['state', 'Ontario'],
      ['state', 'arizona'],
      ['insuranceQuestion', 'Maybe'],
      ['insuranceQuestion', 'toString'],
    ] as const) {
      const parsed = parse({ [field]: value });
      expect(parsed.ok ? [] : parsed.errors).toMatchObject([{ field, rule: 'option' }]);
    }
  });

  test('offers the 59 places of the states list', () => {
    const item = consumerV1.sections[0].items.find((field) => field.name === 'state');
    expect(item?.kind === 'select' ? item.options : []).toHaveLength(59);
  });

  test('has a required captcha, whose token is not an answer', () => {
    const captcha = consumerV1.sections
      .flatMap((section) => [...section.items])
      .find((item) => item.kind === 'captcha');
    expect(captcha).toMatchObject({ name: 'googleRecaptchaToken', rules: [{ rule: 'required', message: required }] });
    const parsed = parse({ googleRecaptchaToken: 'token' });
    expect(parsed.ok ? [] : parsed.errors).toMatchObject([{ field: 'googleRecaptchaToken', rule: 'unknown' }]);
  });

  test('has the section titles, section letters and field names of the specification', () => {
    expect(consumerV1).toMatchObject({
      title: 'CONSUMER CLAIM FORM',
      resource: 'ConsumerClaimants',
      referencePrefix: '11416REF',
    });
    expect(consumerV1.sections.map((section) => `${section.letter} ${section.title}`)).toEqual([
      'A Claimant Identification',
      'B Should I File a Claim Form?',
      'C Purchase Information',
      'D Claim Documentation and Disputes',
      'E Certification',
    ]);
    expect(consumerV1.sections[0].items.find((item) => item.name === 'zip')).toMatchObject({
      placeholder: 'Zip Code: (XXXXX or XXXXX-XXXX)',
    });
    expect(consumerV1).toMatchObject({ deadline: '2025-07-17', timeZone: 'America/New_York' });
  });

  test('summarizes a claim for readers', () => {
    const rows = summarize(consumerV1, evaluateForm(consumerV1, { ...complete, phone1: '6025550100' }, {})).flatMap(
      (section) => section.rows,
    );
    const values = Object.fromEntries(rows.map((row) => [row.name, row.value]));
    expect(values).toEqual({
      ...complete,
      name2: '',
      email: '',
      phone1: '602 555-0100',
      classMemberConfirmation: 'Confirmed',
      repealerStateTotalAmountPaid: '$1,250.50',
    });
  });
});
