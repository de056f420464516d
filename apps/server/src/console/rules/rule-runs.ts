import type { RuleRun } from '@redress/contract/console/rules';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { newSeed } from '../quality/draw-sample.ts';
import { findReportSeal } from '../reports/report-parameters.ts';
import { consoleProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashEvaluation } from './evaluate-rule.ts';
import { readNewestVersion } from './rules.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { RuleRunsTable } from './tables.ts';

type RunContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/** Maximum waiting and running runs: each reads every claim of a case. */
const maxOpenRuns = 10;
export const maxListedRuns = 50;

/** Starts a dry run of the newest version of a rule, as of the newest seal. Returns its ID. */
export async function startRun(context: RunContext, staffId: string, ruleId: string): Promise<string> {
  const { database, settlement } = context;
  const { version } = await readNewestVersion(database, ruleId);
  const seal = await findReportSeal(database);
  if (!seal) throw consoleProblem('conflict', 'Nothing is sealed yet. Claims are sealed every minute: try again.');
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from claims`.execute(database);
  return addRun(context, {
    rule_id: ruleId,
    version,
    seal: String(seal.position),
    seed: newSeed(),
    evaluation: hashEvaluation(settlement),
    asked_by: staffId,
    last_claim: rows[0]?.id ?? '0',
    repeats: null,
  });
}

/**
 * Repeats a finished run with its stored parameters. Returns the ID of the new run, which says
 * whether the result is the same.
 */
export async function repeatRun(context: RunContext, staffId: string, runId: string): Promise<string> {
  const { database, settlement } = context;
  const run = await database.selectFrom('rule_runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  if (run.status !== 'done' || run.repeats !== null)
    throw consoleProblem('conflict', 'Only a finished dry run can be repeated.');
  if (!run.evaluation.equals(hashEvaluation(settlement)))
    throw consoleProblem(
      'conflict',
      'This release of the software, or its settings for recognized amounts, evaluates rules differently. Repeat the run with the release that made it.',
    );
  const { rule_id, version, seal, seed, evaluation, last_claim } = run;
  return addRun(context, { rule_id, version, seal, seed, evaluation, last_claim, asked_by: staffId, repeats: runId });
}

type NewRun = Pick<
  RuleRunsTable,
  'rule_id' | 'version' | 'seal' | 'seed' | 'evaluation' | 'asked_by' | 'last_claim' | 'repeats'
>;

async function addRun({ database, keys, now }: RunContext, run: NewRun): Promise<string> {
  const at = now();
  return database.transaction().execute(async (transaction) => {
    const { open } = await transaction
      .selectFrom('rule_runs')
      .select(({ fn }) => fn.countAll<string>().as('open'))
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow();
    if (Number(open) >= maxOpenRuns)
      throw consoleProblem('too-many-requests', 'Many rules are running. Wait until one has finished, or cancel one.', {
        retryAfterSeconds: 30,
      });
    const row = await transaction
      .insertInto('rule_runs')
      .values({
        ...run,
        asked_at: at,
        due_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await addRecordEntry(transaction, { kind: 'rule-run', id: row.id }, at, {
      kind: 'rule-run-asked',
      details: {
        by: run.asked_by,
        rule: run.rule_id,
        version: run.version,
        seal: Number(run.seal),
        seed: run.seed,
        evaluation: run.evaluation.toString('hex'),
        lastClaim: run.last_claim,
        ...(run.repeats !== null && { repeats: run.repeats }),
      },
      rows: hashRow('rule_runs', row, keys),
    });
    return row.id;
  });
}

/** @throws ProblemError `conflict` when the run has ended */
export async function cancelRun(
  { database, keys, now }: Pick<RunContext, 'database' | 'keys' | 'now'>,
  staffId: string,
  id: string,
): Promise<void> {
  const at = now();
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('rule_runs')
      .set({ status: 'cancelled', finished_at: at, leased_by: null })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ProblemError('conflict');
    await addRecordEntry(transaction, { kind: 'rule-run', id }, at, {
      kind: 'rule-run-cancelled',
      details: { by: staffId },
      rows: hashRow('rule_runs', row, keys),
    });
  });
}

function selectRuns(database: Database) {
  return database
    .selectFrom('rule_runs as run')
    .innerJoin('rules', 'rules.id', 'run.rule_id')
    .innerJoin('staff', 'staff.id', 'run.asked_by')
    .innerJoin('history_seals', 'history_seals.position', 'run.seal')
    .leftJoin('bulk_jobs as release', (on) =>
      on
        .onRef('release.run_id', '=', 'run.id')
        .on('release.retries', 'is', null)
        .on('release.status', 'not in', ['refused', 'cancelled', 'failed']),
    )
    .selectAll('run')
    .select(['rules.case_id', 'staff.name', 'sealed_at', 'release.id as jobId', 'release.status as jobStatus'])
    .select(
      // Runs of an older version, or before a newer run, are history.
      sql<boolean>`not exists (
        select from rule_runs newer where newer.rule_id = run.rule_id and newer.position > run.position
          and newer.repeats is null and newer.status = 'done'
      ) and not exists (
        select from rule_versions newer where newer.rule_id = run.rule_id and newer.version > run.version
      )`.as('isNewest'),
    )
    .select(
      sql<string | null>`(
        select id from bulk_jobs where run_id = run.id and status = 'refused' order by asked_at desc limit 1
      )`.as('declined'),
    );
}
type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>;

export async function listRuns(database: Database, ruleId: string, limit = maxListedRuns): Promise<RuleRun[]> {
  const rows = await selectRuns(database)
    .where('run.rule_id', '=', ruleId)
    .orderBy('run.position', 'desc')
    .limit(limit)
    .execute();
  return rows.map(describeRun);
}

/** @throws ProblemError `not-found` also for a run of another case */
export async function findRun(database: Database, cases: readonly string[], id: string): Promise<RuleRun> {
  const row = await selectRuns(database)
    .where('run.id', '=', id)
    .where('rules.case_id', 'in', cases)
    .executeTakeFirstOrThrow(notFound);
  return describeRun(row);
}

function describeRun(row: RunRow): RuleRun {
  const [looked, last] = [Number(row.looked_to), Number(row.last_claim)];
  return {
    id: row.id,
    rule: row.rule_id,
    version: row.version,
    seal: Number(row.seal),
    sealedAt: row.sealed_at.toISOString(),
    seed: row.seed,
    askedBy: row.name,
    askedAt: row.asked_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    status: row.status,
    progress: last === 0 ? 1 : Math.min(1, looked / last),
    sha256: row.sha256?.toString('hex') ?? null,
    result: row.result,
    repeats: row.repeats,
    isIdentical: row.is_identical,
    isNewest: row.isNewest && row.repeats === null && row.status === 'done',
    release: row.jobId === null || row.jobStatus === null ? null : { job: row.jobId, status: row.jobStatus },
    declined: row.declined,
  };
}
