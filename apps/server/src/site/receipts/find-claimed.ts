import { findForm } from '@redress/contract/settlement';
import { type Field, isField } from '@redress/forms/definition';
import type { SiteContext } from '../context.ts';
import { type Claimant, isClaimant } from './match-claimant.ts';

/** Compared with when there is no such claim, so that the work is the same. */
const nobody: Claimant = { people: ['No Body'], companies: ['No Company'], zip: '00000-0000' };

/** Finds the form of a claim by its number together with its last name or ZIP code, as typed. */
export async function findClaimed(
  { database, settlement }: Pick<SiteContext, 'database' | 'settlement'>,
  claimNumber: string,
  typed: string,
): Promise<{ readonly formId: string } | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['form_id', 'form_version', 'zip', 'answers'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  const form = claim && findForm(settlement, claim.form_id, claim.form_version);
  const fields = form?.sections.flatMap(({ items }) => items.filter(isField)) ?? [];
  const answered = (token: string) =>
    fields.filter((field) => autocompleteOf(field) === token).flatMap(({ name }) => textOf(claim?.answers?.[name]));
  const claimant = claim && { people: answered('name'), companies: answered('organization'), zip: claim.zip };
  const isMatch = isClaimant(typed, claimant ?? nobody);
  return claim && isMatch ? { formId: claim.form_id } : undefined;
}

const autocompleteOf = (field: Field) => ('autocomplete' in field ? field.autocomplete : undefined);
const textOf = (answer: unknown): string[] => (typeof answer === 'string' && answer !== '' ? [answer] : []);
