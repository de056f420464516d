// The columns of payors' data, for the filing template and the check of data files. `length` is the
// longest value; it must not change once the template is published.
import type { DataRules } from '@redress/datafiles/rules';
import { membershipSpellings, purchaseSpellings } from '../../shared/lists/column-spellings.ts';

/** The template's sheet of instructions. */
export const instructionsSheet = 'Instructions';

const plan = {
  name: { key: 'planName', header: 'Plan or Group Name', from: 'agents', length: 50 },
  fein: { key: 'planFein', header: 'Plan or Group FEIN', from: 'agents', length: 10 },
} as const;

export const dataColumns: DataRules['tables'] = {
  // One row for each purchase.
  purchases: [
    { key: 'payor', header: 'Payor Name', from: 'everyone', length: 50, spellings: purchaseSpellings.payor },
    { key: 'drug', header: 'NDC or Drug Name', from: 'everyone', length: 50, spellings: purchaseSpellings.drug },
    { key: 'date', header: 'Purchase Date', from: 'everyone', length: 10, spellings: purchaseSpellings.date },
    {
      key: 'stateOfPurchase',
      header: 'State of Purchase',
      from: 'everyone',
      length: 30,
      spellings: purchaseSpellings.stateOfPurchase,
    },
    {
      key: 'stateOfInsured',
      header: 'State of Insured',
      from: 'everyone',
      length: 30,
      spellings: purchaseSpellings.stateOfInsured,
    },
    { key: 'amount', header: 'Amount Paid', from: 'everyone', length: 20, spellings: purchaseSpellings.amount },
    { ...plan.name, spellings: purchaseSpellings.planName },
    { ...plan.fein, spellings: purchaseSpellings.planFein },
  ],
  // One row for each state and year.
  membership: [
    { key: 'payor', header: 'Payor Name', from: 'everyone', length: 50, spellings: membershipSpellings.payor },
    { key: 'year', header: 'Year', from: 'everyone', length: 4, spellings: membershipSpellings.year },
    { key: 'state', header: 'State', from: 'everyone', length: 30, spellings: membershipSpellings.state },
    { key: 'members', header: 'Members', from: 'everyone', length: 12, spellings: membershipSpellings.members },
    { ...plan.name, spellings: membershipSpellings.planName },
    { ...plan.fein, spellings: membershipSpellings.planFein },
  ],
};
