import pg from 'pg';
import { StartError } from '../errors/start-error.ts';

/**
 * As long as this table is there the database holds half a restore, and no server works with it.
 */
export const restoreMark = 'restore_unfinished';

/** Whether a restore into this database was begun and not ended. */
export async function isMarked(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [restoreMark]);
  return rows[0]?.there ?? false;
}

/** @throws StartError a restore was broken off */
export async function requireNoHalfRestore(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (await isMarked(client))
      throw new StartError(
        'The restore of a backup was broken off here: run the same "npm run restore" again, and it goes on. Nothing works with half a restore.',
      );
  } finally {
    await client.end();
  }
}
