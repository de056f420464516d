import { type BulkClaims, type BulkJob, bulkOutcomesPerPage, type BulkOutcome } from '@redress/contract/console/bulk';
import { describeClaimFilters } from '@redress/contract/console/claim-labels';
import { readClaimListQuery } from '@redress/contract/console/claim-list';
import type { Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { BulkJobRow } from './tables.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { describeSettlement } from '../sign-in/session-routes.ts';
import { needsSurvivor } from '../review/surviving-claim.ts';
import { countOutcomes } from './bulk-jobs.ts';
import { bulkLabels } from '@redress/contract/console/claim-labels';
import { formatClaims } from './approval-content.ts';
import { describeOutcome } from './outcome-reasons.ts';

const maxListed = 50;

/** An action with names in place of IDs. */
export interface NamedBulkJob extends BulkJobRow {
  readonly askerName: string;
  readonly assignedName: string | null;
  /** The number of the claim that counts when others are denied as its duplicates. */
  readonly survivor: string | null;
  readonly ruleId: string | null;
  readonly ruleName: string | null;
  readonly ruleVersion: number | null;
  readonly decision: string | null;
  readonly deciderName: string | null;
  readonly decisionReason: string | null;
  readonly namedShares: readonly NamedShare[] | null;
}

/** A person's part of the claims that are assigned by share. */
interface NamedShare {
  readonly name: string;
  readonly percent: number;
  readonly claims: number;
}

function selectJobs(database: Database, cases: readonly string[]) {
  return (
    database
      .selectFrom('bulk_jobs as job')
      .innerJoin('staff as asker', 'asker.id', 'job.asked_by')
      .leftJoin('staff as assigned', 'assigned.id', 'job.assign_to')
      .leftJoin('approvals', 'approvals.id', 'job.approval_id')
      .leftJoin('staff as decider', 'decider.id', 'approvals.decided_by')
      .leftJoin('claims as survivor', 'survivor.id', 'job.surviving_claim_id')
      .leftJoin('rule_runs as run', 'run.id', 'job.run_id')
      .leftJoin('rules', 'rules.id', 'run.rule_id')
      .selectAll('job')
      .select([
        'asker.name as askerName',
        'assigned.name as assignedName',
        'approvals.decision',
        'decider.name as deciderName',
        'approvals.decision_reason as decisionReason',
        'survivor.number as survivor',
        'rules.id as ruleId',
        'rules.name as ruleName',
      ])
      .select(['run.version as ruleVersion'])
      .select(
        sql<readonly NamedShare[] | null>`(
          select json_agg(json_build_object('name', staff.name, 'percent', percent, 'claims', share.claims) order by place)
          from rows from (jsonb_to_recordset(job.shares->'people') as ("to" uuid, percent int, claims int))
            with ordinality as share (assignee, percent, claims, place)
          join staff on staff.id = share.assignee
        )`.as('namedShares'),
      )
      // People see only actions in which they may act on every case.
      .where(sql<boolean>`job.case_ids <@ ${cases}::text[]`)
  );
}

export async function listBulkJobs(
  database: Database,
  settlement: Settlement,
  { id: staffId, cases }: { readonly id: string; readonly cases: readonly string[] },
): Promise<BulkJob[]> {
  const rows = await selectJobs(database, cases).orderBy('job.asked_at', 'desc').limit(maxListed).execute();
  return Promise.all(rows.map((row) => describe(database, settlement, staffId, row)));
}

/** @throws ProblemError `not-found` also for an action in another case */
export async function findBulkJob(database: Database, cases: readonly string[], id: string): Promise<NamedBulkJob> {
  const row = await selectJobs(database, cases).where('job.id', '=', id).executeTakeFirst();
  if (!row) throw new ProblemError('not-found');
  return row;
}

export async function describe(
  database: Database,
  settlement: Settlement,
  staffId: string,
  row: NamedBulkJob,
): Promise<BulkJob> {
  const { rows: reasons } = await sql<{ outcome: BulkOutcome; reason: string; claims: number }>`
    select outcome, reason, count(*)::int as claims from bulk_job_claims
    where job_id = ${row.id} and outcome in ('skipped', 'failed') group by 1, 2 order by 3 desc, 2 limit 50`.execute(
    database,
  );
  return {
    id: row.id,
    kind: row.kind,
    what: describeAction(settlement, { ...row, shares: row.namedShares }),
    run:
      row.run_id === null || row.ruleId === null || row.ruleName === null
        ? null
        : { id: row.run_id, rule: row.ruleId, name: row.ruleName },
    retries: row.retries,
    claimsOf: row.claims_of,
    askedBy: row.askerName,
    isOwn: row.asked_by === staffId,
    askedAt: row.asked_at.toISOString(),
    reason: row.reason,
    status: row.status,
    declined: row.decision === 'declined' ? { by: row.deciderName ?? '', reason: row.decisionReason ?? '' } : null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    claims: row.claims,
    sha256: row.sha256.toString('hex'),
    counts: { ...(await countOutcomes(database, row.id)), queued: await countQueued(database, row) },
    reasons: reasons.map((each) => ({ ...each, reason: describeOutcome(each.reason) })),
  };
}

/** Describes the action in a sentence. */
export function describeAction(
  settlement: Settlement,
  job: Pick<NamedBulkJob, 'kind' | 'claims' | 'query' | 'claims_of' | 'reasons' | 'assignedName' | 'survivor'> &
    Partial<Pick<NamedBulkJob, 'ruleName' | 'ruleVersion'>> & { readonly shares: readonly NamedShare[] | null },
): string {
  const claims = formatClaims(job.claims);
  if (job.kind === 'release')
    return `Release what the rule “${job.ruleName ?? ''}”, version ${job.ruleVersion ?? 0}, found: ${claims}.`;
  if (job.shares) {
    const shared = formatClaims(job.shares.reduce((sum, share) => sum + share.claims, 0));
    const people = job.shares.map(
      (share) => `${share.name} ${share.claims.toLocaleString('en-US')} (${share.percent}%)`,
    );
    return `Assign ${shared} by share: ${people.join(', ')}. Chosen ${describeChoice(settlement, job)}.`;
  }
  const isAssigned = job.kind === 'assign' && job.assignedName !== null;
  const verb = job.kind === 'assign' && !isAssigned ? 'Unassign' : bulkLabels[job.kind];
  const to = isAssigned ? ` to ${job.assignedName}` : '';
  const labels = job.reasons.map((id) => settlement.review.reasons.find((each) => each.id === id)?.label ?? id);
  const reasons = labels.length === 0 ? '' : `, because: ${labels.join('; ')}`;
  const isDuplicate = job.kind === 'deny' && needsSurvivor(settlement.review, job.reasons);
  const survivor = job.survivor === null ? 'The earliest duplicate of each' : `Claim ${job.survivor}`;
  const counts = isDuplicate ? ` ${survivor} counts instead.` : '';
  return `${verb} ${claims}${to}${reasons}.${counts} Chosen ${describeChoice(settlement, job)}.`;
}

function describeChoice(
  settlement: Settlement,
  { query, claims_of: claimsOf }: Pick<BulkJobRow, 'query' | 'claims_of'>,
): string {
  if (claimsOf !== null) return 'because another action decided them';
  if (query === null) return 'one by one';
  const { query: filters } = readClaimListQuery(new URLSearchParams(query));
  const described = describeClaimFilters(filters, describeSettlement(settlement));
  return described.length === 0 ? 'by a list without filters' : `by a list with ${described.join('; ')}`;
}

/** SQL: whether a claim of an action is done, but waits for a reviewer or a second approval. */
const isQueued = ({
  id,
  run_id: runId,
}: Pick<BulkJobRow, 'id' | 'run_id'>) => sql<boolean>`outcome = 'done' and claim_id in (
  select claim_id from rule_run_claims where run_id = ${runId} and outcome = 'queue'
  union all
  select review.claim_id from claim_review review join claim_decisions decision on decision.id = review.decision_id and decision.claim_id = review.claim_id
  where review.status = 'proposed' and review.approval_id is not null and decision.source_id = ${id})`;

async function countQueued(database: Database, job: BulkJobRow): Promise<number> {
  const { queued } = await database
    .selectFrom('bulk_job_claims')
    .select(sql<number>`count(*)::int`.as('queued'))
    .where('job_id', '=', job.id)
    .where(isQueued(job))
    .executeTakeFirstOrThrow();
  return queued;
}

/** Reads a page of an action's claims, in the order of filing. */
export async function listBulkClaims(
  database: Database,
  job: Pick<BulkJobRow, 'id' | 'run_id'>,
  { outcome, after = '0' }: { readonly outcome?: BulkOutcome | 'queued' | 'waiting'; readonly after?: string },
): Promise<BulkClaims> {
  const ofOutcome =
    outcome === undefined
      ? sql<boolean>`true`
      : outcome === 'waiting'
        ? sql<boolean>`outcome is null`
        : outcome === 'queued'
          ? isQueued(job)
          : sql<boolean>`outcome = ${outcome}`;
  const rows = await database
    .selectFrom('bulk_job_claims')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select(['claim_id', 'number', 'outcome', 'reason', 'at', 'bulk_job_claims.amount'])
    .where('job_id', '=', job.id)
    .where('claim_id', '>', after)
    .where(ofOutcome)
    .orderBy('claim_id')
    .limit(bulkOutcomesPerPage + 1)
    .execute();
  const page = rows.slice(0, bulkOutcomesPerPage);
  const last = page.at(-1);
  return {
    claims: page.map((row) => ({
      number: row.number,
      outcome: row.outcome,
      reason: row.reason === null ? null : describeOutcome(row.reason),
      amount: row.amount,
      at: row.at?.toISOString() ?? null,
    })),
    ...(rows.length > bulkOutcomesPerPage && last && { next: last.claim_id }),
  };
}
