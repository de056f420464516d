// The drugs that count. Replace these invented ones with the list of the settlement agreement.
import type { DrugName, ListedDrug } from '@redress/datafiles/rules';

export const drugs: readonly ListedDrug[] = [
  { ndc: '99998-0101-30', digits: '99998010130', label: 'Example drug, 10 mg, bottle of 30' },
  { ndc: '99998-0102-30', digits: '99998010230', label: 'Example drug, 20 mg, bottle of 30' },
];

/** Names that payors may write in place of a code. Case and punctuation do not matter. */
export const drugNames: readonly DrugName[] = [
  { label: 'Example drug', spellings: ['Example drug', 'Example drug 10 mg', 'Example drug 20 mg'] },
];
