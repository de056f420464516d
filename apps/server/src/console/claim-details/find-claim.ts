import { readReference, restoreClaimNumber } from '@redress/contract/receipt-request';
import { referencePrefixesOf } from '@redress/contract/settlement';
import type { Selectable } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { ClaimsTable } from '../../claims/filing/tables.ts';
import { notFound, ProblemError } from '../../platform/http/problem.ts';

export type FoundClaim = Omit<Selectable<ClaimsTable>, 'idempotency_key' | 'answers_hash'>;

const columns = [
  ...(['id', 'number', 'form_id', 'form_version', 'case_id', 'language', 'notice_id', 'filed_at', 'late'] as const),
  ...(['status', 'duplicate_notice', 'documents_expected', 'documents_due', 'name', 'email', 'zip', 'state'] as const),
  ...(['amount', 'quantity', 'answers', 'summary', 'suspected_machine', 'without_script'] as const),
] as const;

type FindContext = Pick<ConsoleContext, 'database' | 'settlement'>;

/**
 * Finds a claim of these cases by its number or its reference number.
 * @throws ProblemError `not-found` also for a claim of another case, to hide that it exists
 */
export async function findClaim(
  context: FindContext,
  reference: string,
  cases: readonly string[],
): Promise<FoundClaim> {
  return selectClaim(context, reference, cases).select(columns).executeTakeFirstOrThrow(notFound);
}

/** Like `findClaim`, without the answers, which can be as large as a megabyte. */
export async function findClaimId(context: FindContext, reference: string, cases: readonly string[]) {
  return selectClaim(context, reference, cases)
    .select(['id', 'number', 'case_id', 'status'])
    .executeTakeFirstOrThrow(notFound);
}

function selectClaim({ database, settlement }: FindContext, reference: string, cases: readonly string[]) {
  const number = readReference(reference, referencePrefixesOf(settlement)) ?? restoreClaimNumber(reference);
  if (number === undefined || cases.length === 0) throw new ProblemError('not-found');
  return database.selectFrom('claims').where('number', '=', number).where('case_id', 'in', cases);
}
