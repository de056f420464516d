import { createHash } from 'node:crypto';
import type { RuleOutcome, RunResult } from '@redress/contract/console/rules';
import { type Selectable, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { RuleRunsTable } from './tables.ts';
import { countFlags } from '../bulk/count-flags.ts';
import { drawOrder } from '../quality/draw-sample.ts';
import { findReportSeal, type ReportSeal } from '../reports/report-parameters.ts';
import { endHeldJob, failureOf, readHeldJob, updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases } from '../../platform/jobs/job-leases.ts';
import type { JobSource } from '../../platform/jobs/job-runner.ts';
import { type EvaluatedRule, evaluateRange } from './evaluate-rule.ts';

interface RunJobContext extends Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'> {
  /** Claims per transaction, so that statements stay far below their time limit. */
  readonly claimsPerChunk?: number;
}
type Run = Selectable<RuleRunsTable>;

/** Claims per part of the canonical list, which one statement makes. */
const claimsPerPart = 20_000;
/** Maximum claims shown in a result: drawn by seed, added, and removed since the last run. */
const maxSample = 20;

/**
 * Computes dry runs. Any process can continue an interrupted run: each range of claims and its
 * progress are one transaction.
 */
export function ruleRunJobs(context: RunJobContext): JobSource {
  const { database, settlement, claimsPerChunk = 10_000 } = context;
  async function readRule(run: Run, seal: ReportSeal): Promise<EvaluatedRule> {
    const { outcome, conditions, caseId } = await database
      .selectFrom('rule_versions')
      .innerJoin('rules', 'rules.id', 'rule_id')
      .select(['outcome', 'conditions', 'case_id as caseId'])
      .where('rule_id', '=', run.rule_id)
      .where('version', '=', run.version)
      .executeTakeFirstOrThrow();
    return { runId: run.id, caseId, outcome, conditions, seal, scoresOf: run.repeats };
  }

  async function lookAtNext(run: Run, rule: EvaluatedRule): Promise<Run> {
    return database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ upTo: string }>`
        select coalesce(max(id), ${run.last_claim}::bigint) as "upTo" from (
          select id from claims where id > ${run.looked_to} and id <= ${run.last_claim} order by id limit ${claimsPerChunk}
        ) as chunk`.execute(transaction);
      const upTo = rows[0]?.upTo ?? run.last_claim;
      await updateHeldJob(transaction, 'rule-run', run, { looked_to: upTo });
      // Chunks are small: compiling a plan would take longer than running it.
      await sql`set local jit = off`.execute(transaction);
      // PostgreSQL cannot estimate a chunk's number of facts, and expects one row.
      await sql`set local enable_nestloop = off`.execute(transaction);
      await evaluateRange(transaction, settlement, rule, { above: run.looked_to, upTo });
      return { ...run, looked_to: upTo };
    });
  }

  async function complete(run: Run): Promise<void> {
    const sha256 = await hashClaims(database, run.id);
    const scoresSha256 = await hashScores(database, run.repeats ?? run.id);
    const result = await readResult(database, settlement, run);
    const original =
      run.repeats === null
        ? undefined
        : await database
            .selectFrom('rule_runs')
            .select('sha256')
            .where('id', '=', run.repeats)
            .executeTakeFirstOrThrow();
    const isIdentical = original ? original.sha256?.equals(sha256) === true : null;
    const [list, scores] = [sha256.toString('hex'), scoresSha256.toString('hex')];
    const hashes = { sha256: list, scoresSha256: scores };
    const { approve, queue, amount } = result;
    await endHeldJob(
      context,
      'rule-run',
      run,
      {
        status: 'done',
        sha256,
        scores_sha256: scoresSha256,
        result: JSON.stringify(result),
        is_identical: isIdentical,
      },
      isIdentical === null
        ? { kind: 'rule-run-made', details: { ...hashes, approve, queue, amount } }
        : { kind: 'rule-run-compared', details: { ...hashes, outcome: isIdentical ? 'identical' : 'different' } },
    );
  }

  return {
    name: 'rule-run',
    leases: jobLeases(database, 'rule-run'),
    concurrency: 1,
    pauseSeconds: [2, 10, 60],
    maxAttempts: 6,
    async run(id, holder, signal) {
      let run = await readHeldJob(database, 'rule-run', id, holder);
      const seal = await findReportSeal(database, Number(run.seal));
      if (!seal) throw new Error(`There is no seal ${run.seal}`);
      if (!(await isSearchFilled(database, seal))) return { waitSeconds: 1 };
      const rule = await readRule(run, seal);
      while (BigInt(run.looked_to) < BigInt(run.last_claim)) {
        signal.throwIfAborted();
        run = await lookAtNext(run, rule);
      }
      signal.throwIfAborted();
      await complete(run);
      return 'done';
    },
    async giveUp(id, holder) {
      const run = await readHeldJob(database, 'rule-run', id, holder);
      const event = { kind: 'rule-run-failed', details: failureOf(run) } as const;
      await endHeldJob(context, 'rule-run', run, { status: 'failed' }, event);
    },
  };
}

/** Whether the search rows, which `evaluate-rule.ts` reads, include everything in a seal. */
async function isSearchFilled(database: Database, { lastEntry }: ReportSeal): Promise<boolean> {
  const progress = await database
    .selectFrom('claim_search_progress')
    .select(['last_entry', 'derived_to'])
    .executeTakeFirstOrThrow();
  if (progress.derived_to !== null) return false;
  if (BigInt(progress.last_entry) >= BigInt(lastEntry)) return true;
  // Entries of other histories have IDs of the same sequence.
  const next = await database
    .selectFrom('claim_history')
    .select('id')
    .where('id', '>', progress.last_entry)
    .where('id', '<=', lastEntry)
    .limit(1)
    .executeTakeFirst();
  return next === undefined;
}

