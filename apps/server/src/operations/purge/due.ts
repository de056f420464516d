import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../database/pool.ts';
import type { PurgeRoom, RuledCase } from './purge-context.ts';

/** The cases that have a rule. `today`: another day than that of the clock, to look ahead. */
export function ruledCases({ settlement, now }: Pick<PurgeRoom, 'settlement' | 'now'>, today?: string): RuledCase[] {
  const { timeZone } = settlement.site;
  return Object.entries(settlement.retention ?? {}).map(([caseId, rule]) => ({
    caseId,
    rule,
    timeZone,
    today: today ?? dayIn(timeZone, now()),
  }));
}

/** Whether a row of `claims` is one of the case whose time is over: its last day is before today. */
export function claimIsDue({ caseId, rule, timeZone, today }: RuledCase): RawBuilder<boolean> {
  return sql<boolean>`(
    claims.case_id = ${caseId} and claims.status = 'filed'
    and (greatest(${rule.from}::date, (claims.filed_at at time zone ${timeZone})::date) + make_interval(years => ${rule.years}))::date
      < ${today}::date
  )`;
}

/** Whether files of a claim are on their way: it is purged when they have come, or when maintenance has given them up. */
export const filesAreOnTheirWay = sql<boolean>`(
  exists (select from uploads where uploads.claim_id = claims.id and uploads.status in ('arriving', 'complete'))
  or exists (select from claim_documents where claim_documents.claim_id = claims.id and claim_documents.status = 'arriving')
)`;

/** The last day on which class members of the case, and claims that were filed by `from`, are kept; and whether it is over. */
export async function lastDayOf(
  database: Database,
  { rule, today }: RuledCase,
): Promise<{ readonly lastDay: string; readonly isOver: boolean }> {
  const { rows } = await sql<{ last_day: string; is_over: boolean }>`
    select last_day::text, last_day < ${today}::date as is_over
    from (select (${rule.from}::date + make_interval(years => ${rule.years}))::date as last_day) as rule`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL gave no day');
  return { lastDay: row.last_day, isOver: row.is_over };
}
