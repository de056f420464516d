import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Link } from './link-claims.ts';
import { anyOf } from './load-claims.ts';
import { UnionFind } from './union-find.ts';

/** The clusters of claims, as far as they were asked for. */
export interface Clusters {
  /** By claim. */
  readonly clusterOf: ReadonlyMap<string, string>;
  /** By cluster. */
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
  /** Clusters that grew, with the size of their largest part before. */
  readonly grown: readonly { readonly id: string; readonly before: number; readonly size: number }[];
}

/**
 * Joins the clusters of strong links. The largest keeps its ID, the members of smaller ones move to it.
 * @param before of all claims that the links name
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
  for (const group of sets.groups(nodes)) {
    const of = (prefix: string) =>
      group.filter((node) => node.startsWith(prefix)).map((node) => node.slice(prefix.length));
    const claims = of('claim ').sort((a, b) => Number(a) - Number(b));
    const clusters = of('cluster ').sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0) || Number(a) - Number(b));
    const [first = '', ...smaller] = clusters;
    const size = claims.length + clusters.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    const id = first === '' ? await createCluster(transaction, caseOf(claims[0] ?? ''), at) : first;
    await moveMembers(transaction, { id, size, claims, smaller, at });
    grown.push({ id, before: first === '' ? 0 : (sizes.get(first) ?? 0), size });
    for (const claimId of claims) clusterOf.set(claimId, id);
    for (const [claimId, cluster] of clusterOf) if (smaller.includes(cluster)) clusterOf.set(claimId, id);
    sizes.set(id, size);
  }
  return { clusterOf, sizes, grown };
}

async function createCluster(transaction: Kysely<Tables>, caseId: string, at: Date): Promise<string> {
  const { id } = await transaction
    .insertInto('claim_clusters')
    .values({ case_id: caseId, size: 0, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Joined {
  readonly id: string;
  readonly size: number;
  readonly claims: readonly string[];
  readonly smaller: readonly string[];
  readonly at: Date;
}

async function moveMembers(transaction: Kysely<Tables>, { id, size, claims, smaller, at }: Joined): Promise<void> {
  if (smaller.length > 0) {
    await sql`update claim_cluster_members set cluster_id = ${id} where cluster_id = ${anyOf(smaller)}`.execute(
      transaction,
    );
    await sql`delete from claim_clusters where id = ${anyOf(smaller)}`.execute(transaction);
  }
  await sql`
    insert into claim_cluster_members (claim_id, cluster_id)
    select claim_id, ${id} from unnest(${claims}::bigint[]) as joined (claim_id)`.execute(transaction);
  await sql`update claim_clusters set size = ${size}, changed_at = ${at} where id = ${id}`.execute(transaction);
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
