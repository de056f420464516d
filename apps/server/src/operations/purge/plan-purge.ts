import { sql } from 'kysely';
import { claimIsDue, filesAreOnTheirWay, lastDayOf, ruledCases } from './due.ts';
import type { PurgeRoom, RuledCase } from './purge-context.ts';

/** What a purge would do to a case. */
export interface CasePlan extends RuledCase {
  /** The last day on which class members, and claims that were filed by `rule.from`, are kept. */
  readonly lastDay: string;
  readonly claims: number;
  /** Of the claims: files are on their way, and they stay for now. */
  readonly waiting: number;
  readonly documents: number;
  /** Of the documents. */
  readonly bytes: number;
  readonly classMembers: number;
  /** Whose time is not over. */
  readonly keptClaims: number;
}

/** What is due, case by case; and the cases of claims for which there is no rule. Changes nothing. */
export async function planPurge(
  context: Pick<PurgeRoom, 'database' | 'settlement' | 'now'>,
  today?: string,
): Promise<{ readonly cases: CasePlan[]; readonly withoutRule: string[] }> {
  const cases: CasePlan[] = [];
  for (const ruled of ruledCases(context, today)) cases.push(await planCase(context, ruled));
  const known = cases.map(({ caseId }) => caseId);
  const { rows } = await sql<{ case_id: string }>`
    select distinct case_id from claims where case_id <> all(${known}::text[]) order by case_id`.execute(
    context.database,
  );
  return { cases, withoutRule: rows.map(({ case_id: caseId }) => caseId) };
}

async function planCase({ database }: Pick<PurgeRoom, 'database'>, ruled: RuledCase): Promise<CasePlan> {
  const { lastDay, isOver } = await lastDayOf(database, ruled);
  const due = claimIsDue(ruled);
  const claims = await sql<{ due: string; waiting: string; kept: string }>`
    select count(*) filter (where ${due}) as due, count(*) filter (where ${due} and ${filesAreOnTheirWay}) as waiting,
      count(*) filter (where status = 'filed' and not ${due}) as kept
    from claims where case_id = ${ruled.caseId}`.execute(database);
  const documents = await sql<{ count: string; bytes: string | null }>`
    select count(*), sum(size) as bytes from claim_documents join claims on claims.id = claim_documents.claim_id
    where ${due}`.execute(database);
  const members = isOver
    ? await sql<{ count: string }>`select count(*) from class_members where case_id = ${ruled.caseId}`.execute(database)
    : undefined;
  return {
    ...ruled,
    lastDay,
    claims: Number(claims.rows[0]?.due ?? 0),
    waiting: Number(claims.rows[0]?.waiting ?? 0),
    keptClaims: Number(claims.rows[0]?.kept ?? 0),
    documents: Number(documents.rows[0]?.count ?? 0),
    bytes: Number(documents.rows[0]?.bytes ?? 0),
    classMembers: Number(members?.rows[0]?.count ?? 0),
  };
}
