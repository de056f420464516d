import { readReference } from '@redress/contract/receipt-request';
import type { Selectable } from 'kysely';
import type { AppContext } from '../context.ts';
import type { ClaimsTable } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';

export type FoundClaim = Omit<Selectable<ClaimsTable>, 'idempotency_key' | 'answers_hash'>;

const columns = [
  ...(['id', 'number', 'form_id', 'form_version', 'case_id', 'language', 'notice_id', 'filed_at', 'late'] as const),
  ...(['status', 'duplicate_notice', 'documents_expected', 'documents_due', 'name', 'email', 'zip', 'state'] as const),
  ...(['amount', 'quantity', 'answers', 'summary', 'suspected_machine', 'without_script'] as const),
] as const;

/**
 * Finds a claim of these cases by its number or its reference number.
 * @throws ProblemError `not-found` also for a claim of another case, so that nobody learns of it
 */
export async function findClaim(
  { database }: Pick<AppContext, 'database'>,
  reference: string,
  cases: readonly string[],
): Promise<FoundClaim> {
  const number = readReference(reference);
  const claim =
    number === undefined || cases.length === 0
      ? undefined
      : await database
          .selectFrom('claims')
          .select(columns)
          .where('number', '=', number)
          .where('case_id', 'in', cases)
          .executeTakeFirst();
  if (!claim) throw new ProblemError('not-found');
  return claim;
}
