import { isField } from '@redress/forms/definition';
import { sql } from 'kysely';
import { emailTo, readRecipients } from '../../claims/letters/recipients.ts';
import type { ExportContext } from './export-list.ts';

export const currentColumns = ['current-address', 'current-email'] as const;
export type CurrentContacts = Readonly<Record<(typeof currentColumns)[number], string | null>>;

/**
 * Where letters about these claims go now, by claim ID: corrections count, and so do addresses that
 * came after the filing. The other columns of the export stay as filed.
 */
export async function describeCurrentContacts(
  { database, settlement, now }: ExportContext,
  rows: readonly { readonly claim_id: string }[],
): Promise<Map<string, CurrentContacts>> {
  // Without rows of answers: an agent's claim lists thousands of class members.
  const names = settlement.claimForms.flatMap(({ sections }) =>
    sections.flatMap(({ items }) => items.filter(isField).flatMap(({ kind, name }) => (kind === 'rows' ? [] : [name]))),
  );
  const { rows: claims } = await sql<Parameters<typeof readRecipients>[2][number]>`
    select id, form_id, form_version, notice_id, case_id, name, coalesce((
      select jsonb_object_agg(field, answers -> field)
      from unnest(${[...new Set(names)]}::text[]) as field where answers ? field
    ), '{}') as answers
    from claims where id = any(${rows.map((row) => row.claim_id)}::bigint[])`.execute(database);
  const recipients = await readRecipients(database, settlement, claims, now());
  return new Map(
    [...recipients].map(([id, recipient]) => [
      id,
      { 'current-address': recipient.address?.join('; ') ?? null, 'current-email': emailTo(recipient) },
    ]),
  );
}
