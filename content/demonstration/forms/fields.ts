import type { SelectField, TypedField } from '@redress/forms/definition';
import { states } from '../../shared/lists/states.ts';
import { length, required, textPattern, zip as zipRule } from './rules.ts';

/** Fields that several forms share, with the specification’s messages. */
export const representative = {
  kind: 'text',
  name: 'name2',
  label: 'Agent or legal representative',
  hint: 'Only if someone files for the person above.',
  autocomplete: 'off',
  rules: [...length(2, 50), textPattern],
} as const satisfies TypedField;

export const street = {
  kind: 'text',
  name: 'street1',
  label: 'Street address',
  autocomplete: 'address-line1',
  rules: [required, ...length(2, 50), textPattern],
} as const satisfies TypedField;

export const city = {
  kind: 'text',
  name: 'city',
  label: 'City',
  autocomplete: 'address-level2',
  rules: [required, ...length(2, 40), textPattern],
} as const satisfies TypedField;

export const state = {
  kind: 'select',
  name: 'state',
  label: 'State',
  autocomplete: 'address-level1',
  options: states,
  rules: [required],
} as const satisfies SelectField;

export const zip = {
  kind: 'zip',
  name: 'zip',
  label: 'ZIP code',
  placeholder: 'Zip Code: (XXXXX or XXXXX-XXXX)',
  autocomplete: 'postal-code',
  rules: [required, zipRule],
} as const satisfies TypedField;

export const signature = {
  kind: 'signature',
  name: 'signature',
  label: 'Electronic signature',
  hint: 'Type your full name. It counts as your signature.',
  autocomplete: 'off',
  rules: [required, ...length(2, 50), textPattern],
} as const satisfies TypedField;
