import type { Kysely, Selectable } from 'kysely';
import type { HistorySealsTable, Tables } from '../database/tables.ts';
import type { Seal } from './seals.ts';

/** The newest seal; undefined before the first one. */
export async function readLastSeal(database: Kysely<Tables>): Promise<Seal | undefined> {
  const row = await database
    .selectFrom('history_seals')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && sealOf(row);
}

/** Seals after a position, in order, at most so many. */
export async function readSealsAfter(database: Kysely<Tables>, position: number, limit: number): Promise<Seal[]> {
  const rows = await database
    .selectFrom('history_seals')
    .selectAll()
    .where('position', '>', String(position))
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(sealOf);
}

function sealOf(row: Selectable<HistorySealsTable>): Seal {
  return {
    position: Number(row.position),
    sealedAt: row.sealed_at,
    entries: row.entries,
    treeRoot: row.tree_root,
    previousRoot: row.previous_root,
    root: row.root,
    signature: row.signature,
    keyVersion: row.key_version,
  };
}