/** SHA-256 of the canonical list: each claim's number, outcome and amount, in order of filing. */
export const hashClaims = (database: Database, runId: string): Promise<Buffer> =>
  hashRows(
    database,
    (after) => sql`
    select max(claim_id) as last, string_agg(number || ',' || outcome || ',' || coalesce(amount::text, '') || e'\n', '' order by claim_id) as part
    from (
      select claim_id, number, outcome, listed.amount from (
        select * from rule_run_claims where run_id = ${runId} and claim_id > ${after} order by claim_id limit ${claimsPerPart}
      ) as listed join claims on claims.id = claim_id
    ) as claim`,
  );

/** SHA-256 of the scores that a run has read and kept. */
export const hashScores = (database: Database, runId: string): Promise<Buffer> =>
  hashRows(
    database,
    (after) => sql`
    select max(claim_id) as last, string_agg(
      claim_id || ',' || duplicate || ',' || machine || ',' || array_to_string(signals, ' ') || e'\n', '' order by claim_id
    ) as part
    from (
      select * from rule_run_scores where run_id = ${runId} and claim_id > ${after} order by claim_id limit ${claimsPerPart}
    ) as score`,
  );

/** SHA-256 of the counts, sums, sample and difference of a run, for its history. */
async function hashRows(
  database: Database,
  readPart: (after: string) => ReturnType<typeof sql<{ last: string | null; part: string | null }>>,
): Promise<Buffer> {
  const sha256 = createHash('sha256');
  for (let after: string | null = '0'; after !== null;) {
    const { rows } = await readPart(after).execute(database);
    sha256.update(rows[0]?.part ?? '');
    after = rows[0]?.last ?? null;
  }
  return sha256.digest();
}

async function readResult(database: Database, settlement: RunJobContext['settlement'], run: Run): Promise<RunResult> {
  const { secondPersonFrom } = settlement.review;
  const countListed = (listed: RuleOutcome) =>
    countFlags(
      database,
      settlement,
      sql`select claim_id from rule_run_claims where run_id = ${run.id} and outcome = ${listed}`,
    );
  const { rows } = await sql<Pick<RunResult, 'approve' | 'queue' | 'amount' | 'largest'>>`
    select count(*) filter (where outcome = 'approve')::int as approve, count(*) filter (where outcome = 'queue')::int as queue,
      coalesce(sum(amount), 0)::numeric(24, 2)::text as amount, max(amount)::numeric(24, 2)::text as largest
    from rule_run_claims where run_id = ${run.id}`.execute(database);
  const counts = rows[0] ?? { approve: 0, queue: 0, amount: '0.00', largest: null };
  const { outcome } = await database
    .selectFrom('rule_versions')
    .select('outcome')
    .where('rule_id', '=', run.rule_id)
    .where('version', '=', run.version)
    .executeTakeFirstOrThrow();
  const { rows: alone } = await sql<{ claims: number }>`
    select count(*)::int as claims from rule_run_claims join claims on claims.id = claim_id
    where run_id = ${run.id} and outcome = 'approve' and (rule_run_claims.amount >= ${secondPersonFrom} or late)`.execute(
    database,
  );
  const { rows: sample } = await sql<{ number: string; outcome: RuleOutcome; amount: string | null }>`
    select number, outcome, drawn.amount::numeric(19, 2)::text as amount from (
      select * from rule_run_claims where run_id = ${run.id}
      order by ${drawOrder(run.seed, sql`claim_id`)} limit ${maxSample}
    ) as drawn join claims on claims.id = claim_id
    order by number`.execute(database);
  return {
    ...counts,
    leftToPeople: outcome === 'approve' ? counts.queue : 0,
    secondPerson: alone[0]?.claims ?? 0,
    flags: { approve: await countListed('approve'), queue: await countListed('queue') },
    sample,
    difference: await readDifference(database, run),
  };
}

/** The changes since the rule's last run. A repeated run has those of its original. */
async function readDifference(database: Database, run: Run): Promise<RunResult['difference']> {
  const before = await database
    .selectFrom('rule_runs')
    .select('id')
    .where('rule_id', '=', run.rule_id)
    .where('status', '=', 'done')
    .where('repeats', 'is', null)
    .where('id', '<>', run.repeats ?? run.id)
    .where('position', '<', sql<string>`(select position from rule_runs where id = ${run.repeats ?? run.id})`)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!before) return null;
  const only = async (inRun: string, notIn: string) => {
    const { rows } = await sql<{ claims: number; numbers: string[] }>`
      with changed as materialized (
        select claim_id from rule_run_claims one where run_id = ${inRun}
          and not exists (select from rule_run_claims other where other.run_id = ${notIn} and other.claim_id = one.claim_id)
      )
      select (select count(*)::int from changed) as claims, array(
        select number from claims where id = any(array(select claim_id from changed order by claim_id limit ${maxSample})) order by id
      ) as numbers`.execute(database);
    return rows[0] ?? { claims: 0, numbers: [] };
  };
  const [added, removed] = [await only(run.id, before.id), await only(before.id, run.id)];
  return {
    run: before.id,
    added: added.claims,
    removed: removed.claims,
    addedClaims: added.numbers,
    removedClaims: removed.numbers,
  };
}
