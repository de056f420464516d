import { flagLabels } from '@redress/contract/console/claim-labels';
import type { RuleCondition } from '@redress/contract/console/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { findReportSeal, isSealedBy } from '../reports/report-parameters.ts';

/** SQL: a value of the last entry of these kinds that the seal covers. */
export const lastOf = (value: RawBuilder<unknown>, kinds: readonly string[]) =>
  sql`(array_agg(${value} order by position desc) filter (where sealed and kind = any(${kinds}::text[])))[1]`;

/** SQL: the columns of `fact` for which a rule leaves a claim to people. */
export const factsForPeople: RawBuilder<unknown> = sql`
  bool_or(sealed and kind = 'claim-corrected') as corrected,
  bool_or(sealed and kind = 'queued-by-rule') as queued_by_rule,
  coalesce(${lastOf(sql`details->>'verdict'`, ['verdict'])} in ('duplicate', 'machine'), false) as judged_bad,
  coalesce(${lastOf(sql`(details->>'duplicateReached')::boolean`, ['claim-scored'])}, false) as duplicate_reached,
  coalesce(${lastOf(sql`(details->>'machineReached')::boolean`, ['claim-scored'])}, false) as machine_reached`;

/** SQL: flags of a row `claim` with its `fact`. */
export const flagsForPeople = {
  duplicate: sql<boolean>`(claim.duplicate_notice or fact.duplicate_reached)`,
  machine: sql<boolean>`(claim.suspected_machine or fact.machine_reached)`,
} as const;

/** SQL: the flags that keep a claim from being approved, because no condition of the rule asks for them. */
export const unaskedFlags = (conditions: readonly RuleCondition[]) =>
  (['duplicate', 'machine'] as const).flatMap((flag) =>
    conditions.some((condition) => condition.fact === 'flag' && condition.flag === flag)
      ? []
      : [{ flag, is: flagsForPeople[flag] }],
  );

/** Describes why a dry run left each of these claims to people, by the same facts as of its seal. */
export async function readQueuedReasons(
  database: Database,
  runId: string,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const run = await database
    .selectFrom('rule_runs')
    .innerJoin('rule_versions', (join) =>
      join
        .onRef('rule_versions.rule_id', '=', 'rule_runs.rule_id')
        .onRef('rule_versions.version', '=', 'rule_runs.version'),
    )
    .select(['seal', 'outcome', 'conditions'])
    .where('rule_runs.id', '=', runId)
    .executeTakeFirstOrThrow();
  if (run.outcome === 'queue') return new Map(claimIds.map((id) => [id, 'The rule queues every claim that meets it']));
  const seal = await findReportSeal(database, Number(run.seal));
  if (!seal) throw new Error(`There is no seal ${run.seal}`);
  const reason = (condition: RawBuilder<unknown>, words: string) => sql`case when ${condition} then ${words}::text end`;
  // Without such a fact, only the recognized amount can keep a claim from being approved.
  const { rows } = await sql<{ id: string; reason: string }>`
    select claim.id, coalesce(nullif(concat_ws('; ', ${sql.join([
      reason(sql`fact.corrected`, 'Answers were corrected'),
      reason(sql`fact.queued_by_rule`, 'Another rule queued it'),
      reason(sql`fact.judged_bad`, 'Last finding: duplicate or machine-made'),
      ...unaskedFlags(run.conditions).map(({ flag, is }) => reason(is, `Flagged: ${flagLabels[flag]}`)),
    ])}), ''), 'Its recognized amount needs a reviewer') as reason
    from claims claim join (
      select claim_id, ${factsForPeople}
      from (
        select *, true as sealed from claim_history entry
        where claim_id = any(${claimIds}::bigint[]) and ${isSealedBy(seal)}
      ) as entry group by claim_id
    ) as fact on fact.claim_id = claim.id`.execute(database);
  return new Map(rows.map(({ id, reason: words }) => [id, words]));
}
