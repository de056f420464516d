import { messages as m } from './messages.ts';

/** Hangul fillers, a blank Braille cell, joiners, a variation selector, blank hieroglyphs. */
const invisible = [
  '\u3164\u3164',
  '\u115F\u1160',
  '\uFFA0\uFFA0',
  '\u2800\u2800',
  '\u034F\u034F',
  '\u200D\uFE0F',
  '\u{13441}\u{13442}',
];

type Case = readonly [value: string | boolean, messages: readonly string[]];
/**
 * One value for each message, for a field that shares its rule with another one, which has them all.
 */
export const brief = (cases: readonly Case[]): readonly Case[] =>
  cases.filter(([, messages], index) => index === cases.findIndex(([, others]) => others.join() === messages.join()));
/** The same for values that are accepted. */
export const few = (values: readonly string[]): readonly string[] => values.slice(0, 2);

/**
 * Rules that several fields of the specification's section 5 share: values with the messages that
 * refuse them.
 */
export const requiredText = [
  ['', [m.required]],
  ['   ', [m.required]],
  ['J', [m.under2]],
  ['_', [m.under2, m.text]],
  ['x'.repeat(51), [m.over50]],
  ['*'.repeat(51), [m.over50, m.text]],
  ['Jane_Doe', [m.text]],
  ['Jane, Doe', [m.text]],
  ['Jane\nDoe', [m.text]],
  ['Jane\u0000Doe', [m.text]],
  ['Jane \uD800 Doe', [m.text]],
  ['Jane 😀', [m.text]],
  ...invisible.map((value) => [value, [m.required]] as const),
  ['..', [m.letter]],
  ['-- (#)', [m.letter]],
  ['\u3164.\u3164.', [m.letter]],
] as const;
const optionalCases = requiredText.filter(([, [message]]) => message !== m.required);
/** In optional fields, a dash may mean that there is nothing to say. */
export const optionalText = optionalCases.filter(([, [message]]) => message !== m.letter);
/** An optional signature still needs a letter. */
export const optionalSignature = optionalCases;

export const city = [
  ['', [m.required]],
  ['P', [m.under2]],
  ['x'.repeat(41), [m.over40]],
  ['%'.repeat(41), [m.over40, m.text]],
  ['%', [m.under2, m.text]],
  ['Phoenix; Mesa', [m.text]],
  ['\u3164\u3164', [m.required]],
  ['..', [m.letter]],
] as const;

export const option = [
  ['', [m.required]],
  ['  ', [m.required]],
] as const;

export const zip = [
  ['', [m.required]],
  ['8500', [m.zip]],
  ['850011', [m.zip]],
  ['85001-', [m.zip]],
  ['85001-12', [m.zip]],
  ['85001 1234', [m.zip]],
  ['850011234', [m.zip]],
  ['ABCDE', [m.zip]],
  ['٨٥٠٠١', [m.zip]],
] as const;

export const phone = [
  ['602555010', [m.phoneUnder10]],
  ['60255501000', [m.phoneOver10]],
  ['602555010x', [m.onlyNumbers]],
  ['555-CALL', [m.phoneUnder10, m.onlyNumbers]],
  ['602 555 0100 ext 5', [m.phoneOver10, m.onlyNumbers]],
  ['+44 20 7946 0000', [m.phoneOver10, m.onlyNumbers]],
  ['2 602 555 0100', [m.phoneOver10]],
] as const;

/**
 * The specification asks for an "email pattern" without giving one, so browsers' pattern applies.
 */
export const email = [
  ['jane', [m.email]],
  ['jane@', [m.email]],
  ['@example.com', [m.email]],
  ['jane doe@example.com', [m.email]],
  ['jane@example..com', [m.email]],
  ['jane@-example.com', [m.email]],
  ['jane@example.com, joe@example.com', [m.email]],
  [`${'x'.repeat(244)}@example.com`, [m.over255]],
  ['x'.repeat(256), [m.over255, m.email]],
] as const;

export const amount = [
  ['', [m.required]],
  ['1234567890123456', [m.over15]],
  ['12.34567', [m.amount]],
  ['1,250', [m.amount]],
  ['$1250', [m.amount]],
  ['5.', [m.amount]],
  ['-5', [m.amount]],
  ['1e3', [m.amount]],
  ['1.2.3', [m.amount]],
  ['about two hundred', [m.over15, m.amount]],
] as const;

/** Nine digits, with messages for each field. */
export const nineDigits = (own: Readonly<Record<'required' | 'under' | 'over' | 'digits', string>>) =>
  [
    ['', [own.required]],
    ['  ', [own.required]],
    ['12345678', [own.under]],
    ['1234567890', [own.over]],
    ['12345678a', [own.digits]],
    ['12345-678', [own.digits]],
    ['1234 5678', [own.digits]],
    ['12-3456789', [own.over, own.digits]],
    ['١٢٣٤٥٦٧٨٩', [own.digits]],
    ['12a', [own.under, own.digits]],
    ['1234567890a', [own.over, own.digits]],
    ['12345678\u0000', [own.digits]],
  ] as const;

/** The values that such fields accept. */
export const taken = {
  requiredText: [
    'Jo',
    'x'.repeat(50),
    'é'.repeat(50),
    "José Núñez-O'Brien",
    'Łukasz Żółć',
    '李小龍',
    'A & B [Trust] (2) #1/2. -',
    // Pasted with invisible characters and other hyphens, and a Persian name spelled with a joiner.
    '\u202AJane\u00A0Mary\u2011Ann\u200B Doe\u202C',
    'علی\u200Cرضا',
  ],
  optionalText: ['', '   ', 'Jo', 'x'.repeat(50), '--', ...invisible],
  optionalSignature: ['', '   ', 'Jo', '李小', '7 7', ...invisible],
  street: ['12', 'x'.repeat(50), 'P.O. Box 99 #3/4'],
  city: ['Ho', 'x'.repeat(40)],
  state: ['Arizona', 'Wyoming', 'District of Columbia', 'Puerto Rico', 'Armed Forces Pacific (AP)'],
  zip: ['85001', '85001-1234', '00000', '\u200E85001\u20111234'],
  phone: [
    '6025550100',
    '602 555-0100',
    '(602) 555-0100',
    '602.555.0100',
    '+1 602 555 0100',
    '+16025550100',
    '(+1) 602 555-0100',
    '1-602-555-0100',
    '\u202A(602)\u00A0555\u20110100\u202C',
  ],
  email: [
    '',
    'jane.doe+claims@mail.example.com',
    'x_1-2@EXAMPLE.com',
    'jane\u200B@example\u2011mail.com',
    `${'x'.repeat(243)}@example.com`,
  ],
  amount: ['0', '5', '5.1', '5.12', '5.123', '5.1234', '\uFEFF5.12', '123456789012345', '1234567890.1234'],
} as const;
