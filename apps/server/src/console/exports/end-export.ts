import type { Kysely } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { expireApproval } from '../approvals/decide-approval.ts';
import { exportKeyOf } from './encrypted-files.ts';

/** The retention time of a file. */
export const keepMilliseconds = 7 * 24 * 60 * 60 * 1_000;
/** The time limit for the second person. */
const decideMilliseconds = keepMilliseconds;

/** Lets the job begin after the second person's approval. */
export async function approveExport(
  transaction: Kysely<Tables>,
  id: string,
  decidedBy: string,
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('exports')
    .set({ status: 'waiting', decided_by: decidedBy, due_at: at })
    .where('id', '=', id)
    .where('status', '=', 'asking')
    .where('requested_at', '>', new Date(at.getTime() - decideMilliseconds))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw consoleProblem('conflict', 'This export was canceled or has expired. Request it again.');
}

/**
 * Ends an export without a file (canceled, declined or never decided). False if it had ended
 * before.
 */
export async function dropExport(
  transaction: Kysely<Tables>,
  id: string,
  { status, by, at }: { readonly status: 'cancelled' | 'refused'; readonly by?: string; readonly at: Date },
): Promise<boolean> {
  const dropped = await transaction
    .updateTable('exports')
    .set({ status, finished_at: at, ...(status === 'refused' && by !== undefined && { decided_by: by }) })
    .where('id', '=', id)
    .where('status', 'in', ['asking', 'waiting'])
    .executeTakeFirst();
  if (dropped.numUpdatedRows === 0n) return false;
  await addRecordEntry(transaction, { kind: 'export', id }, at, {
    kind: 'export-dropped',
    details: { ...(by !== undefined && { by }), was: status },
  });
  return true;
}

type FileContext = Pick<ConsoleContext, 'database' | 'keys' | 'store' | 'now'>;

/** Deletes an export's file; the row stays. */
export async function deleteExportFile(
  { database, store, now }: Omit<FileContext, 'keys'>,
  id: string,
  by?: string,
): Promise<void> {
  const at = now();
  // The file comes first: after a crash, the row still has it, and the next cleanup ends the
  // export.
  await store.remove(exportKeyOf(id));
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('exports')
      .set({ status: 'expired', expires_at: at, nonce: null, tag: null })
      .where('id', '=', id)
      .where('status', '=', 'done')
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await addRecordEntry(transaction, { kind: 'export', id }, at, {
        kind: 'export-deleted',
        details: by === undefined ? {} : { by },
      });
  });
}

/** Deletes expired files and the remains of interrupted jobs. `all`: every file, for a purge. */
export async function expireExports(context: FileContext, which: 'due' | 'all' = 'due'): Promise<void> {
  const { database, store, now } = context;
  const at = now();
  // Exports that are being written begin again, because they have read purged data.
  if (which === 'all')
    await database
      .updateTable('exports')
      .set({ leased_by: null, row_count: 0, due_at: at })
      .where('status', '=', 'waiting')
      .execute();
  const done = database.selectFrom('exports').select('id').where('status', '=', 'done');
  const due = which === 'all' ? done : done.where('expires_at', '<=', at);
  for (const { id } of await due.execute()) await deleteExportFile(context, id);
  const undecided = await database
    .selectFrom('exports')
    .select(['id', 'approval_id'])
    .where('status', '=', 'asking')
    .where('requested_at', '<=', new Date(at.getTime() - decideMilliseconds))
    .execute();
  for (const { id, approval_id: approval } of undecided)
    await database.transaction().execute(async (transaction) => {
      // The order of locks is that of `decideApproval`, so that neither waits for the other.
      if (approval === null || (await expireApproval(transaction, context, approval, at)))
        await dropExport(transaction, id, { status: 'refused', at });
    });
  const dropped = await database
    .selectFrom('exports')
    .select('id')
    .where('expires_at', 'is', null)
    .where('status', 'in', ['cancelled', 'refused', 'failed'])
    // A canceled job may still be writing.
    .where('finished_at', '<', new Date(at.getTime() - 60_000))
    .execute();
  for (const { id } of dropped) {
    await store.remove(exportKeyOf(id));
    await database.updateTable('exports').set({ expires_at: at }).where('id', '=', id).execute();
  }
}
