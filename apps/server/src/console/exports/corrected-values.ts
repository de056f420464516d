import { findForm } from '@redress/contract/settlement';
import { formatAnswer } from '@redress/forms/format-answer';
import { sql } from 'kysely';
import { correctableFieldsOf } from '../claim-details/correctable-fields.ts';
import { contactFieldsOf } from '../claim-details/describe-answers.ts';
import { applyCorrections, readCorrectionsOf } from '../../claims/corrections/corrections.ts';
import { searchColumnsOf } from '../../claims/filing/search-columns.ts';
import type { ExportContext } from './export-list.ts';

export const correctedColumns = ['corrected-amount', 'corrected-name', 'corrected-contact', 'corrections'] as const;
export type CorrectedValues = Readonly<Record<(typeof correctedColumns)[number], string | null>>;

/**
 * The staff's corrections of these claims, by claim ID: `City: Phoenix → Tucson`. The other columns
 * of the export stay as filed. Claims without corrections are not in the map.
 */
export async function describeCorrections(
  { database, settlement }: ExportContext,
  rows: readonly { readonly claim_id: string }[],
): Promise<Map<string, CorrectedValues>> {
  const claimIds = rows.map((row) => row.claim_id);
  const all = await readCorrectionsOf(database, claimIds);
  const claims = await database
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'answers', 'name', 'amount'])
    .where('id', '=', sql<string>`any(${[...all.keys()]}::bigint[])`)
    .execute();
  return new Map(
    claims.flatMap((claim) => {
      const corrections = all.get(claim.id);
      const form = findForm(settlement, claim.form_id, claim.form_version);
      if (!corrections || !form) return [];
      const fields = correctableFieldsOf(form);
      const contact = contactFieldsOf(form);
      const changes = Object.entries(corrections).map(([name, value]) => {
        const field = fields.get(name);
        const format = (answer: typeof value | undefined) =>
          (field ? formatAnswer(field, answer === '' ? undefined : answer) : '') || 'no answer';
        return { name, text: `${field?.label ?? name}: ${format(claim.answers[name])} → ${format(value)}` };
      });
      const { name, amount } = searchColumnsOf(form, applyCorrections(claim.answers, corrections), {});
      const ofContact = changes.filter((change) => contact.has(change.name));
      const values = {
        'corrected-amount': Number(amount) === Number(claim.amount) ? null : amount,
        'corrected-name': name === claim.name ? null : name,
        'corrected-contact': ofContact.map(({ text }) => text).join('; '),
        corrections: changes.map(({ text }) => text).join('; '),
      };
      return [[claim.id, values] as const];
    }),
  );
}
