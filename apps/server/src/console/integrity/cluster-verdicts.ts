import type { ClaimVerdict } from '@redress/contract/console/integrity';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { ClusterVerdictsTable } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { describeVerdicts, verdictNames } from '@redress/contract/console/verdict-names';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { drawOrder, newSeed } from '../quality/draw-sample.ts';
import { askForApproval, defineApproval } from '../approvals/approvals.ts';
import { isSampleReturned } from '../sign-in/blind-reviews.ts';
import { anyOf, type IntegrityContext } from './load-claims.ts';
import { pauseScoring } from './scoring-lock.ts';
import { recordVerdict } from './verdicts.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

const kind = 'cluster-verdict';
const sampleLimits = { min: 5, max: 30 } as const;
/** Claims per transaction, which takes about a quarter of a second. */
const batchSize = 50;

type Row = Selectable<ClusterVerdictsTable>;

/** The number of a cluster's claims to review one by one: the square root, within limits. */
export const sampleSizeOf = (claims: number): number =>
  Math.min(sampleLimits.max, Math.max(sampleLimits.min, Math.ceil(Math.sqrt(claims))));

/**
 * Draws the sample that a person reviews before they give a verdict on a cluster as a whole.
 * `too-small`: no more claims without a verdict than a sample needs. `busy`: another verdict on the
 * cluster is in progress. `returned`: the person left a sample of it unfinished before.
 */
