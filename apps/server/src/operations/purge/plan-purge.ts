import type { Retention } from '@redress/contract/manifest';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../database/pool.ts';

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
  /** Claims past retention. */
  readonly claims: number;
  /** Those of `claims` that wait because files for them are still arriving. */
  readonly pendingClaims: number;
  /** Claims that are not past retention yet. */
  readonly retainedClaims: number;
  readonly documents: number;
  readonly documentBytes: number;
  readonly classMembers: number;
}

type PlanContext = Pick<AppContext, 'database' | 'settlement' | 'now'>;

/**
 * What a purge would delete, case by case, and the cases of claims without a retention rule.
 * @param today to look ahead: a day other than today (`YYYY-MM-DD`)
 */
export async function planPurge(
  context: PlanContext,
  today?: string,
): Promise<{ readonly cases: CasePlan[]; readonly withoutRule: string[] }> {
  const cases: CasePlan[] = [];
  for (const retention of listRetentions(context, today)) cases.push(await planCase(context.database, retention));
  const caseIds = cases.map(({ caseId }) => caseId);
  const { rows } = await sql<{ case_id: string }>`
    select distinct case_id from claims where case_id <> all(${caseIds}::text[]) order by case_id`.execute(
    context.database,
  );
  return { cases, withoutRule: rows.map(({ case_id: caseId }) => caseId) };
}

/** The cases that have a retention rule. */
export function listRetentions(
  { settlement, now }: Pick<PlanContext, 'settlement' | 'now'>,
  today?: string,
): CaseRetention[] {
  const { timeZone } = settlement.site;
  return Object.entries(settlement.retention ?? {}).map(([caseId, rule]) => ({
    caseId,
    rule,
    timeZone,
    today: today ?? dayIn(timeZone, now()),
  }));
}

async function planCase(database: Database, retention: CaseRetention): Promise<CasePlan> {
  const { lastDay, isOver } = await readLastDay(database, retention);
  const isPast = isPastRetention(retention);
  const claims = await sql<{ past: string; pending: string; retained: string }>`
    select count(*) filter (where ${isPast}) as past, count(*) filter (where ${isPast} and ${hasPendingFiles}) as pending,
      count(*) filter (where status = 'filed' and not ${isPast}) as retained
    from claims where case_id = ${retention.caseId}`.execute(database);
  const documents = await sql<{ count: string; bytes: string | null }>`
    select count(*), sum(size) as bytes from claim_documents join claims on claims.id = claim_documents.claim_id
    where ${isPast}`.execute(database);
  const members = isOver
    ? await sql<{ count: string }>`select count(*) from class_members where case_id = ${retention.caseId}`.execute(
        database,
      )
    : undefined;
  return {
    ...retention,
    lastDay,
    claims: Number(claims.rows[0]?.past ?? 0),
    pendingClaims: Number(claims.rows[0]?.pending ?? 0),
    retainedClaims: Number(claims.rows[0]?.retained ?? 0),
    documents: Number(documents.rows[0]?.count ?? 0),
    documentBytes: Number(documents.rows[0]?.bytes ?? 0),
    classMembers: Number(members?.rows[0]?.count ?? 0),
  };
}

/** SQL condition on `claims`: filed in this case, and its last day was before today. */
export function isPastRetention({ caseId, rule, timeZone, today }: CaseRetention): RawBuilder<boolean> {
  return sql<boolean>`(
    claims.case_id = ${caseId} and claims.status = 'filed'
    and (greatest(${rule.from}::date, (claims.filed_at at time zone ${timeZone})::date) + make_interval(years => ${rule.years}))::date
      < ${today}::date
  )`;
}

/** SQL condition on `claims`: files are arriving. Maintenance gives up on stalled uploads. */
export const hasPendingFiles = sql<boolean>`(
  exists (select from uploads where uploads.claim_id = claims.id and uploads.status in ('arriving', 'complete'))
  or exists (select from claim_documents where claim_documents.claim_id = claims.id and claim_documents.status = 'arriving')
)`;

/** The last day to keep the case's class members, and whether it is over. */
export async function readLastDay(
  database: Database,
  { rule, today }: CaseRetention,
): Promise<{ readonly lastDay: string; readonly isOver: boolean }> {
  const { rows } = await sql<{ last_day: string; is_over: boolean }>`
    select last_day::text, last_day < ${today}::date as is_over
    from (select (${rule.from}::date + make_interval(years => ${rule.years}))::date as last_day) as rule`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no day');
  return { lastDay: row.last_day, isOver: row.is_over };
}
