import type { Figure } from '@redress/contract/console/figures';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { hasReason } from '../review/queue-counts.ts';
import { type CountedClaim, sumClaims } from './claims-to-review.ts';

/** Counting more class members would take most of the dashboard's time. */
const maxExactMembers = 200_000;

/** Counts from the class members of the imported lists to the claims that need no more work. */
export async function computeFunnel(
  database: Database,
  counts: readonly CountedClaim[],
  forms: readonly { readonly id: string; readonly caseId: string }[],
): Promise<Figure> {
  const notices = await countMembers(database, [...new Set(forms.map(({ caseId }) => caseId))]);
  const filed = counts.filter(
    ({ form_id: form, status, duplicate }) => forms.some(({ id }) => id === form) && status !== 'purged' && !duplicate,
  );
  const complete = filed.filter(({ documents_missing: isMissing }) => !isMissing);
  const unflagged = complete.filter((counted) => hasReason(counted, 'none'));
  const share = (count: number) => (notices.count === 0 ? null : count / notices.count);
  const steps: [string, number][] = [
    [notices.isExact ? 'Class members listed' : 'Class members listed (estimated)', notices.count],
    ['Claims filed under a notice', sumClaims(filed)],
    ['Nothing missing', sumClaims(complete)],
    ['No flags', sumClaims(unflagged)],
  ];
  const estimated = notices.isExact ? '' : ' The number of class members is estimated from database statistics.';
  return {
    name: 'funnel',
    title: 'From class member to complete claim',
    definition: `Of forms with a login: class members on the imported lists of their cases, whether or not a notice was mailed; their claims, excluding possible duplicates and claims deleted after the retention period; claims with no missing documents; and claims with no flags.${estimated}`,
    columns: [
      { name: 'step', header: 'Step', kind: 'text' },
      { name: 'count', header: 'Number', kind: 'count' },
      { name: 'share', header: 'Share of class members', kind: 'share' },
    ],
    rows: notices.count === 0 && filed.length === 0 ? [] : steps.map(([step, count]) => [step, count, share(count)]),
  };
}

/** Counts the class members of these cases by their index, or estimates if there are very many. */
export async function countMembers(
  database: Database,
  cases: readonly string[],
  maxExact = maxExactMembers,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  // PostgreSQL reads the index instead of the table, because this is the index's order.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from unnest(${cases}::text[]) as counted (case_id) cross join lateral (
        select from class_members where class_members.case_id = counted.case_id order by notice_id limit ${maxExact + 1}
      ) as member limit ${maxExact + 1}
    ) as members`.execute(database);
  const count = rows[0]?.count ?? 0;
  if (count <= maxExact) return { count, isExact: true };
  const { rows: plans } = await sql<{
    'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[];
  }>`explain (format json) select from class_members where case_id = any(${cases}::text[])`.execute(database);
  const estimate = plans[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  return { count: Math.max(count, Number(estimate.toPrecision(3))), isExact: false };
}
