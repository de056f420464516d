import { describeFlagCounts, FlagCountsSchema } from '@redress/contract/console/flag-counts';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { RuleRun } from '@redress/contract/console/rules';
import type { Settlement } from '@redress/contract/settlement';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { approveBulkJob, refuseBulkJob } from '../bulk/end-bulk-job.ts';
import type { ConsoleContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findReportSeal } from '../reports/report-parameters.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { askForApproval, defineApproval } from '../approvals/approvals.ts';
import { hashEvaluation } from './evaluate-rule.ts';
import { readNewestVersion } from './rules.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

const approvalKind = 'rule-release';
/** Claims that one statement adds to the release. */
const claimsPerStatement = 50_000;

const formatCount = (count: number) => count.toLocaleString('en-US');

/**
 * Asks a second person to release the newest run of a rule. Their signature covers the SHA-256 of
 * its list of claims, outcomes and amounts.
 */
export async function askForRelease(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  staffId: string,
  run: RuleRun,
  reason: string,
): Promise<void> {
  const { result, sha256 } = run;
  if (run.status !== 'done' || !run.isNewest || result === null || sha256 === null)
    throw consoleProblem('conflict', 'Only the newest finished dry run of a rule can be released. Run it again.');
  const claims = result.approve + result.queue;
  if (claims === 0) throw consoleProblem('conflict', 'No claims meet this rule, so there is nothing to release.');
  const { database, keys, now } = context;
  const at = now();
  const seal = await findReportSeal(database, run.seal);
  const { caseId, name } = await database
    .selectFrom('rules')
    .select(['case_id as caseId', 'name'])
    .where('id', '=', run.rule)
    .executeTakeFirstOrThrow();
  await database.transaction().execute(async (transaction) => {
    const id = crypto.randomUUID();
    const approval = await askForApproval(transaction, context, {
      kind: approvalKind,
      caseId,
      askedBy: staffId,
      reason,
      details: {
        jobId: id,
        runId: run.id,
        rule: name,
        version: run.version,
        seal: run.seal,
        approve: result.approve,
        queue: result.queue,
        amount: result.amount,
        largest: result.largest,
        secondPerson: result.secondPerson,
        ...(result.flags && { flags: result.flags.approve }),
        sha256,
      },
    });
    const job = await transaction
      .insertInto('bulk_jobs')
      .values({
        id,
        kind: 'release',
        case_ids: [caseId],
        run_id: run.id,
        claims,
        sha256: Buffer.from(sha256, 'hex'),
        as_of: seal?.lastEntry ?? '0',
        reason: stripNulAndSurrogates(reason).trim(),
        asked_by: staffId,
        asked_at: at,
        approval_id: approval,
        status: 'asking',
        due_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (violatedUniqueConstraint(error) === 'bulk_jobs_of_run')
          throw consoleProblem('conflict', 'The release of this run was already requested.');
        throw error;
      });
    await copyClaims(transaction, run.id, id);
    await addRecordEntry(transaction, { kind: 'bulk', id }, at, {
      kind: 'bulk-asked',
      details: { by: staffId, action: 'release', claims, sha256, approval, run: run.id },
      rows: hashRow('bulk_jobs', job, keys),
    });
  });
}

async function copyClaims(transaction: Kysely<Tables>, runId: string, jobId: string): Promise<void> {
  for (let after: string | null = '0'; after !== null;) {
    const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
      with added as (
        insert into bulk_job_claims (job_id, claim_id, amount)
        select ${jobId}, claim_id, amount from rule_run_claims
        where run_id = ${runId} and claim_id > ${after} order by claim_id limit ${claimsPerStatement}
        returning claim_id
      )
      select max(claim_id) as last from added`.execute(transaction);
    after = rows[0]?.last ?? null;
  }
}

/**
 * @throws ProblemError `conflict` if the run is for an older version of its rule, or from software
 * that computed differently
 */
async function requireCurrent(transaction: Kysely<Tables>, settlement: Settlement, runId: string): Promise<void> {
  const run = await transaction
    .selectFrom('rule_runs')
    .select(['rule_id', 'version', 'evaluation'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const whatToDo = 'Decline this, run the rule again, and request the release of the new run.';
  if ((await readNewestVersion(transaction, run.rule_id)).version !== run.version)
    throw consoleProblem('conflict', `The rule was changed after this run. ${whatToDo}`);
  if (!run.evaluation.equals(hashEvaluation(settlement)))
    throw consoleProblem(
      'conflict',
      `The software or its settings for recognized amounts have changed since this run. ${whatToDo}`,
    );
}

export const ruleReleaseApproval = defineApproval(approvalKind, {
  permission: 'supervise',
  bulkJobOf: ({ jobId }) => jobId,
  details: Type.Object({
    jobId: Type.String(),
    runId: Type.String(),
    rule: Type.String(),
    version: Type.Integer(),
    seal: Type.Integer(),
    approve: Type.Integer(),
    queue: Type.Integer(),
    amount: Type.String(),
    largest: Type.Union([Type.String(), Type.Null()]),
    secondPerson: Type.Integer(),
    // Earlier releases stored requests without flags.
    flags: Type.Optional(FlagCountsSchema),
    sha256: Type.String(),
  }),
  describe(_context, { rule, version, seal, approve, queue, amount, largest, secondPerson, flags, sha256 }) {
    const approved =
      approve === 0
        ? []
        : [
            `approve ${formatCount(approve)} claims for ${formatMoney(amount)} in all${largest === null ? '' : `, the largest ${formatMoney(largest)}`}${secondPerson === 0 ? '' : `; ${formatCount(secondPerson)} of them late or large, for which this counts as the second approval`}`,
          ];
    const queued = queue === 0 ? [] : [`queue ${formatCount(queue)} for review`];
    const flagged =
      flags === undefined || approve === 0 ? '' : ` ${describeFlagCounts(flags, 'Flags of the claims to approve')}`;
    return `Release the rule “${rule}”, version ${version}, as of seal ${seal}: ${[...approved, ...queued].join('; ')}.${flagged} SHA-256 of the list: ${sha256}.`;
  },
  async carryOut(transaction, { keys, now, settlement }, { id, details, decidedBy }) {
    await requireCurrent(transaction, settlement, details.runId);
    await approveBulkJob(transaction, keys, { jobId: details.jobId, approvalId: id, by: decidedBy, at: now() });
  },
  drop: (transaction, { keys, now }, { details, decidedBy, isWithdrawn }) =>
    refuseBulkJob(transaction, keys, {
      jobId: details.jobId,
      by: decidedBy,
      isWithdrawn,
      at: now(),
    }),
});
