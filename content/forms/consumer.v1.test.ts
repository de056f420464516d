import { checkForm } from '@redress/forms/check-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { summarize } from '@redress/forms/summarize';
import { describe, expect, test } from 'vitest';
import { consumerV1 } from './consumer.v1.ts';

// Every message below is copied from section 5 of the specification, not from the code; its spelling is kept.
const required = 'This field is required';
const atLeast2 = 'This field must be at least 2 characters';
const over50 = 'This field must not be at greater 50 characters';
const over40 = 'This field must not be at greater 40 characters';
const text =
  'Only use letters, numbers, periods, spaces, hyphens, brackets, ampersands, apostophes, parentheses slash(/), pound sign(#).';
const zip = 'US zip Code with format 99999 or 99999-9999 alone are accepted';
const phoneUnder10 = 'This field must be at least 10 digits';
const phoneOver10 = 'This field must not be at greater 10 digits';
const onlyNumbers = 'Only use numbers';
const over255 = 'This field must not be at greater 255 characters';
const email = 'This is not a valid email address';
const over15 = 'Field cannot be more than 15 digits';
const amount = 'Only use numbers with optional period (.) and up to 4 digits past decimal';

const complete = {
  name1: 'Jane Doe',
  street1: '12 Main St. #4',
  city: 'Phoenix',
  state: 'Arizona',
  zip: '85001',
  classMemberConfirmation: true,
  repealerStateTotalAmountPaid: '1250.50',
  totalNumOfPrescriptions: '24',
  insuranceQuestion: 'Yes',
  signature: 'Jane Doe',
};

function parse(changes: Readonly<Record<string, unknown>>) {
  return parseAnswers(consumerV1, { ...complete, ...changes }, { noticeId: '100000001' });
}

/** What a claim says that is complete but for one field; every error must be of that field. */
function messages(field: string, value: unknown): string[] {
  const parsed = parse({ [field]: value });
  if (parsed.ok) return [];
  expect(parsed.errors.map((error) => error.field)).toEqual(parsed.errors.map(() => field));
  return parsed.errors.map((error) => error.message);
}

const requiredText = [
  ['', [required]],
  ['   ', [required]],
  ['J', [atLeast2]],
  ['_', [atLeast2, text]],
  ['x'.repeat(51), [over50]],
  ['*'.repeat(51), [over50, text]],
  ['Jane_Doe', [text]],
  ['Jane, Doe', [text]],
  ['Jane\nDoe', [text]],
  ['Jane\u0000Doe', [text]],
  ['Jane \uD800 Doe', [text]],
  ['Jane 😀', [text]],
] as const;
const optionalText = requiredText.filter(([value]) => value.trim() !== '');

const refused: Readonly<Record<string, readonly (readonly [value: string, messages: readonly string[]])[]>> = {
  name1: requiredText,
  name2: optionalText,
  street1: requiredText,
  city: [
    ['', [required]],
    ['P', [atLeast2]],
    ['x'.repeat(41), [over40]],
    ['%'.repeat(41), [over40, text]],
    ['%', [atLeast2, text]],
    ['Phoenix; Mesa', [text]],
  ],
  state: [
    ['', [required]],
    ['  ', [required]],
  ],
  zip: [
    ['', [required]],
    ['8500', [zip]],
    ['850011', [zip]],
    ['85001-', [zip]],
    ['85001-12', [zip]],
    ['85001 1234', [zip]],
    ['850011234', [zip]],
    ['ABCDE', [zip]],
    ['٨٥٠٠١', [zip]],
  ],
  phone1: [
    ['602555010', [phoneUnder10]],
    ['60255501000', [phoneOver10]],
    ['602555010x', [onlyNumbers]],
    ['555-CALL', [phoneUnder10, onlyNumbers]],
    ['602 555 0100 ext 5', [phoneOver10, onlyNumbers]],
    ['+44 20 7946 0000', [phoneOver10, onlyNumbers]],
    ['1 602 555 0100', [phoneOver10]],
  ],
  email: [
    ['jane', [email]],
    ['jane@', [email]],
    ['@example.com', [email]],
    ['jane doe@example.com', [email]],
    ['jane@example..com', [email]],
    ['jane@-example.com', [email]],
    ['jane@example.com, joe@example.com', [email]],
    [`${'x'.repeat(244)}@example.com`, [over255]],
    ['x'.repeat(256), [over255, email]],
  ],
  repealerStateTotalAmountPaid: [
    ['', [required]],
    ['1234567890123456', [over15]],
    ['12.34567', [amount]],
    ['1,250', [amount]],
    ['$1250', [amount]],
    ['5.', [amount]],
    ['-5', [amount]],
    ['1e3', [amount]],
    ['1.2.3', [amount]],
    ['about two hundred', [over15, amount]],
  ],
  totalNumOfPrescriptions: [
    ['', [required]],
    ['1234567890123456', [over15]],
    ['2.5', [onlyNumbers]],
    ['-2', [onlyNumbers]],
    ['two', [onlyNumbers]],
    ['about two hundred', [over15, onlyNumbers]],
  ],
  insuranceQuestion: [['', [required]]],
  signature: requiredText,
};

