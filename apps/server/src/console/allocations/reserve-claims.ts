import type { ReservedClaims } from '@redress/contract/console/allocations';
import type { ListedClaim } from '@redress/contract/console/claim-list';
import { statusLabels } from '@redress/contract/console/claim-labels';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { Fund } from '@redress/contract/funds';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { fieldProblem } from '../../platform/http/problem.ts';
import { askForApproval, defineApproval } from '../approvals/approvals.ts';
import { formatClaims } from '../bulk/approval-content.ts';
import type { ConsoleContext } from '../context.ts';
import { lockLedger } from '../funds/post-transaction.ts';
import { formsOf } from './read-eligible-claims.ts';

const reserveKind = 'reserve-claims';
const text = Type.String();

/** The approval itself is the record: allocations read its claims. */
export const reserveApproval = defineApproval(reserveKind, {
  label: 'Claims for the reserve',
  permission: 'approve-allocation',
  asks: 'fund',
  details: Type.Object({ fundId: text, fund: text, docket: text, claims: Type.Array(text) }),
  fundOf: ({ fundId }) => fundId,
  describe: async ({ database }, { fund, docket, claims }) => {
    const { rows } = await sql<{ status: ListedClaim['status']; claims: number; amount: string; without: number }>`
      select coalesce(review.status, 'received') as status, count(*)::int as claims,
        coalesce(sum(sum(claims.amount)) over (), 0)::text as amount,
        (sum(count(*) filter (where claims.amount is null)) over ())::int as without
      from claims left join claim_review review on claim_id = claims.id
      where number = any(${claims}::text[]) group by 1 order by 2 desc, 1`.execute(database);
    const { amount = '0', without = 0 } = rows[0] ?? {};
    const sums = `As filed, they claim ${formatMoney(amount)} in all${without === 0 ? '' : `, and ${formatClaims(without)} no amount`}.`;
    const now = rows.map((row) => `${row.claims} ${statusLabels[row.status].toLowerCase()}`).join(', ');
    return `Set aside what ${formatClaims(claims.length)} would get from the fund “${fund}”, by the order with docket number ${docket}: ${claims.join(', ')}. ${sums} Now: ${now}.`;
  },
  carryOut: async () => {},
});

/** The claims of a fund for which requests still wait. */
export async function listRequestedReserve(database: Database, fundId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select jsonb_array_elements_text(details->'claims') as number from approvals
    where kind = ${reserveKind} and details->>'fundId' = ${fundId} and decision is null`.execute(database);
  return rows.map(({ number }) => number);
}

/**
 * Requests that an allocation sets money aside for claims that are still open, instead of waiting
 * for them. A repeated request changes nothing.
 * @throws ProblemError `invalid-answers` for claims that the fund does not pay
 */
export async function requestReserve(
  context: Pick<ConsoleContext, 'database' | 'settlement' | 'keys' | 'now'>,
  fund: Fund,
  askedBy: string,
  { docket: typedDocket, claims, reason: typedReason }: ReservedClaims,
): Promise<void> {
  const [docket, reason] = [typedDocket, typedReason].map((typed) => stripNulAndSurrogates(typed).trim());
  if (!docket) throw fieldProblem('docket', 'Enter the docket number of the order.');
  if (!reason) throw fieldProblem('reason', 'Say why, for the second person and auditors.');
  const { database, settlement } = context;
  const numbers = [...new Set(claims)].toSorted();
  const { rows } = await sql<{ number: string }>`
    select number from claims
    where number = any(${numbers}::text[]) and case_id = ${fund.caseId} and form_id = any(${formsOf(fund, settlement)}::text[])`.execute(
    database,
  );
  const unknown = numbers.filter((number) => !rows.some((row) => row.number === number));
  if (unknown.length > 0)
    throw fieldProblem('claims', `This fund pays no claims with these numbers: ${unknown.join(', ')}.`);
  await database.transaction().execute(async (transaction) => {
    await lockLedger(transaction, fund.id);
    const details = { fundId: fund.id, fund: fund.title.en, docket, claims: numbers };
    const { rows: earlier } = await sql<{ number: string; isRepeated: boolean }>`
      select number, details = ${JSON.stringify(details)}::jsonb and reason = ${reason} and asked_by = ${askedBy} as "isRepeated"
      from approvals, jsonb_array_elements_text(details->'claims') as reserved (number)
      where kind = ${reserveKind} and details->>'fundId' = ${fund.id} and coalesce(decision, 'approved') = 'approved'
        and number = any(${numbers}::text[]) order by number`.execute(transaction);
    if (earlier.some(({ isRepeated }) => isRepeated)) return;
    if (earlier.length > 0) {
      const listed = [...new Set(earlier.map(({ number }) => number))].join(', ');
      throw fieldProblem(
        'claims',
        `Already in the reserve, or requested: ${listed}. Leave them out, and compute a new scenario once the request is approved.`,
      );
    }
    await askForApproval(transaction, context, { kind: reserveKind, caseId: fund.caseId, details, reason, askedBy });
  });
}
