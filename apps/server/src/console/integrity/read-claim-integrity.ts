import {
  type ClaimIntegrity,
  type IntegrityScore,
  type IntegritySignal,
  type NeutralMark,
  type StoredVerdict,
} from '@redress/contract/console/integrity';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { formatEvidence, notMeasuredMessages } from './integrity-messages.ts';
import { blockingKeysOf } from './blocking-keys.ts';
import { kindsOf } from './link-kinds.ts';
import { type IntegrityContext, loadClaims } from './load-claims.ts';
import { prior, type ScoredSignal, sumSignals, thresholdsOf } from './score-claim.ts';
import { catalogVersion, definitionOf, isSignal } from './signal-catalog.ts';

/** Maximum links on a claim's screen, strongest first. */
const maxLinks = 50;
const maxMarks = 200;

/**
 * Reads the evidence about a claim, as a waterfall for each score: signals with evidence, links,
 * cluster, verdicts, and marks. A claim that the job has not reached yet has no signals.
 */
export async function readClaimIntegrity(
  database: Kysely<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys'>,
  claim: { readonly id: string; readonly caseId: string },
): Promise<ClaimIntegrity> {
  const score = await database
    .selectFrom('claim_scores')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .executeTakeFirst();
  const rows = await database
    .selectFrom('claim_signals')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .orderBy('signal')
    .execute();
  const signals = rows.flatMap(({ signal, level, strength, points, arguments: values }) =>
    isSignal(signal) ? [{ signal, level, strength, points, arguments: values }] : [],
  );
  const thresholds = thresholdsOf(context.settlement);
  const scoreOf = (which: IntegrityScore): ClaimIntegrity['duplicate'] => {
    const summed = sumSignals(
      signals.filter(({ signal }) => definitionOf(signal).score === which),
      thresholds[which],
    );
    const reached = which === 'duplicate' ? score?.duplicate_reached : score?.machine_reached;
    return {
      decibans: score?.[which] ?? prior,
      threshold: thresholds[which],
      reached: reached ?? false,
      prior,
      signals: summed.signals.map(describeSignal),
      limited: summed.limited,
    };
  };
  const features = (await loadClaims(database, context, [claim.id])).get(claim.id);
  const observations = features?.observations ?? {};
  const notMeasured = [
    ...(observations.typed === undefined ? [notMeasuredMessages.filling] : []),
    ...(observations.visibleSeconds === undefined ? [notMeasuredMessages.time] : []),
    ...(observations.browserHash === undefined ? [notMeasuredMessages.browser] : []),
    ...(observations.networkListDate === undefined ? [notMeasuredMessages.network] : []),
  ];
  return {
    scored: score !== undefined,
    scoredAt: score?.scored_at.toISOString() ?? null,
    duplicate: scoreOf('duplicate'),
    machine: scoreOf('machine'),
    catalog: score?.catalog ?? catalogVersion,
    networkListDate: observations.networkListDate ?? null,
    notMeasured,
    cluster: await readClusterOf(database, claim.id),
    links: await readLinks(database, claim.id),
    sampled: score?.sampled ?? false,
    verdicts: await readVerdicts(database, claim.id),
    neutralMarks: await readMarks(
      database,
      sql<boolean>`neutral_marks.case_id = ${claim.caseId} and withdrawn_at is null and keys && ${(features ? blockingKeysOf(features) : []).map(({ key }) => key)}::bigint[]`,
    ),
  };
}

function describeSignal({ signal, level, points, counted, arguments: values }: ScoredSignal): IntegritySignal {
  return {
    signal,
    group: definitionOf(signal).group,
    level,
    points,
    counted,
    evidence: formatEvidence(signal, level, values),
    evidenceInSpanish: formatEvidence(signal, level, values, 'es'),
    claims: typeof values['claim'] === 'string' ? [values['claim']] : [],
  };
}

async function readClusterOf(database: Kysely<Tables>, claimId: string): Promise<ClaimIntegrity['cluster']> {
  const cluster = await database
    .selectFrom('claim_cluster_members')
    .innerJoin('claim_clusters', 'claim_clusters.id', 'cluster_id')
    .select(['claim_clusters.id', 'size'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  return cluster ?? null;
}

async function readLinks(database: Kysely<Tables>, claimId: string): Promise<ClaimIntegrity['links']> {
  // There are two queries, so that each can use its index.
  const { rows } = await sql<{ number: string; isLater: boolean; kinds: number; decibans: number }>`
    select claims.number, claims.id > ${claimId} as "isLater", link.kinds, link.decibans
    from (
      (select other_id as id, kinds, decibans, strong from claim_links where claim_id = ${claimId} limit 200)
      union all
      (select claim_id as id, kinds, decibans, strong from claim_links where other_id = ${claimId} limit 200)
    ) as link
    join claims on claims.id = link.id
    order by link.strong desc, link.decibans desc, claims.id limit ${maxLinks}`.execute(database);
  return rows.map(({ number, kinds, ...link }) => ({ claim: number, kinds: kindsOf(kinds), ...link }));
}

async function readVerdicts(database: Kysely<Tables>, claimId: string): Promise<StoredVerdict[]> {
  const rows = await database
    .selectFrom('claim_verdicts')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['claim_verdicts.id', 'verdict', 'reason', 'at', 'staff_id', 'name', 'cluster_id as clusterId', 'second'])
    .where('claim_id', '=', claimId)
    .orderBy('claim_verdicts.id')
    .execute();
  return rows.map(({ at, staff_id: id, name, ...row }) => ({ ...row, at: at.toISOString(), by: { id, name } }));
}

async function readMarks(database: Kysely<Tables>, condition: ReturnType<typeof sql<boolean>>): Promise<NeutralMark[]> {
  const rows = await database
    .selectFrom('neutral_marks')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .innerJoin('claims', 'claims.id', 'neutral_marks.claim_id')
    .select(['neutral_marks.id', 'kind', 'neutral_marks.case_id as caseId', 'number as claim', 'reason', 'at'])
    .select(['staff_id', 'staff.name', 'withdrawn_at as withdrawnAt'])
    .select(
      sql<number>`(
        select count(distinct member.claim_id)::int from unnest(neutral_marks.keys) as marked (key)
        cross join lateral (select claim_id from claim_keys where claim_keys.key = marked.key limit 200) as member
      )`.as('claims'),
    )
    .where(condition)
    .orderBy('at', 'desc')
    .limit(maxMarks)
    .execute();
  return rows.map(({ at, staff_id: id, name, withdrawnAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    by: { id, name },
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }));
}

/** The newest marks of some cases. */
export const readNeutralMarks = (database: Kysely<Tables>, cases: readonly string[]): Promise<NeutralMark[]> =>
  readMarks(database, sql<boolean>`neutral_marks.case_id = any(${cases}::text[])`);
