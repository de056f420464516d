import type { Retention } from '@redress/contract/settlement';
import { dayIn } from '@redress/forms/court-day';
import { type RawBuilder, sql } from 'kysely';
import type { ConsoleContext } from '../../console/context.ts';
import type { Database } from '../../platform/database/pool.ts';

/** A case's retention rule, applied on one day. */
export interface CaseRetention {
  readonly caseId: string;
  readonly rule: Retention;
  readonly timeZone: string;
  /** `YYYY-MM-DD` in the court's time zone. */
  readonly today: string;
}

/** What a purge would delete from a case. */
export interface CasePlan extends CaseRetention {
  /** The last day to keep class members, and claims that were filed by `rule.from`. */
  readonly lastDay: string;
  /** Claims past retention. Those for which files are still arriving wait until they are there. */
  readonly claims: number;
  /** Claims that are not past retention yet. */
  readonly retainedClaims: number;
  readonly documents: number;
  readonly classMembers: number;
  /** Requests for lost IDs past retention, which runs from a later request as from a later filing. */
  readonly idRequests: number;
}

type PlanContext = Pick<ConsoleContext, 'database' | 'settlement' | 'now'>;

/** What a purge would delete, case by case, and the cases of claims without a retention rule. */
export async function planPurge(
  context: PlanContext,
): Promise<{ readonly cases: CasePlan[]; readonly withoutRule: string[] }> {
  const cases: CasePlan[] = [];
  for (const retention of listRetentions(context)) cases.push(await planCase(context.database, retention));
  const caseIds = cases.map(({ caseId }) => caseId);
  const { rows } = await sql<{ case_id: string }>`
    select distinct case_id from claims where case_id <> all(${caseIds}::text[]) order by case_id`.execute(
    context.database,
  );
  return { cases, withoutRule: rows.map(({ case_id: caseId }) => caseId) };
}

/** The cases that have a retention rule. */
export function listRetentions({ settlement, now }: Pick<PlanContext, 'settlement' | 'now'>): CaseRetention[] {
  const { timeZone } = settlement.site;
  const today = dayIn(timeZone, now());
  return Object.entries(settlement.retention ?? {}).map(([caseId, rule]) => ({ caseId, rule, timeZone, today }));
}

async function planCase(database: Database, retention: CaseRetention): Promise<CasePlan> {
  const { caseId, today } = retention;
  const { rows } = await sql<Omit<CasePlan, keyof CaseRetention>>`
    with past as (select id from claims where ${isPastRetention(retention)})
    select last_day::text as "lastDay",
      (select count(*)::int from past) as claims,
      (select count(*)::int from claims
        where case_id = ${caseId} and status = 'filed' and id not in (select id from past)) as "retainedClaims",
      (select count(*)::int from claim_documents where claim_id in (select id from past)) as documents,
      (select count(*)::int from class_members where case_id = ${caseId} and last_day < ${today}::date) as "classMembers",
      (select count(*)::int from id_requests where ${isIdRequestPastRetention(retention)}) as "idRequests"
    from (select ${lastDayOf(retention)} as last_day) as rule`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no plan');
  return { ...retention, ...row };
}

/** SQL: the last day to keep the case's class members, and claims filed by `rule.from`. */
export function lastDayOf({ rule }: CaseRetention): RawBuilder<Date> {
  return sql<Date>`(${rule.from}::date + make_interval(years => ${rule.years}))::date`;
}

/** SQL condition on `claims`: filed in this case, and its last day was before today. */
export function isPastRetention({ caseId, rule, timeZone, today }: CaseRetention): RawBuilder<boolean> {
  return sql<boolean>`(
    claims.case_id = ${caseId} and claims.status = 'filed'
    and (greatest(${rule.from}::date, (claims.filed_at at time zone ${timeZone})::date) + make_interval(years => ${rule.years}))::date
      < ${today}::date
  )`;
}

/** The same on `id_requests`. */
export function isIdRequestPastRetention({ caseId, rule, timeZone, today }: CaseRetention): RawBuilder<boolean> {
  return sql<boolean>`(
    id_requests.case_id = ${caseId}
    and (greatest(${rule.from}::date, (id_requests.requested_at at time zone ${timeZone})::date) + make_interval(years => ${rule.years}))::date
      < ${today}::date
  )`;
}

/** SQL condition on `claims`: files are arriving. Maintenance gives up on stalled uploads. */
export const isReceivingFiles = sql<boolean>`(
  exists (select from uploads where uploads.claim_id = claims.id and uploads.status in ('arriving', 'complete'))
  or exists (select from claim_documents where claim_documents.claim_id = claims.id and claim_documents.status = 'arriving')
)`;
