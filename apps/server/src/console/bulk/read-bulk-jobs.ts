import {
  type BulkClaimFilter,
  type BulkClaims,
  type BulkJob,
  bulkOutcomesPerPage,
  type BulkOutcome,
} from '@redress/contract/console/bulk';
import { describeBulk, describeClaimFilters, letterLabels } from '@redress/contract/console/claim-labels';
import { readClaimListQuery } from '@redress/contract/console/claim-list';
import type { Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { BulkJobRow } from './tables.ts';
import { notFound } from '../../platform/http/problem.ts';
import { describeSettlement } from '../sign-in/session-routes.ts';
import { needsSurvivor } from '../review/surviving-claim.ts';
import { countOutcomes } from './bulk-jobs.ts';
import { formatClaims, formatCount } from './approval-content.ts';
import { readQueuedReasons } from './left-to-people.ts';
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
  readonly decidedAt: Date | null;
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
        'approvals.decided_at as decidedAt',
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

/** Lists the latest requests to queue letters, or the latest releases and other actions. */
export async function listBulkJobs(
  database: Database,
  settlement: Settlement,
  {
    id: staffId,
    cases,
    areLetters,
  }: { readonly id: string; readonly cases: readonly string[]; readonly areLetters: boolean },
): Promise<BulkJob[]> {
  const rows = await selectJobs(database, cases)
    .where('job.kind', areLetters ? '=' : '<>', 'letter')
    .orderBy('job.asked_at', 'desc')
    .limit(maxListed)
    .execute();
  return Promise.all(rows.map((row) => describe(database, settlement, staffId, row)));
}

/** @throws ProblemError `not-found` also for an action in another case */
export async function findBulkJob(database: Database, cases: readonly string[], id: string): Promise<NamedBulkJob> {
  return selectJobs(database, cases).where('job.id', '=', id).executeTakeFirstOrThrow(notFound);
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
  const reopenings = await database
    .selectFrom('bulk_jobs')
    .innerJoin('staff', 'staff.id', 'asked_by')
    .select(['bulk_jobs.id', 'staff.name as by', 'asked_at as at', 'claims', 'status'])
    .where('claims_of', '=', row.id)
    .where('kind', '=', 'reopen')
    .where('status', 'not in', ['refused', 'cancelled'])
    .orderBy('asked_at')
    .execute();
  return {
    id: row.id,
    kind: row.kind,
    what: describeAction(settlement, { ...row, shares: row.namedShares }),
    run:
      row.run_id === null || row.ruleId === null || row.ruleName === null
        ? null
        : { id: row.run_id, rule: row.ruleId, name: row.ruleName },
    letter: row.letter,
    retries: row.retries,
    claimsOf: row.claims_of,
    reopenings: reopenings.map((each) => ({ ...each, at: each.at.toISOString() })),
    askedBy: row.askerName,
    isOwn: row.asked_by === staffId,
    askedAt: row.asked_at.toISOString(),
    reason: row.reason,
    status: row.status,
    approved:
      row.decision === 'approved' && row.decidedAt !== null
        ? { by: row.deciderName ?? '', at: row.decidedAt.toISOString() }
        : null,
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
  job: Pick<
    NamedBulkJob,
    'kind' | 'claims' | 'case_ids' | 'letter' | 'query' | 'claims_of' | 'reasons' | 'assignedName' | 'survivor'
  > &
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
    return `Assign ${shared} by share: ${people.join(', ')}. ${describeChoice(settlement, job)}.`;
  }
  if (job.letter !== null) {
    const letters = `${letterLabels[job.letter].toLowerCase()} ${job.claims === 1 ? 'letter' : 'letters'}`;
    const captions = describeSettlement(settlement).cases.filter(({ id }) => job.case_ids.includes(id));
    return `Queue ${formatCount(job.claims)} ${letters} for ${captions.map(({ caption }) => `“${caption}”`).join(', ')}.`;
  }
  const isAssigned = job.kind === 'assign' && job.assignedName !== null;
  const what = job.kind === 'assign' && !isAssigned ? `Unassign ${claims}` : describeBulk(job.kind, claims);
  const to = isAssigned ? ` to ${job.assignedName}` : '';
  const labels = job.reasons.map((id) => settlement.review.reasons.find((each) => each.id === id)?.label ?? id);
  const reasons = labels.length === 0 ? '' : `, because: ${labels.join('; ')}`;
  const isDuplicate = job.kind === 'deny' && needsSurvivor(settlement.review, job.reasons);
  const survivor = job.survivor === null ? 'The earliest duplicate of each' : `Claim ${job.survivor}`;
  const counts = isDuplicate ? ` ${survivor} counts instead.` : '';
  return `${what}${to}${reasons}.${counts} ${describeChoice(settlement, job)}.`;
}

function describeChoice(
  settlement: Settlement,
  { query, claims_of: claimsOf }: Pick<BulkJobRow, 'query' | 'claims_of'>,
): string {
  if (claimsOf !== null) return 'They were decided in one earlier action';
  if (query === null) return 'Selected one at a time';
  const { query: filters } = readClaimListQuery(new URLSearchParams(query));
  const described = describeClaimFilters(filters, describeSettlement(settlement));
  return described.length === 0 ? 'Selected from all claims' : `Selected from claims with ${described.join('; ')}`;
}

/** SQL: whether the rule of a run leaves a claim to a reviewer. */
const isForReviewer = (runId: string | null) => sql<boolean>`exists (
  select from rule_run_claims found where found.run_id = ${runId} and found.claim_id = listed.claim_id and found.outcome = 'queue')`;

/** SQL: whether the decision that an action made about a claim waits for a second person. */
const isForSecondPerson = (jobId: string | null) => sql<boolean>`exists (
  select from claim_review review join claim_decisions decision on decision.id = review.decision_id
  where review.claim_id = listed.claim_id and review.status = 'proposed' and review.approval_id is not null
    and decision.source_id = ${jobId})`;

/** A bulk action, or the dry run of a rule, which has not acted yet. */
type ClaimList = Pick<BulkJobRow, 'run_id'> & { readonly id: string | null };

/** SQL: whether a claim that was or can be acted on waits for a reviewer or a second approval. */
const isQueued = ({ id, run_id: runId }: ClaimList) =>
  sql<boolean>`coalesce(outcome, 'done') = 'done' and (${isForReviewer(runId)} or ${isForSecondPerson(id)})`;

async function countQueued(database: Database, job: BulkJobRow): Promise<number> {
  // Letters leave no claim to a person.
  if (job.kind === 'letter') return 0;
  const { queued } = await database
    .selectFrom('bulk_job_claims as listed')
    .select(sql<number>`count(*)::int`.as('queued'))
    .where('job_id', '=', job.id)
    .where('outcome', '=', 'done')
    .where(isQueued(job))
    .executeTakeFirstOrThrow();
  return queued;
}

/** Reads a page of the claims of an action or a dry run, in the order of filing. */
export async function listBulkClaims(
  database: Database,
  job: ClaimList,
  { outcome, after = '0' }: { readonly outcome?: BulkClaimFilter; readonly after?: string },
): Promise<BulkClaims> {
  const isShown = {
    waiting: sql<boolean>`outcome is null`,
    queued: isQueued(job),
    late: sql<boolean>`claims.late`,
    done: sql<boolean>`outcome = 'done'`,
    skipped: sql<boolean>`outcome = 'skipped'`,
    failed: sql<boolean>`outcome = 'failed'`,
  };
  const source =
    job.id === null
      ? sql`select claim_id, null::text as outcome, null::text as reason, null::timestamptz as at, amount, null::uuid as assign_to
          from rule_run_claims where run_id = ${job.run_id}`
      : sql`select claim_id, outcome, reason, at, amount, assign_to from bulk_job_claims where job_id = ${job.id}`;
  const { rows } = await sql<
    Omit<BulkClaims['claims'][number], 'at'> & { readonly id: string; readonly at: Date | null }
  >`
    select listed.claim_id as id, number, outcome, reason, at, listed.amount::text as amount, claims.late,
      (select name from staff where staff.id = listed.assign_to) as "assignedTo",
      case when ${isForReviewer(job.run_id)} then 'reviewer' when ${isForSecondPerson(job.id)} then 'second-person' end as queued
    from (${source}) as listed join claims on claims.id = listed.claim_id
    where listed.claim_id > ${after} and ${outcome === undefined ? sql`true` : isShown[outcome]}
    order by listed.claim_id limit ${bulkOutcomesPerPage + 1}`.execute(database);
  const page = rows.slice(0, bulkOutcomesPerPage);
  const last = page.at(-1);
  const left = page.filter(({ queued, reason }) => queued === 'reviewer' && reason === null).map(({ id }) => id);
  const whyLeft =
    job.run_id === null || left.length === 0
      ? new Map<string, string>()
      : await readQueuedReasons(database, job.run_id, left);
  return {
    claims: page.map(({ id, reason, at, ...row }) => ({
      ...row,
      reason: reason === null ? (whyLeft.get(id) ?? null) : describeOutcome(reason),
      at: at?.toISOString() ?? null,
    })),
    ...(rows.length > bulkOutcomesPerPage && last && { next: last.id }),
  };
}
