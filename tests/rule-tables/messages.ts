/**
 * Copied by hand from section 5 of the specification, not from the definitions, with its spelling.
 * `letter` belongs to the form language: the specification has no rule for it.
 */
export const messages = {
  required: 'This field is required',
  under2: 'This field must be at least 2 characters',
  over50: 'This field must not be at greater 50 characters',
  over40: 'This field must not be at greater 40 characters',
  text: 'Only use letters, numbers, periods, spaces, hyphens, brackets, ampersands, apostophes, parentheses slash(/), pound sign(#).',
  letter: 'Type at least one letter or number',
  zip: 'US zip Code with format 99999 or 99999-9999 alone are accepted',
  phoneUnder10: 'This field must be at least 10 digits',
  phoneOver10: 'This field must not be at greater 10 digits',
  onlyNumbers: 'Only use numbers',
  over255: 'This field must not be at greater 255 characters',
  email: 'This is not a valid email address',
  over15: 'Field cannot be more than 15 digits',
  amount: 'Only use numbers with optional period (.) and up to 4 digits past decimal',
  under9: 'This field must be at least 9 digits',
  over9: 'This field must not be at greater 9 digits',
  noticeIdDigits: 'This field accepts only numerical digits 0-9',
  under8: 'This field must be at least 8 characters',
  over8: 'This field must not be at greater 8 characters',
  uniqueIdCharacters: 'This field accepts only numerical digits 0-9 and characters A-Z',
  range: 'You must selected one of the options.',
  rowRequired: 'This Field is required',
  rowUnder2: 'Field must be at least 2 characters',
  rowOver50: 'Field cannot be more than 50 characters',
  rowUnder9: 'Field must be at least 9 characters',
  rowOver9: 'Field cannot be more than 9 characters',
} as const;
