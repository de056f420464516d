import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Link } from './link-claims.ts';
import { anyOf } from './load-claims.ts';
import { UnionFind } from './union-find.ts';

/** The requested clusters of claims. */
export interface Clusters {
  /** Clusters by claim. */
  readonly clusterOf: ReadonlyMap<string, string>;
  /** Sizes by cluster. */
  readonly sizes: ReadonlyMap<string, number>;
}

export async function readClusters(transaction: Kysely<Tables>, claimIds: readonly string[]): Promise<Clusters> {
  const rows = await transaction
    .selectFrom('claim_cluster_members')
    .innerJoin('claim_clusters', 'claim_clusters.id', 'cluster_id')
    .select(['claim_id', 'cluster_id', 'size'])
    .where('claim_id', '=', anyOf(claimIds))
    .execute();
  return {
    clusterOf: new Map(rows.map((row) => [row.claim_id, row.cluster_id])),
    sizes: new Map(rows.map((row) => [row.cluster_id, row.size])),
  };
}

export interface JoinedClusters extends Clusters {
  /** Clusters that grew, with the previous size of their largest part. */
  readonly grown: readonly { readonly id: string; readonly before: number; readonly size: number }[];
}

/**
 * Joins the clusters of strong links. The largest keeps its ID, and the members of smaller ones
 * move to it.
 * @param before the clusters of all claims in the links
 */
export async function joinClusters(
  transaction: Kysely<Tables>,
  before: Clusters,
  links: readonly Link[],
  { caseOf, at }: { readonly caseOf: (claimId: string) => string; readonly at: Date },
): Promise<JoinedClusters> {
  const strong = links.filter((link) => link.strong);
  const nodeOf = (claimId: string) => {
    const cluster = before.clusterOf.get(claimId);
    return cluster === undefined ? `claim ${claimId}` : `cluster ${cluster}`;
  };
  const sets = new UnionFind<string>();
  const nodes = new Set<string>();
  for (const { claimId, otherId } of strong) {
    const [a, b] = [nodeOf(claimId), nodeOf(otherId)];
    nodes.add(a).add(b);
    sets.union(a, b);
  }
  const clusterOf = new Map(before.clusterOf);
  const sizes = new Map(before.sizes);
  const grown: { id: string; before: number; size: number }[] = [];
  const groups = [...sets.groups(nodes)];
  const isNew = (group: readonly string[]) => !group.some((node) => node.startsWith('cluster '));
  const newIds = await takeIds(transaction, groups.filter(isNew).length);
  const joined: Joined[] = [];
  for (const group of groups) {
    const of = (prefix: string) =>
      group.filter((node) => node.startsWith(prefix)).map((node) => node.slice(prefix.length));
    const claims = of('claim ').sort((a, b) => Number(a) - Number(b));
    const clusters = of('cluster ').sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0) || Number(a) - Number(b));
    const [first = '', ...smaller] = clusters;
    const size = claims.length + clusters.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    const id = first === '' ? (newIds.pop() ?? '') : first;
    joined.push({ id, caseId: caseOf(claims[0] ?? ''), isNew: first === '', size, claims, smaller });
    grown.push({ id, before: first === '' ? 0 : (sizes.get(first) ?? 0), size });
    for (const claimId of claims) clusterOf.set(claimId, id);
    for (const [claimId, cluster] of clusterOf) if (smaller.includes(cluster)) clusterOf.set(claimId, id);
    sizes.set(id, size);
  }
  await writeJoined(transaction, joined, at);
  return { clusterOf, sizes, grown };
}

/** Takes IDs from the sequence. The last one is the lowest. */
async function takeIds(transaction: Kysely<Tables>, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('claim_clusters', 'id')) as id from generate_series(1, ${count}::int)`.execute(
    transaction,
  );
  return rows.map(({ id }) => id).sort((a, b) => Number(b) - Number(a));
}

interface Joined {
  readonly id: string;
  readonly caseId: string;
  readonly isNew: boolean;
  readonly size: number;
  /** Claims that were in no cluster. */
  readonly claims: readonly string[];
  /** Clusters whose members move to this one. */
  readonly smaller: readonly string[];
}

/** Writes all clusters of a batch at once: one by one, they would take half of the job's time. */
async function writeJoined(transaction: Kysely<Tables>, joined: readonly Joined[], at: Date): Promise<void> {
  if (joined.length === 0) return;
  const added = joined.filter(({ isNew }) => isNew);
  await sql`
    insert into claim_clusters (id, case_id, size, changed_at) overriding system value
    select id, case_id, size, ${at} from unnest(
      ${added.map(({ id }) => id)}::bigint[], ${added.map(({ caseId }) => caseId)}::text[], ${added.map(({ size }) => size)}::int[]
    ) as added (id, case_id, size)`.execute(transaction);
  const grown = joined.filter((each) => !each.isNew);
  await sql`
    update claim_clusters set size = grown.size, changed_at = ${at}
    from unnest(${grown.map(({ id }) => id)}::bigint[], ${grown.map(({ size }) => size)}::int[]) as grown (id, size)
    where claim_clusters.id = grown.id`.execute(transaction);
  const moved = joined.flatMap(({ id, smaller }) => smaller.map((from) => ({ from, id })));
  if (moved.length > 0) {
    await sql`
      update claim_cluster_members set cluster_id = moved.id
      from unnest(${moved.map(({ from }) => from)}::bigint[], ${moved.map(({ id }) => id)}::bigint[]) as moved (from_id, id)
      where cluster_id = moved.from_id`.execute(transaction);
    await sql`delete from claim_clusters where id = ${anyOf(moved.map(({ from }) => from))}`.execute(transaction);
  }
  const members = joined.flatMap(({ id, claims }) => claims.map((claimId) => ({ claimId, id })));
  await sql`
    insert into claim_cluster_members (claim_id, cluster_id)
    select * from unnest(
      ${members.map(({ claimId }) => claimId)}::bigint[], ${members.map(({ id }) => id)}::bigint[]
    ) as joined (claim_id, cluster_id)`.execute(transaction);
}

/** The first members of clusters, to score them again. */
export async function listMembers(
  transaction: Kysely<Tables>,
  clusterIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ claim_id: string }>`
    select member.claim_id from unnest(${clusterIds}::bigint[]) as cluster (id)
    cross join lateral (
      select claim_id from claim_cluster_members where cluster_id = cluster.id order by claim_id limit ${limit}
    ) as member`.execute(transaction);
  return rows.map(({ claim_id: claimId }) => claimId);
}
