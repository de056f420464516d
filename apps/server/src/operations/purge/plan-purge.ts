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
  /** The day in the court's time zone, as `YYYY-MM-DD`. */
  readonly today: string;
}

/** The data of a case that a purge would delete. */
export interface CasePlan extends CaseRetention {
  /** The last day to keep class members, and claims that were filed by `rule.from`. */
  readonly lastDay: string;
  /** The claims past retention. A purge leaves those whose files are still arriving. */
  readonly claims: number;
  readonly retainedClaims: number;
  readonly documents: number;
  readonly classMembers: number;
  /**
   * The requests for lost IDs past retention, which begins with the request as it does with a
   * filing.
   */
  readonly idRequests: number;
}

type PlanContext = Pick<ConsoleContext, 'database' | 'settlement' | 'now'>;

/** Plans a purge case by case, and lists the cases of claims without a retention rule. */
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
  const { rows } = await selectPlan(retention).execute(database);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no plan');
  return { ...retention, ...row };
}

/** SQL: the counts of a case's plan, for which each table is read at most twice. */
export function selectPlan(retention: CaseRetention) {
  const { caseId, today } = retention;
  return sql<Omit<CasePlan, keyof CaseRetention>>`
    with past as (select id from claims where ${isPastRetention(retention)})
    select last_day::text as "lastDay",
      (select count(*)::int from past) as claims,
      (select count(*)::int from claims
        where case_id = ${caseId} and status = 'filed' and not ${isPastRetention(retention)}) as "retainedClaims",
      (select count(*)::int from claim_documents where claim_id in (select id from past)) as documents,
      (select count(*)::int from class_members where case_id = ${caseId} and last_day < ${today}::date) as "classMembers",
      (select count(*)::int from id_requests where ${isIdRequestPastRetention(retention)}) as "idRequests"
    from (select ${lastDayOf(retention)} as last_day) as rule`;
}

/** SQL: the last day to keep the case's class members, and claims filed by `rule.from`. */
export function lastDayOf({ rule }: CaseRetention): RawBuilder<Date> {
  return sql<Date>`(${rule.from}::date + make_interval(years => ${rule.years}))::date`;
}

/**
 * SQL: whether the retention period ended before today, counted from `rule.from` or, if it is
 * later, from a column's time.
 */
function hasEnded({ rule, timeZone, today }: CaseRetention, column: string): RawBuilder<boolean> {
  return sql<boolean>`(greatest(${rule.from}::date, (${sql.ref(column)} at time zone ${timeZone})::date)
    + make_interval(years => ${rule.years}))::date < ${today}::date`;
}

/** SQL condition on `claims`: filed in this case, and its last day was before today. */
export const isPastRetention = (retention: CaseRetention): RawBuilder<boolean> => sql<boolean>`(
  claims.case_id = ${retention.caseId} and claims.status = 'filed' and ${hasEnded(retention, 'claims.filed_at')}
)`;

/** SQL condition on `id_requests`: requested in this case, and its last day was before today. */
export const isIdRequestPastRetention = (retention: CaseRetention): RawBuilder<boolean> => sql<boolean>`(
  id_requests.case_id = ${retention.caseId} and ${hasEnded(retention, 'id_requests.requested_at')}
)`;

/** SQL condition on `claims`: files are arriving. Cleanup gives up on stalled uploads. */
export const isReceivingFiles = sql<boolean>`(
  exists (select from uploads where uploads.claim_id = claims.id and uploads.status in ('arriving', 'complete'))
  or exists (select from claim_documents where claim_documents.claim_id = claims.id and claim_documents.status = 'arriving')
)`;
