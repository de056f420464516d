import { sql } from 'kysely';
import type { UnfinishedUploads } from './unfinished-uploads.ts';

/** Removes an upload that has not all its bytes, unless a request is working on it. Gives whether it did. */
export async function removeUnfinished(
  { database, folder }: Pick<UnfinishedUploads, 'database' | 'folder'>,
  id: string,
): Promise<boolean> {
  const deleted = await database
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .where((where) =>
      where.or([where('locked_by', 'is', null), where('locked_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .returning('id')
    .executeTakeFirst();
  // The row first: bytes without a row are found in the folder and removed, while a row without bytes would be an upload to go on with.
  if (deleted) await folder.remove(id);
  return deleted !== undefined;
}