const taken: Readonly<Record<string, readonly string[]>> = {
  name1: [
    'Jo',
    'x'.repeat(50),
    'é'.repeat(50),
    "José Núñez-O'Brien",
    'Łukasz Żółć',
    '李小龍',
    'A & B [Trust] (2) #1/2. -',
  ],
  name2: ['', '   ', 'Jo', 'x'.repeat(50)],
  street1: ['12', 'x'.repeat(50), 'P.O. Box 99 #3/4'],
  city: ['Ho', 'x'.repeat(40)],
  state: ['Arizona', 'Wyoming', 'District of Columbia', 'Puerto Rico', 'Armed Forces Pacific (AP)'],
  zip: ['85001', '85001-1234', '00000'],
  phone1: [
    '',
    '6025550100',
    '602 555-0100',
    '(602) 555-0100',
    '602.555.0100',
    '+1 602 555 0100',
    '+16025550100',
    '(+1) 602 555-0100',
  ],
  email: ['', 'jane.doe+claims@mail.example.com', 'x_1-2@EXAMPLE.com', `${'x'.repeat(243)}@example.com`],
  repealerStateTotalAmountPaid: ['0', '5', '5.1', '5.12', '5.123', '5.1234', '123456789012345', '1234567890.1234'],
  totalNumOfPrescriptions: ['0', '24', '123456789012345'],
  insuranceQuestion: ['Yes', 'No'],
  signature: ['Jo', 'x'.repeat(50)],
};

describe('the consumer form refuses, with the messages of the specification in their order', () => {
  for (const [field, rows] of Object.entries(refused)) {
    test.each(rows)(`${field}: %j`, (value, expected) => {
      expect(messages(field, value)).toEqual(expected);
    });
  }
});

describe('the consumer form takes', () => {
  for (const [field, values] of Object.entries(taken)) {
    test.each(values)(`${field}: %j`, (value) => {
      expect(messages(field, value)).toEqual([]);
    });
  }
});

describe('the consumer form', () => {
  test('is a sound definition', () => {
    expect(checkForm(consumerV1)).toEqual([]);
  });

  test('says of an empty claim that each required field is required, in document order', () => {
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

  test('takes a box that is not ticked: the confirmation has no required rule', () => {
    const { classMemberConfirmation: _, ...others } = complete;
    expect(parseAnswers(consumerV1, others, {})).toMatchObject({
      ok: true,
      answers: { classMemberConfirmation: false },
    });
    expect(parse({ classMemberConfirmation: false })).toMatchObject({ ok: true });
  });

  test('leaves fields that were left empty out of the answers', () => {
    const parsed = parse({ name2: ' ', phone1: '', email: null });
    expect(parsed).toEqual({ ok: true, answers: complete });
  });

  test('keeps answers trimmed, composed and without a mask', () => {
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

  test('has a captcha that is required, and does not count its token as an answer', () => {
    const captcha = consumerV1.sections
      .flatMap((section) => [...section.items])
      .find((item) => item.kind === 'captcha');
    expect(captcha).toMatchObject({ name: 'googleRecaptchaToken', rules: [{ rule: 'required', message: required }] });
    const parsed = parse({ googleRecaptchaToken: 'token' });
    expect(parsed.ok ? [] : parsed.errors).toMatchObject([{ field: 'googleRecaptchaToken', rule: 'unknown' }]);
  });

  test('is titled, lettered and named as the specification has it', () => {
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

  test('summarizes a claim as a person reads it', () => {
    const rows = summarize(consumerV1, { ...complete, phone1: '6025550100' }).flatMap((section) => section.rows);
    const values = Object.fromEntries(rows.map((row) => [row.name, row.value]));
    expect(values).toEqual({
      ...complete,
      name2: '',
      email: '',
      phone1: '602 555-0100',
      classMemberConfirmation: 'Yes',
      repealerStateTotalAmountPaid: '$1,250.50',
    });
  });
});
