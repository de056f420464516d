import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/console/search/fill-search';
import { withClient } from '@redress/server/platform/database/pool';
import { expect } from 'vitest';
import { keys, type TestServer } from './test-server.ts';

/** Makes claims and class members searchable and listed, like the server's job every second. */
export const fillSearchOf = ({ database }: Pick<TestServer, 'database'>) =>
  fillSearchNow({ database, keys, settlement });

/**
 * Stores a document of a claim in a transaction that commits when `meanwhile` has been committed
 * and the job that `fill` starts waits for it.
 * @param lock the job waits for this advisory lock
 */
export async function commitAfterLater(
  { connectionString, query }: TestServer,
  claimNumber: string,
  { meanwhile, fill, lock }: { meanwhile: () => Promise<string>; fill: () => Promise<unknown>; lock: number },
): Promise<string> {
  return withClient(connectionString, async (slow) => {
    await slow.query('begin');
    await slow.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
       select gen_random_uuid(), id, 'a.pdf', 'a', 'stored', 'pdf', 1, sha256('a'), now(), now() from claims where number = $1`,
      [claimNumber],
    );
    await slow.query(
      `insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
       select claim_id, 2, now(), 'document-stored', '{}', hash, hash from claim_history join claims on claims.id = claim_id
       where number = $1`,
      [claimNumber],
    );
    const later = await meanwhile();
    const filled = fill();
    await expect
      .poll(() => query(`select from pg_locks where locktype = 'advisory' and objid = $1 and granted`, [lock]))
      .toHaveLength(1);
    await slow.query('commit');
    await filled;
    return later;
  });
}
