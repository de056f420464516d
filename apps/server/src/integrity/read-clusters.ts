import type { Cluster, ClusterSummary } from '@redress/contract/console/integrity';
import { findForm } from '@redress/contract/settlement';
import { isField, isTyped } from '@redress/forms/definition';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { anyOf, type IntegrityContext } from './load-claims.ts';
import { kindsOf } from './link-kinds.ts';
import { templateOf } from './template.ts';

const maxClusters = 100;
const maxMembers = 200;
const maxLinks = 1_000;

interface SummaryRow {
  readonly id: string;
  readonly case_id: string;
  readonly size: number;
  readonly first_filed: Date;
  readonly last_filed: Date;
  readonly machine: number;
  readonly duplicate: number;
  readonly judged: number;
}

const summaryOf = (row: SummaryRow): ClusterSummary => ({
  id: row.id,
  caseId: row.case_id,
  size: row.size,
  firstFiled: row.first_filed.toISOString(),
  lastFiled: row.last_filed.toISOString(),
  machine: row.machine,
  duplicate: row.duplicate,
  judged: row.judged,
});

/** The largest clusters of some cases. Larger ones than those on a screen are counted by their first members. */
export async function readClusterList(database: Kysely<Tables>, cases: readonly string[]): Promise<ClusterSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select cluster.id, cluster.case_id, cluster.size, facts.*
    from (
      select largest.* from unnest(${cases}::text[]) as one (case_id)
      cross join lateral (
        select id, case_id, size from claim_clusters where case_id = one.case_id order by size desc, id limit ${maxClusters}
      ) as largest
      order by size desc, id limit ${maxClusters}
    ) as cluster
    cross join lateral (${factsOf(sql`cluster.id`)}) as facts
    order by cluster.size desc, cluster.id`.execute(database);
  return rows.map(summaryOf);
}

const factsOf = (id: ReturnType<typeof sql>) => sql`
  select min(claims.filed_at) as first_filed, max(claims.filed_at) as last_filed,
    (count(*) filter (where score.machine_reached))::int as machine,
    (count(*) filter (where score.duplicate_reached))::int as duplicate,
    (count(*) filter (where exists (select from claim_verdicts where claim_verdicts.claim_id = claims.id)))::int as judged
  from (select claim_id from claim_cluster_members where cluster_id = ${id} order by claim_id limit 1000) as member
  join claims on claims.id = member.claim_id
  left join claim_scores score on score.claim_id = claims.id`;

/**
 * Reads a cluster side by side: the first members with their answers, which of them differ, and the
 * links between them. Undefined if it does not exist, or belongs to none of the cases.
 * @param answersIn the cases in which the person may see answers
 */
export async function readCluster(
  database: Kysely<Tables>,
  { settlement }: Pick<IntegrityContext, 'settlement'>,
  {
    id,
    cases,
    answersIn,
  }: { readonly id: string; readonly cases: readonly string[]; readonly answersIn: readonly string[] },
): Promise<Cluster | undefined> {
  const { rows } = await sql<SummaryRow>`
    select cluster.id, cluster.case_id, cluster.size, facts.*
    from claim_clusters cluster cross join lateral (${factsOf(sql`cluster.id`)}) as facts
    where cluster.id = ${id} and cluster.case_id = any(${cases}::text[])`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const mayRead = answersIn.includes(row.case_id);
  const { rows: memberRows } = await sql<{ claim_id: string }>`
    select claim_id from claim_cluster_members where cluster_id = ${id} order by claim_id limit ${maxMembers}`.execute(
    database,
  );
  const ids = memberRows.map(({ claim_id: claimId }) => claimId);
  const claims = await database
    .selectFrom('claims')
    .leftJoin('claim_scores', 'claim_scores.claim_id', 'claims.id')
    .leftJoin('claim_search', 'claim_search.claim_id', 'claims.id')
    .select([
      'claims.id',
      'claims.number',
      'claims.filed_at',
      'claims.name',
      'claims.form_id',
      'form_version',
      'answers',
    ])
    .select(['claim_scores.duplicate', 'claim_scores.machine', 'duplicate_reached', 'machine_reached'])
    .select(['claims.status', 'claim_search.status as search_status'])
    .select(({ selectFrom }) =>
      selectFrom('claim_verdicts')
        .select('verdict')
        .whereRef('claim_verdicts.claim_id', '=', 'claims.id')
        .orderBy('claim_verdicts.id', 'desc')
        .limit(1)
        .as('verdict'),
    )
    .where('claims.id', '=', anyOf(ids))
    .orderBy('claims.filed_at')
    .orderBy('claims.id')
    .execute();
  const [first] = claims;
  const form = first && findForm(settlement, first.form_id, first.form_version);
  const compared = form ? form.sections.flatMap((section) => section.items.filter(isField)).filter(isCompared) : [];
  const valueOf = (answers: (typeof claims)[number]['answers'], name: string): string | null => {
    const answer = answers[name];
    return typeof answer === 'string' && answer !== '' ? answer : null;
  };
  return {
    ...summaryOf(row),
    members: claims.map((claim) => ({
      number: claim.number,
      filedAt: claim.filed_at.toISOString(),
      name: mayRead ? claim.name : null,
      duplicate: claim.duplicate ?? 0,
      machine: claim.machine ?? 0,
      duplicateReached: claim.duplicate_reached ?? false,
      machineReached: claim.machine_reached ?? false,
      status: claim.status === 'purged' ? 'purged' : (claim.search_status ?? 'received'),
      verdict: claim.verdict ?? null,
      values: compared.map(({ name }) => (mayRead ? valueOf(claim.answers, name) : null)),
    })),
    more: row.size > claims.length,
    fields: compared.map(({ name, label }) => {
      const values = claims.flatMap(({ answers }) => valueOf(answers, name) ?? []);
      return { name, label, distinct: new Set(values).size, template: mayRead ? templateOf(values) : null };
    }),
    links: await readLinksAmong(database, ids),
    perHour: countByHour(claims.map(({ filed_at: at }) => at)),
  };
}

/** Rows of many cells, and tax IDs, are left to the claim's own screen. */
const isCompared = (field: Parameters<typeof isTyped>[0]): boolean =>
  (isTyped(field) && field.kind !== 'taxId' && !('mayHoldTaxIds' in field)) ||
  field.kind === 'select' ||
  field.kind === 'choice';

async function readLinksAmong(database: Kysely<Tables>, ids: readonly string[]): Promise<Cluster['links']> {
  const { rows } = await sql<{ claim: string; other: string; kinds: number; strong: boolean }>`
    select claims.number as claim, others.number as other, link.kinds, link.strong
    from (
      select * from claim_links where claim_id = ${anyOf(ids)} and other_id = ${anyOf(ids)}
      order by claim_id, other_id limit ${maxLinks}
    ) as link
    join claims on claims.id = link.claim_id join claims others on others.id = link.other_id
    order by link.claim_id, link.other_id`.execute(database);
  return rows.map(({ kinds, ...link }) => ({ ...link, kinds: kindsOf(kinds) }));
}

function countByHour(times: readonly Date[]): Cluster['perHour'] {
  const hours = Map.groupBy(times, (at) => `${at.toISOString().slice(0, 13)}:00:00.000Z`);
  return [...hours].map(([at, claims]) => ({ at, claims: claims.length })).sort((a, b) => (a.at < b.at ? -1 : 1));
}
