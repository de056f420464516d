import type { Flag, FoundClaim, Match, SearchAnswer } from '@redress/contract/console/search';

export const statusNames: Readonly<Record<FoundClaim['status'], string>> = {
  received: 'Received',
  'waiting-documents': 'Waiting for documents',
  purged: 'Data deleted',
};

export const flagNames: Readonly<Record<Flag, string>> = {
  late: 'Late',
  duplicate: 'Notice ID used before',
  machine: 'Maybe a machine',
  'documents-missing': 'Documents missing',
  'data-errors': 'Errors in data',
  'no-script': 'Without script',
};

/** Why something was found. */
export const matchNames: Readonly<Record<Match, string>> = {
  number: 'Claim number',
  'notice-id': 'Notice ID',
  'tax-id': 'Tax ID',
  'tax-id-end': 'Last four digits of a tax ID',
  phone: 'Phone',
  email: 'E-mail',
  zip: 'ZIP',
  name: 'Name',
  'other-name': 'Another name on the claim',
  'similar-name': 'Similar name',
};

export const hints: Readonly<Record<NonNullable<SearchAnswer['hint']>, string>> = {
  'too-short': 'Type at least two letters or digits.',
  'add-zip': 'More match than are shown here. Add the ZIP code, a first name, or the last four digits of a tax ID.',
  'add-name': 'More match than are shown here. Add a name.',
};

/** `THIRD PARTY PAYOR CLAIM FORM` becomes `Third party payor`. */
export function shortenFormTitle(title: string): string {
  const short = title.replace(/\s*claim form$/i, '').toLowerCase();
  return short.charAt(0).toUpperCase() + short.slice(1);
}
