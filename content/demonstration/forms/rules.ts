import type { Rule } from '@redress/forms/definition';

/**
 * Rules that several fields share, with the specification’s messages to the letter. Other
 * settlements use those of `content/shared/forms/rules.ts`.
 */
export const required = { rule: 'required', message: 'This field is required' } as const satisfies Rule;

export const length = (min: number, max: number) =>
  [
    { rule: 'min', than: min, message: `This field must be at least ${min} characters` },
    { rule: 'max', than: max, message: `This field must not be at greater ${max} characters` },
  ] as const satisfies readonly Rule[];

/**
 * Letters of any language, so that people can write their names. The misspelling is the
 * specification’s.
 */
export const textPattern = {
  rule: 'pattern',
  pattern: String.raw`[\p{L}\p{M}0-9 .\[\]/#&'()\-]*`,
  message:
    'Only use letters, numbers, periods, spaces, hyphens, brackets, ampersands, apostophes, parentheses slash(/), pound sign(#).',
} as const satisfies Rule;

export const zip = {
  rule: 'pattern',
  pattern: String.raw`\d{5}(-\d{4})?`,
  message: 'US zip Code with format 99999 or 99999-9999 alone are accepted',
} as const satisfies Rule;

export const phone = [
  { rule: 'min', than: 10, message: 'This field must be at least 10 digits' },
  { rule: 'max', than: 10, message: 'This field must not be at greater 10 digits' },
  { rule: 'pattern', pattern: String.raw`\d*`, message: 'Only use numbers' },
] as const satisfies readonly Rule[];

/** The definition of a valid email address in the HTML Living Standard. */
export const email = [
  { rule: 'max', than: 255, message: 'This field must not be at greater 255 characters' },
  {
    rule: 'pattern',
    pattern: String.raw`[a-zA-Z0-9.!#$%&'*+/=?^_\x60{\|}~\-]+@[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)*`,
    message: 'This is not a valid email address',
  },
] as const satisfies readonly Rule[];

export const amount = [
  { rule: 'max', than: 15, message: 'Field cannot be more than 15 digits' },
  {
    rule: 'pattern',
    pattern: String.raw`\d+(\.\d{1,4})?`,
    message: 'Only use numbers with optional period (.) and up to 4 digits past decimal',
  },
] as const satisfies readonly Rule[];

export const count = [
  { rule: 'max', than: 15, message: 'Field cannot be more than 15 digits' },
  { rule: 'pattern', pattern: String.raw`\d*`, message: 'Only use numbers' },
] as const satisfies readonly Rule[];

/** Limits of uploads on every form; data files have their own size limit. */
export const uploadLimits = { maxFiles: 20, maxBytes: 25 * 1024 * 1024 } as const;