export async function startClusterVerdict(
  transaction: Transaction<Tables>,
  { keys, now }: Pick<IntegrityContext, 'keys' | 'now'>,
  { id, clusterId, staffId }: { readonly id: string; readonly clusterId: string; readonly staffId: string },
): Promise<{ readonly id: string } | 'not-found' | 'too-small' | 'busy' | 'returned'> {
  // Locked, so that two people do not start two verdicts.
  const cluster = await transaction
    .selectFrom('claim_clusters')
    .select('case_id')
    .where('id', '=', clusterId)
    .forUpdate()
    .executeTakeFirst();
  if (!cluster) return 'not-found';
  const open = await transaction
    .selectFrom('cluster_verdicts')
    .select(['id', 'staff_id', 'state', isSampleReturned(sql.ref('cluster_verdicts.id')).as('isReturned')])
    .where('cluster_id', '=', clusterId)
    .where('state', 'in', ['sample', 'asked', 'approved'])
    .execute();
  const begun = open.find((row) => row.state === 'sample' && row.staff_id === staffId);
  if (begun) return begun.isReturned ? 'returned' : { id: begun.id };
  if (open.some(({ state }) => state !== 'sample')) return 'busy';
  const seed = newSeed();
  const claimIds = await listUnjudged(transaction, clusterId, seed);
  const sample = claimIds.slice(0, sampleSizeOf(claimIds.length));
  if (sample.length === claimIds.length) return 'too-small';
  const at = now();
  const row = await transaction
    .insertInto('cluster_verdicts')
    .values({
      id,
      cluster_id: clusterId,
      case_id: cluster.case_id,
      staff_id: staffId,
      started_at: at,
      seed,
      claim_ids: claimIds,
      sample_ids: sample,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addRecordEntry(transaction, { kind, id }, at, {
    kind: 'cluster-sample-drawn',
    details: {
      by: staffId,
      caseId: cluster.case_id,
      cluster: clusterId,
      size: sample.length,
      seed,
      population: claimIds.length,
    },
    rows: hashRow('cluster_verdicts', row, keys),
  });
  return { id };
}

/**
 * Leaves a person's sample unfinished, so that they see its scores, and others can draw one. Said
 * again, it changes nothing. `not-open`: a second person was asked.
 */
export async function returnSample(
  transaction: Transaction<Tables>,
  { now }: Pick<IntegrityContext, 'now'>,
  { id, staffId, cases }: Pick<ClusterVerdictRequest, 'id' | 'staffId' | 'cases'>,
): Promise<'returned' | 'not-found' | 'not-open'> {
  const row = await transaction
    .selectFrom('cluster_verdicts')
    .select(['id', 'state', 'case_id'])
    .select(isSampleReturned(sql.ref('cluster_verdicts.id')).as('isReturned'))
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !cases.includes(row.case_id)) return 'not-found';
  if (row.state !== 'sample') return 'not-open';
  if (!row.isReturned)
    await addRecordEntry(transaction, { kind, id: row.id }, now(), {
      kind: 'cluster-sample-returned',
      details: { by: staffId },
    });
  return 'returned';
}

/** The claims of a cluster without a verdict, in the order in which the sample is drawn. */
async function listUnjudged(transaction: Kysely<Tables>, clusterId: string, seed: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select claims.id from claim_cluster_members member join claims on claims.id = member.claim_id
    where member.cluster_id = ${clusterId} and claims.status = 'filed'
      and not exists (select from claim_verdicts where claim_verdicts.claim_id = claims.id)
    order by ${drawOrder(seed, sql`claims.number`)}`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * The claims of a sample in the order of the draw, with the reviewer's verdicts. Claims that were
 * purged without a verdict are left out.
 */
export async function readSampled(
  database: Kysely<Tables>,
  row: Pick<Row, 'sample_ids' | 'staff_id'>,
): Promise<{ number: string; verdict: ClaimVerdict | null }[]> {
  const { rows } = await sql<{ number: string; verdict: ClaimVerdict | null }>`
    select number, verdict from unnest(${row.sample_ids}::bigint[]) with ordinality as sampled (id, place)
    join claims using (id)
    left join claim_verdicts on claim_verdicts.claim_id = claims.id and staff_id = ${row.staff_id}
    where claims.status = 'filed' or verdict is not null
    order by place`.execute(database);
  return rows;
}

/** Counts the claims of a verdict that have no verdict yet. */
export async function countRest(database: Kysely<Tables>, row: Pick<Row, 'claim_ids' | 'sample_ids'>): Promise<number> {
  const { rows } = await sql<{ claims: number }>`
    select count(*)::int as claims from claims
    where id = ${anyOf(row.claim_ids)} and id <> all(${row.sample_ids}::bigint[]) and status = 'filed'
      and not exists (select from claim_verdicts where claim_verdicts.claim_id = claims.id)`.execute(database);
  return rows[0]?.claims ?? 0;
}

interface ClusterVerdictRequest {
  readonly id: string;
  readonly verdict: 'genuine' | 'duplicate' | 'machine';
  readonly reason: string;
  readonly staffId: string;
  /** The cases in which the person may still ask for a verdict. */
  readonly cases: readonly string[];
}

/**
 * Asks a second person to agree to a verdict on the rest of a cluster. `busy`: another verdict on
 * it is in progress. `incomplete`: claims of the sample have no verdict yet. `contradicted`: no
 * claim of the sample has this verdict.
 */
export async function askForClusterVerdict(
  transaction: Transaction<Tables>,
  context: Pick<ConsoleContext, 'keys' | 'now'>,
  { id, verdict, reason, staffId, cases }: ClusterVerdictRequest,
): Promise<
  | { readonly approvalId: string }
  | 'not-found'
  | 'not-open'
  | 'returned'
  | 'busy'
  | 'incomplete'
  | 'contradicted'
  | 'nothing-left'
> {
  // Locks all verdicts on the cluster, so that people with samples of it ask one at a time.
  const rows = await transaction
    .selectFrom('cluster_verdicts')
    .selectAll()
    .select(isSampleReturned(sql.ref('cluster_verdicts.id')).as('isReturned'))
    .where('cluster_id', '=', ({ selectFrom }) =>
      selectFrom('cluster_verdicts as own').select('own.cluster_id').where('own.id', '=', id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const row = rows.find((each) => each.id === id && each.staff_id === staffId);
  if (!row || !cases.includes(row.case_id)) return 'not-found';
  if (row.state !== 'sample') return 'not-open';
  if (row.isReturned) return 'returned';
  if (rows.some(({ state }) => state === 'asked' || state === 'approved')) return 'busy';
  const found = (await readSampled(transaction, row)).map((each) => each.verdict);
  if (found.includes(null)) return 'incomplete';
  if (!found.includes(verdict)) return 'contradicted';
  const rest = await countRest(transaction, row);
  if (rest === 0) return 'nothing-left';
  const { cluster_id: cluster, case_id: caseId } = row;
  const outcome = describeVerdicts(found);
  const approvalId = await askForApproval(transaction, context, {
    kind,
    caseId,
    details: { id, cluster, verdict, claims: rest, sample: found.length, outcome },
    reason,
    askedBy: staffId,
  });
  const asked = await transaction
    .updateTable('cluster_verdicts')
    .set({ state: 'asked', verdict, approval_id: approvalId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addRecordEntry(transaction, { kind, id }, context.now(), {
    kind: 'cluster-verdict-asked',
    details: { by: staffId, verdict, claims: rest, outcome, approval: approvalId },
    rows: hashRow('cluster_verdicts', asked, context.keys),
  });
  return { approvalId };
}

const DetailsSchema = Type.Object({
  id: Type.String(),
  cluster: Type.String(),
  verdict: Type.Enum(['genuine', 'duplicate', 'machine']),
  claims: Type.Integer(),
  sample: Type.Integer(),
  outcome: Type.String(),
});

export const clusterVerdictApproval = defineApproval(kind, {
  label: 'Findings for clusters',
  permission: 'supervise',
  clusterOf: ({ cluster }) => cluster,
  details: DetailsSchema,
  describe: (_context, { cluster, verdict, claims, sample, outcome }) =>
    `Record the finding “${verdictNames[verdict]}” for ${claims.toLocaleString('en-US')} claims of cluster ${cluster}. In a sample of ${sample}, reviewed without scores: ${outcome}.`,
  // A job records it, because a cluster can have thousands of claims.
  carryOut: (transaction, context, { details: { id }, decidedBy }) =>
    decide(transaction, context, id, 'approved', decidedBy),
  drop: (transaction, context, { details: { id }, decidedBy }) =>
    decide(transaction, context, id, 'declined', decidedBy),
});

async function decide(
  transaction: Kysely<Tables>,
  { keys, now }: Pick<ConsoleContext, 'keys' | 'now'>,
  id: string,
  state: 'approved' | 'declined',
  by: string,
): Promise<void> {
  const decided = await transaction
    .updateTable('cluster_verdicts')
    .set({ state })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const rows = hashRow('cluster_verdicts', decided, keys);
  await addRecordEntry(transaction, { kind, id }, now(), { kind: `cluster-verdict-${state}`, details: { by }, rows });
}

/**
 * Records approved verdicts claim by claim, one transaction per batch, for a few seconds at most.
 * Progress is written with the verdicts, so a process that dies loses nothing.
 */
export async function recordClusterVerdicts(context: IntegrityContext, maxMilliseconds = 5_000): Promise<void> {
  const until = Date.now() + maxMilliseconds;
  while (Date.now() < until) {
    const transaction = context.database.transaction().setIsolationLevel('read committed');
    if (!(await transaction.execute((recording) => recordNext(recording, context)))) return;
  }
}

/** Returns whether there was a verdict to record. */
async function recordNext(transaction: Transaction<Tables>, context: IntegrityContext): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('cluster_verdicts')
    .select('id')
    .where('state', '=', 'approved')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return false;
  await pauseScoring(transaction);
  const row = await transaction
    .selectFrom('cluster_verdicts')
    .innerJoin('approvals', 'approvals.id', 'approval_id')
    .selectAll('cluster_verdicts')
    .select('approvals.reason')
    .where('cluster_verdicts.id', '=', waiting.id)
    .where('state', '=', 'approved')
    .forUpdate('cluster_verdicts')
    .executeTakeFirst();
  if (!row?.verdict) return true;
  const { rows: claims } = await sql<{ id: string; number: string }>`
    select id, number from claims
    where id = ${anyOf(row.claim_ids)} and id > ${row.recorded_to} and id <> all(${row.sample_ids}::bigint[])
      and status = 'filed' and not exists (select from claim_verdicts where claim_verdicts.claim_id = claims.id)
    order by id limit ${batchSize}`.execute(transaction);
  let recorded = row.recorded;
  for (const claim of claims) {
    const done = await recordVerdict(transaction, context, {
      requestId: row.id,
      claim,
      verdict: row.verdict,
      reason: row.reason,
      staffId: row.staff_id,
      cluster: { id: row.cluster_id, size: row.claim_ids.length },
    });
    if (done === 'recorded') recorded += 1;
  }
  const last = claims.at(-1)?.id;
  const written = await transaction
    .updateTable('cluster_verdicts')
    .set({ recorded, ...(last === undefined ? { state: 'recorded' } : { recorded_to: last }) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (last === undefined)
    await addRecordEntry(transaction, { kind, id: row.id }, context.now(), {
      kind: 'cluster-verdict-recorded',
      details: { claims: recorded },
      rows: hashRow('cluster_verdicts', written, context.keys),
    });
  return true;
}
