import { facts } from '../facts.ts';
import { individualV1 } from '../forms/individual.v1.ts';
import { tppV2 } from '../forms/tpp.v2.ts';
import type { ClaimDraft } from './claim-parts.ts';
import { emailOf } from './invent-people.ts';
import { placeNames, familyNames, givenNames } from './names.ts';
import { inventTaxId } from './payor-claims.ts';
import type { Random } from './random.ts';

/** All from one building, numbered. */
const address = { street: '1400 Gooseberry Place', city: 'Wilmington', state: 'Delaware', zip: '19801' };
const secondsApart = [4, 19] as const;

/**
 * Claims of a machine: within minutes, from one address, with one amount, without a notice. Some
 * fill in the field that people cannot see.
 */
export function campaignClaims(
  random: Random,
  { individuals, payors, begunAt }: { readonly individuals: number; readonly payors: number; readonly begunAt: Date },
): ClaimDraft[] {
  let at = begunAt.getTime();
  return Array.from({ length: individuals + payors }, (_, index): ClaimDraft => {
    at += random.integer(...secondsApart) * 1_000 + random.integer(0, 999);
    const [given, family] = [random.pick(givenNames), random.pick(familyNames)];
    const unit = String(index + 1);
    const filed = { filedAt: new Date(at), language: 'en', documentsToFollow: 0, uploads: [] } as const;
    const { street, ...place } = address;
    if (index >= individuals)
      return {
        ...filed,
        formId: tppV2.id,
        withoutScript: false,
        answers: {
          optSectionRadio: 'Company',
          // People cannot see this field.
          website: 'https://quickcash.example.com',
          healthPlanCompanyName: `${random.pick(placeNames)} Benefits LLC`,
          contactName: `${given} ${family}`,
          street1: street,
          street2: `Suite ${unit}`,
          ...place,
          phone1: `30255501${String(random.integer(0, 3)).padStart(2, '0')}`,
          emailAddress: `claims${unit}@quickcash.example.com`,
          tin: inventTaxId(random),
          companyHealthType: 'Self-insured employee health or pharmacy benefit plan',
          repealerStateTotalAmountPaid: '299999.00',
          classMemberConfirmation: true,
          signature: `${given} ${family}`,
        },
      };
    return {
      ...filed,
      formId: individualV1.id,
      withoutScript: true,
      answers: {
        name1: `${given} ${family}`,
        street1: `${street} Apt. ${unit}`,
        ...place,
        phone1: `30255501${String(random.integer(0, 3)).padStart(2, '0')}`,
        email: emailOf(random, given, family, 90_000 + index).replace(/@.*/, '@quickcash.example.com'),
        excludedAcknowledgement: true,
        outOfpocketExpensePaid: facts.savingsClub.outOfPocketRanges[3],
        signature: `${given} ${family}`,
      },
    };
  });
}
