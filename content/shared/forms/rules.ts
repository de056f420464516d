import type { Rule } from '@redress/forms/definition';

// Rules that several fields share, with the messages that claimants see when they break one.

export const required = { rule: 'required', message: 'This field is required' } as const satisfies Rule;

/** The minimum and maximum characters of a text. */
export const length = (min: number, max: number) =>
  [
    { rule: 'min', than: min, message: `Type at least ${min} characters` },
    { rule: 'max', than: max, message: `Type ${max} characters or fewer` },
  ] as const satisfies readonly Rule[];

/** Letters of any language, so that people can write their names. */
export const textPattern = {
  rule: 'pattern',
  pattern: String.raw`[\p{L}\p{M}0-9 .\[\]/#&'()\-]*`,
  message: "Use only letters, numbers, spaces and the signs . - ' & / # ( ) [ ]",
} as const satisfies Rule;

export const digits = {
  rule: 'pattern',
  pattern: String.raw`\d*`,
  message: 'Type only digits',
} as const satisfies Rule;

export const lettersAndDigits = {
  rule: 'pattern',
  pattern: '[A-Za-z0-9]*',
  message: 'Type only letters from A to Z and digits',
} as const satisfies Rule;

/** The exact number of digits, for numbers such as an ID. */
export const digitsOfLength = (count: number) =>
  [
    { rule: 'min', than: count, message: `Type all ${count} digits` },
    { rule: 'max', than: count, message: `Type only ${count} digits` },
    digits,
  ] as const satisfies readonly Rule[];

export const zip = {
  rule: 'pattern',
  pattern: String.raw`\d{5}(-\d{4})?`,
  message: 'Type a US ZIP code, such as 12345 or 12345-6789',
} as const satisfies Rule;

export const phone = digitsOfLength(10);

/** The definition of a valid email address in the HTML Living Standard. */
export const email = [
  { rule: 'max', than: 255, message: 'Type 255 characters or fewer' },
  {
    rule: 'pattern',
    pattern: String.raw`[a-zA-Z0-9.!#$%&'*+/=?^_\x60{\|}~\-]+@[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)*`,
    message: 'Type an email address, such as name@example.com',
  },
] as const satisfies readonly Rule[];

/** Limits of uploads on every form; data files have their own size limit. */
export const uploadLimits = { maxFiles: 20, maxBytes: 25 * 1024 * 1024 } as const;
