import type { Match, SearchAnswer } from '@redress/contract/console/search';

/** Explains why a claim or a class member was found. */
export const matchNames: Readonly<Record<Match, string>> = {
  number: 'Claim number',
  'notice-id': 'Notice ID',
  'letter-id': 'Letter ID',
  'tax-id': 'Tax ID',
  'tax-id-end': 'Last four digits of a tax ID',
  phone: 'Phone',
  email: 'Email',
  zip: 'ZIP',
  name: 'Name',
  'other-name': 'Another name on the claim',
  'similar-name': 'Similar name',
};

export const hints: Readonly<Record<NonNullable<SearchAnswer['hint']>, string>> = {
  'too-short': 'Type at least two letters or digits.',
  'add-zip': 'There are more matches than shown. Add a ZIP code, a first name, or the last four digits of a tax ID.',
  'add-name': 'There are more matches than shown. Add a name.',
};
