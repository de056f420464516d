import { bulkStatuses } from '@redress/contract/console/bulk';
import { type Kysely, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { BulkJobRow } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { decideApproval } from '../approvals/decide-approval.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { countOutcomes } from './bulk-jobs.ts';
import { type FrozenClaim, hashClaims, storeClaims } from './approval-content.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

/** Starts the job after the second person's approval. */
export async function approveBulkJob(
  transaction: Kysely<Tables>,
  keys: Keys,
  { jobId, approvalId, by, at }: { jobId: string; approvalId: string; by: string; at: Date },
): Promise<void> {
  const job = await transaction
    .updateTable('bulk_jobs')
    .set({ status: 'waiting', approved_by: by, due_at: at })
    .where('id', '=', jobId)
    .where('approval_id', '=', approvalId)
    .where('status', '=', 'asking')
    .returningAll()
    .executeTakeFirst();
  if (!job) throw consoleProblem('conflict', 'This action was canceled. Request it again.');
  await addRecordEntry(transaction, { kind: 'bulk', id: jobId }, at, {
    kind: 'bulk-approved',
    details: { by, approval: approvalId },
    rows: hashRow('bulk_jobs', job, keys),
  });
}

/** Ends an action that was declined or withdrawn. */
export async function refuseBulkJob(
  transaction: Kysely<Tables>,
  keys: Keys,
  { jobId, by, isWithdrawn, at }: { jobId: string; by: string; isWithdrawn: boolean; at: Date },
): Promise<void> {
  const job = await transaction
    .updateTable('bulk_jobs')
    .set({ status: isWithdrawn ? 'cancelled' : 'refused', finished_at: at })
    .where('id', '=', jobId)
    .where('status', '=', 'asking')
    .returningAll()
    .executeTakeFirst();
  if (!job) return;
  const rows = hashRow('bulk_jobs', job, keys);
  await addRecordEntry(transaction, { kind: 'bulk', id: jobId }, at, { kind: 'bulk-refused', details: { by }, rows });
}

/**
 * Stops an action. Outcomes so far remain.
 * @throws ProblemError `conflict` when it has ended, `not-permitted` for another person's request
 */
export async function cancelBulkJob(context: ConsoleContext, person: StaffMember, job: BulkJobRow): Promise<void> {
  if (job.status === 'asking' && job.approval_id !== null)
    return decideApproval(context, person, job.approval_id, { decision: 'withdrawn' });
  const { keys } = context;
  const at = context.now();
  await context.database.transaction().execute(async (transaction) => {
    const cancelled = await transaction
      .updateTable('bulk_jobs')
      .set({ status: 'cancelled', finished_at: at, leased_by: null })
      .where('id', '=', job.id)
      .where('status', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!cancelled) throw consoleProblem('conflict', 'This action has already ended.');
    const { done } = await countOutcomes(transaction, job.id);
    await addRecordEntry(transaction, { kind: 'bulk', id: job.id }, at, {
      kind: 'bulk-cancelled',
      details: { by: person.id, done },
      rows: hashRow('bulk_jobs', cancelled, keys),
    });
  });
}

const endedStatuses: readonly BulkJobRow['status'][] = bulkStatuses.filter(
  (status) => status !== 'asking' && status !== 'waiting',
);

/** Retries an action's failed claims under the same approval. Returns the new action's ID. */
export async function retryBulkJob(
  { database, keys, now }: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  staffId: string,
  job: BulkJobRow,
): Promise<string> {
  if (!endedStatuses.includes(job.status)) throw consoleProblem('conflict', 'This action has not ended yet.');
  if (job.approved_by === staffId)
    throw consoleProblem(
      'conflict',
      'You approved this action as the second person. Another person must try it again.',
    );
  const at = now();
  return database.transaction().execute(async (transaction) => {
    const id = crypto.randomUUID();
    // Two people must not retry the same claims, even through different retries of one action.
    const first = await lockFirstJob(transaction, job.id);
    const { rows: failed } = await sql<FrozenClaim>`
      with recursive tried as (
        select id from bulk_jobs where id = ${first}
        union all select again.id from bulk_jobs again join tried on again.retries = tried.id
      )
      select claim_id as id, number, bulk_job_claims.amount::text as amount, assign_to as "assignTo"
      from bulk_job_claims join claims on claims.id = claim_id
      where job_id = ${job.id} and outcome = 'failed'
        and not exists (
          select from bulk_job_claims again join tried on tried.id = again.job_id
          where again.claim_id = bulk_job_claims.claim_id and again.outcome is distinct from 'failed'
        )
      order by claim_id`.execute(transaction);
    if (failed.length === 0) throw consoleProblem('conflict', 'There are no failed claims left to try again.');
    const sha256 = hashClaims(failed);
    const { kind, case_ids, run_id, query, claims_of, assign_to, reasons, surviving_claim_id, letter } = job;
    const { as_of, reason, approval_id, approved_by } = job;
    const people = job.shares?.people.map((share) => ({
      ...share,
      claims: failed.filter(({ assignTo }) => assignTo === share.to).length,
    }));
    const again = await transaction
      .insertInto('bulk_jobs')
      .values({
        id,
        kind,
        case_ids,
        run_id,
        query,
        claims_of,
        assign_to,
        shares: job.shares && people ? { ...job.shares, people } : null,
        reasons,
        surviving_claim_id,
        letter,
        as_of,
        reason,
        approval_id,
        approved_by,
        claims: failed.length,
        sha256,
        asked_by: staffId,
        asked_at: at,
        retries: job.id,
        status: 'waiting',
        due_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeClaims(transaction, id, failed);
    await addRecordEntry(transaction, { kind: 'bulk', id }, at, {
      kind: 'bulk-asked',
      details: {
        by: staffId,
        action: kind,
        claims: failed.length,
        sha256: sha256.toString('hex'),
        ...(approval_id !== null && { approval: approval_id }),
        ...(run_id !== null && { run: run_id }),
        retries: job.id,
      },
      rows: hashRow('bulk_jobs', again, keys),
    });
    return id;
  });
}

/** Locks the original action that this one retries. Returns its ID. */
async function lockFirstJob(transaction: Kysely<Tables>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive tried as (
      select id, retries from bulk_jobs where id = ${id}
      union all select earlier.id, earlier.retries from bulk_jobs earlier join tried on earlier.id = tried.retries
    )
    select id from bulk_jobs where id = (select id from tried where retries is null) for update`.execute(transaction);
  return rows[0]?.id;
}
