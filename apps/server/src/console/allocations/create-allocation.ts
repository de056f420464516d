import { checkPlan } from '@redress/allocation/check-plan';
import type { NewAllocation } from '@redress/contract/console/allocations';
import type { Fund } from '@redress/contract/funds';
import { planOf } from '@redress/contract/weigh-claim';
import { dayIn } from '@redress/forms/court-day';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { consoleProblem, fieldProblem } from '../../platform/http/problem.ts';
import type { ConsoleContext } from '../context.ts';
import { findReportSeal } from '../reports/report-parameters.ts';
import { withLimits } from './scenario-plan.ts';

/** Scenarios of a fund that are being computed: each takes its share of the machine. */
const maxDrafts = 10;

/**
 * Stores a scenario, which a job computes. A repeated request changes nothing.
 * @throws ProblemError `invalid-answers` with the field and the remedy, or `conflict`
 */
export async function createAllocation(
  { database, settlement, keys, now }: Pick<ConsoleContext, 'database' | 'settlement' | 'keys' | 'now'>,
  fund: Fund,
  createdBy: string,
  { id: asked, name: typed, asOf, seal: position, limits, supplements }: NewAllocation,
): Promise<void> {
  // The database writes IDs in lowercase.
  const id = asked.toLowerCase();
  const name = stripNulAndSurrogates(typed).trim();
  if (name === '') throw fieldProblem('name', 'Enter a name, such as “Minimum $5”.');
  const at = now();
  const { timeZone } = settlement.site;
  if (asOf > dayIn(timeZone, at)) throw fieldProblem('asOf', 'This date is in the future.');
  const unknown = Object.keys(limits).find((pool) => !fund.pools.some((each) => each.id === pool));
  if (unknown !== undefined) throw fieldProblem(`limits.${unknown}`, 'The plan of this fund has no such pool.');
  for (const [pool, changed] of Object.entries(supplements ? limits : {}))
    for (const limit of Object.keys(changed))
      if (pool !== supplements?.pool || limit !== 'minimum')
        throw fieldProblem(
          `limits.${pool}.${limit}`,
          'A supplement pays one pool at most the rate of the frozen allocation, so only the minimum of this pool can change.',
        );
  const [problem] = checkPlan(withLimits(fund, limits).pools.map(planOf));
  if (problem) throw fieldProblem(problem.field.replace(/^pools\./, 'limits.'), problem.remedy, problem.code);
  const seal = await findReportSeal(database, position);
  if (!seal) throw fieldProblem('seal', 'There is no seal with this number.');
  await database.transaction().execute(async (transaction) => {
    if (supplements) await requireFrozen(transaction, fund, supplements, { asOf, timeZone });
    const row = await transaction
      .insertInto('allocations')
      .values({
        id,
        fund_id: fund.id,
        case_id: fund.caseId,
        plan_version: fund.version,
        name,
        seal: String(seal.position),
        as_of: asOf,
        limits: JSON.stringify(limits),
        supplements: supplements?.id ?? null,
        pool: supplements?.pool ?? null,
        status: 'draft',
        created_by: createdBy,
        created_at: at,
        due_at: at,
        leased_by: null,
        last_error: null,
      })
      // The second of two requests at the same moment waits here.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const earlier = await transaction
        .selectFrom('allocations')
        .select(['created_by', 'fund_id', 'name', 'as_of', 'limits', 'supplements', 'pool', 'seal'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const sent = {
        created_by: createdBy,
        fund_id: fund.id,
        name,
        as_of: asOf,
        limits,
        supplements: supplements?.id.toLowerCase() ?? null,
        pool: supplements?.pool ?? null,
        seal: position === undefined ? earlier.seal : String(position),
      };
      if (isDeepStrictEqual({ ...earlier }, sent)) return;
      throw consoleProblem('conflict', 'Another scenario has this ID. Reload the page, and try again.');
    }
    const { drafts } = await transaction
      .selectFrom('allocations')
      .select(({ fn }) => fn.countAll<string>().as('drafts'))
      .where('fund_id', '=', fund.id)
      .where('status', '=', 'draft')
      .where('problem', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(drafts) > maxDrafts)
      throw consoleProblem('conflict', 'Many scenarios of this fund are being computed. Wait until one is done.');
    await addRecordEntry(transaction, { kind: 'allocation', id }, at, {
      kind: 'allocation-asked',
      details: { by: createdBy, fund: fund.id, seal: seal.position, asOf },
      rows: hashRow('allocations', row, keys),
    });
  });
}

async function requireFrozen(
  transaction: Database,
  fund: Fund,
  { id, pool }: NonNullable<NewAllocation['supplements']>,
  { asOf, timeZone }: { readonly asOf: string; readonly timeZone: string },
): Promise<void> {
  const frozen = await transaction
    .selectFrom('allocations')
    .select('frozen_at')
    .where('id', '=', id)
    .where('fund_id', '=', fund.id)
    .where('supplements', 'is', null)
    .where('status', '=', 'frozen')
    .executeTakeFirst();
  if (!frozen?.frozen_at) throw fieldProblem('supplements', 'Only a frozen allocation of this fund can be added to.');
  if (!fund.pools.some((each) => each.id === pool))
    throw fieldProblem('pool', 'The plan of this fund has no such pool.');
  if (asOf < dayIn(timeZone, frozen.frozen_at))
    throw fieldProblem('asOf', 'Use a date on or after the day the allocation was frozen.');
}
