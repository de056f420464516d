import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { IntegrityContext } from './load-claims.ts';
import { pauseScoring } from './scoring-lock.ts';
import { UnionFind } from './union-find.ts';

const rowsPerQuery = 20_000;

/**
 * Computes all clusters from the strong links, compares them with the stored clusters, which grow
 * claim by claim, and repairs differences. Returns the number of claims that differed: more than 0
 * means a bug.
 */
export async function compareClusters({ database, now }: Pick<IntegrityContext, 'database' | 'now'>): Promise<number> {
  return database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await pauseScoring(transaction);
      const sets = new UnionFind<number>();
      const linked = await readLinks(transaction, sets);
      const wrong = await findWrongMembers(transaction, sets, linked);
      if (wrong.size > 0) await repair(transaction, sets, linked, wrong, now());
      await transaction.updateTable('integrity_progress').set({ compared_at: now() }).execute();
      return wrong.size;
    });
}

/** Returns every claim with a strong link. */
async function readLinks(transaction: Kysely<Tables>, sets: UnionFind<number>): Promise<Set<number>> {
  const linked = new Set<number>();
  let after = { claim: '0', other: '0' };
  for (;;) {
    const { rows } = await sql<{ claim_id: string; other_id: string; strong: boolean }>`
      select claim_id, other_id, strong from claim_links
      where (claim_id, other_id) > (${after.claim}::bigint, ${after.other}::bigint)
      order by claim_id, other_id limit ${rowsPerQuery}`.execute(transaction);
    for (const { claim_id: claimId, other_id: otherId, strong } of rows) {
      if (!strong) continue;
      const [claim, other] = [Number(claimId), Number(otherId)];
      linked.add(claim).add(other);
      sets.union(claim, other);
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerQuery) return linked;
    after = { claim: last.claim_id, other: last.other_id };
  }
}

/**
 * Finds claims whose stored cluster differs from their set: it is missing, has no links, or has
 * other claims than the links join.
 */
async function findWrongMembers(
  transaction: Kysely<Tables>,
  sets: UnionFind<number>,
  linked: ReadonlySet<number>,
): Promise<Set<number>> {
  const wrong = new Set<number>();
  const clusterOfSet = new Map<number, string>();
  const setOfCluster = new Map<string, number>();
  const seen = new Set<number>();
  let after = '0';
  for (;;) {
    const { rows } = await sql<{ claim_id: string; cluster_id: string }>`
      select claim_id, cluster_id from claim_cluster_members where claim_id > ${after}
      order by claim_id limit ${rowsPerQuery}`.execute(transaction);
    for (const { claim_id: claimId, cluster_id: cluster } of rows) {
      const claim = Number(claimId);
      seen.add(claim);
      const set = sets.find(claim);
      const isFirst = !clusterOfSet.has(set) && !setOfCluster.has(cluster);
      if (isFirst && linked.has(claim)) {
        clusterOfSet.set(set, cluster);
        setOfCluster.set(cluster, set);
      } else if (clusterOfSet.get(set) !== cluster || setOfCluster.get(cluster) !== set) wrong.add(claim);
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerQuery) break;
    after = last.claim_id;
  }
  for (const claim of linked) if (!seen.has(claim)) wrong.add(claim);
  return wrong;
}

/** Writes the clusters of all sets and stored clusters that a wrong claim belongs to. */
async function repair(
  transaction: Kysely<Tables>,
  sets: UnionFind<number>,
  linked: ReadonlySet<number>,
  wrong: ReadonlySet<number>,
  at: Date,
): Promise<void> {
  const { rows: involved } = await sql<{ claim_id: string; cluster_id: string }>`
    select claim_id, cluster_id from claim_cluster_members where cluster_id in (
      select cluster_id from claim_cluster_members where claim_id = any(${[...wrong]}::bigint[])
    )`.execute(transaction);
  const roots = new Set([...wrong, ...involved.map(({ claim_id: id }) => Number(id))].map((claim) => sets.find(claim)));
  const claims = [...linked].filter((claim) => roots.has(sets.find(claim)));
  const clusters = [...new Set(involved.map(({ cluster_id: id }) => id))];
  await sql`
    delete from claim_cluster_members
    where cluster_id = any(${clusters}::bigint[]) or claim_id = any(${claims}::bigint[])`.execute(transaction);
  await sql`delete from claim_clusters where id = any(${clusters}::bigint[])`.execute(transaction);
  for (const members of sets.groups(claims)) {
    await sql`
      with created as (
        insert into claim_clusters (case_id, size, changed_at)
        select case_id, ${members.length}, ${at} from claims where id = ${members[0]} returning id
      )
      insert into claim_cluster_members (claim_id, cluster_id)
      select claim_id, created.id from created, unnest(${members}::bigint[]) as claim_id`.execute(transaction);
  }
  await sql`
    insert into claim_scores_due (claim_id) select id from unnest(${claims}::bigint[]) as id on conflict do nothing`.execute(
    transaction,
  );
}
