import type { NewSample, Sample, Samples } from '@redress/contract/console/quality';
import { everyCase } from '@redress/contract/console/staff';
import { type Selectable, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { QualitySamplesTable } from './tables.ts';
import { fieldProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { findNewestEntry } from '../../claims/history/follow-history.ts';
import { drawDecisions, hashDrawn, newSeed } from './draw-sample.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { rolesWith } from '../sign-in/permissions.ts';

type SampleContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/**
 * Draws and stores a sample. A repeated request changes nothing.
 * @throws ProblemError `invalid-answers` when no decision fits, `conflict` when another sample has
 *   the ID
 */
export async function makeSample(context: SampleContext, staffId: string, asked: NewSample): Promise<void> {
  const { id, caseId, formId, fromDay, toDay, decidedBy, sourceId, size } = asked;
  const { settlement, keys, now, database } = context;
  if (fromDay > toDay) throw fieldProblem('toDay', 'Choose a day that is not before the first one.', 'required');
  // Each statement has to see everything that was committed before it.
  await database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      const stored = await transaction
        .selectFrom('quality_samples')
        .select('made_by')
        .where('id', '=', id)
        .executeTakeFirst();
      if (stored && stored.made_by !== staffId) throw new ProblemError('conflict');
      if (stored) return;
      // Uncommitted entries with a smaller ID would change the sample later.
      const upToEntry = await findNewestEntry(transaction);
      const seed = newSeed();
      const parameters = { caseId, formId, fromDay, toDay, decidedBy, sourceId, size, seed, upToEntry };
      const { timeZone } = settlement.site;
      const { population, claims } = await drawDecisions(transaction, { ...parameters, timeZone });
      if (claims.length === 0) throw fieldProblem('size', 'No decisions match. Choose a longer period.', 'required');
      const at = now();
      const sample = await transaction
        .insertInto('quality_samples')
        .values({
          id,
          case_id: caseId,
          form_id: formId,
          from_day: fromDay,
          to_day: toDay,
          decided_by: decidedBy,
          source_id: sourceId,
          size,
          seed,
          up_to_entry: upToEntry,
          population,
          made_by: staffId,
          made_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('quality_reviews')
        .values(
          claims.map(({ position, claimId, decisionId, firstDecider, firstApprover }) => ({
            sample_id: id,
            position,
            claim_id: claimId,
            decision_id: decisionId,
            first_decider: firstDecider,
            first_approver: firstApprover,
          })),
        )
        .execute();
      await addRecordEntry(transaction, { kind: 'quality-sample', id }, at, {
        kind: 'sample-made',
        details: {
          by: staffId,
          caseId,
          ...(formId !== null && { formId }),
          fromDay,
          toDay,
          ...(decidedBy !== null && { decidedBy }),
          ...(sourceId !== null && { sourceId }),
          size,
          seed,
          upToEntry,
          population,
          claimsHash: hashDrawn(claims),
        },
        rows: hashRow('quality_samples', sample, keys),
      });
    });
}

const maxListed = 100;

const hasDecided = sql<boolean>`exists (
  select from bulk_job_claims where job_id = bulk_jobs.id and outcome = 'done')`;

/** The newest bulk actions and runs of rules that decided claims of these cases only. */
export async function listSources(database: Database, cases: readonly string[]): Promise<Samples['sources']> {
  const rows = await database
    .selectFrom('bulk_jobs')
    .leftJoin('rule_runs', 'rule_runs.id', 'run_id')
    .leftJoin('rules', 'rules.id', 'rule_id')
    .select(({ fn }) => [
      // A release that is requested again has the run of the first one.
      sql<string>`coalesce(run_id, bulk_jobs.id)`.as('id'),
      'bulk_jobs.case_ids as caseIds',
      'bulk_jobs.kind',
      'rules.name as rule',
      fn.min<Date>('bulk_jobs.asked_at').as('at'),
      fn.max('bulk_jobs.claims').as('claims'),
    ])
    .where('bulk_jobs.kind', 'not in', ['assign', 'reopen', 'letter'])
    .where('bulk_jobs.case_ids', '<@', sql<string[]>`${cases}::text[]`)
    .where(hasDecided)
    .groupBy(['run_id', sql`coalesce(run_id, bulk_jobs.id)`, 'bulk_jobs.case_ids', 'bulk_jobs.kind', 'rules.name'])
    .orderBy('at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** People who may decide claims of these cases, and people who did and left, by name. */
export async function listDeciders(database: Database, cases: readonly string[]): Promise<Samples['deciders']> {
  const { rows } = await sql<Samples['deciders'][number]>`
    select staff.id, staff.name, array_agg(each.case_id) as "caseIds"
    from staff cross join unnest(${cases}::text[]) each(case_id)
    where activated_at is not null
      and (disabled_at is null and exists (
          select from staff_roles role where staff_id = staff.id
            and role = any(${rolesWith('decide')}::text[]) and role.case_id in (each.case_id, ${everyCase}))
        -- Read by its index, until one is found: a person may have decided many.
        or (select true from claim_decisions where staff_id = staff.id
            and (select case_id from claims where id = claim_id) = each.case_id order by at desc limit 1))
    group by staff.id order by staff.name, staff.id`.execute(database);
  return rows;
}

/**
 * The newest samples of some cases, and the progress of their reviews.
 * @param wanted `without`: IDs of claims whose reviews do not count as finished
 */
export async function listSamples(
  database: Database,
  {
    cases,
    without,
    id,
  }: { readonly cases: readonly string[]; readonly without: readonly string[]; readonly id?: string },
): Promise<Sample[]> {
  const rows = await database
    .selectFrom('quality_samples')
    .innerJoin('staff as maker', 'maker.id', 'made_by')
    .leftJoin('staff as decider', 'decider.id', 'quality_samples.decided_by')
    .select(['quality_samples.id', 'case_id as caseId', 'form_id as formId', 'from_day as fromDay', 'to_day as toDay'])
    .select(['decider.name as decidedBy', 'source_id as sourceId', 'maker.name as madeBy', 'made_at', 'population'])
    .select(({ selectFrom }) => {
      const count = (condition: string, left: readonly string[] = without) =>
        selectFrom('quality_reviews')
          .select(sql<number>`count(*) filter (where ${sql.raw(condition)})::int`.as('count'))
          .where('claim_id', '<>', sql<string>`all(${left}::bigint[])`)
          .whereRef('sample_id', '=', 'quality_samples.id');
      return [
        count('true', []).as('claims'),
        count('outcome is not null').as('reviewed'),
        count('not agrees and verdict is null').as('disagreed'),
        count(`verdict = 'overturned'`).as('overturned'),
      ];
    })
    // The day names it. What it did would tell the second reviewers how the claims were decided.
    .select(({ selectFrom }) =>
      selectFrom('bulk_jobs')
        .select(({ fn }) => fn.min('asked_at').as('at'))
        .where(hasDecided)
        .where((each) =>
          each.or([each('bulk_jobs.id', '=', each.ref('source_id')), each('run_id', '=', each.ref('source_id'))]),
        )
        .as('sourceAt'),
    )
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .$if(id !== undefined, (query) => query.where('quality_samples.id', '=', id ?? ''))
    .orderBy('made_at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ sourceAt, made_at: madeAt, ...row }) => ({
    ...row,
    sourceAt: sourceAt?.toISOString() ?? null,
    madeAt: madeAt.toISOString(),
    claims: row.claims ?? 0,
    reviewed: row.reviewed ?? 0,
    disagreed: row.disagreed ?? 0,
    overturned: row.overturned ?? 0,
  }));
}

/** @throws ProblemError `not-found` also for a sample of another case */
export async function findSample(
  database: Database,
  id: string,
  cases: readonly string[],
): Promise<Selectable<QualitySamplesTable>> {
  return database
    .selectFrom('quality_samples')
    .selectAll()
    .where('id', '=', id)
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .executeTakeFirstOrThrow(notFound);
}
