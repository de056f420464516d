import type { ConsoleContext } from '../context.ts';
import { assertLeaseHeld, isHeldJob, jobLeases } from '../../platform/jobs/job-leases.ts';
import { fileJobAttempts, type JobSource } from '../../platform/jobs/job-runner.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { storeEncrypted, type WrittenFile } from './encrypted-files.ts';
import { writeExport } from './export-file.ts';
import type { ExportRow } from './export-list.ts';
import { findExportList } from './export-lists.ts';
import type { ExportRecord } from './describe-exports.ts';
import { keepMilliseconds } from './end-export.ts';

type JobContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now' | 'store'>;

/** How often the progress is written. */
const progressMilliseconds = 1_000;

/**
 * Writes the files of exports. A job that was interrupted begins again: what belongs to an export
 * was fixed when it was asked for.
 */
export function exportJobs(context: JobContext): JobSource {
  const { database, keys, store, now } = context;
  const held = (id: string, holder: string) =>
    database
      .selectFrom('exports as job')
      .selectAll()
      .where(isHeldJob('export', id, holder));

  async function write(row: ExportRecord, holder: string, signal: AbortSignal): Promise<void> {
    const list = findExportList(row.list);
    if (!list) throw new Error(`There is no list ${row.list}`);
    const columns = list.columns.filter(({ key }) => row.columns.includes(key));
    const { query, cases, contact_cases: contactCases } = row;
    let count = 0;
    let reportedAt = performance.now();
    const batches = async function* (): AsyncGenerator<readonly ExportRow[]> {
      for await (const rows of list.read(context, { query, cases, columns: row.columns }, row.up_to)) {
        signal.throwIfAborted();
        yield rows;
        count += rows.length;
        if (performance.now() - reportedAt < progressMilliseconds) continue;
        await report(row.id, holder, count);
        reportedAt = performance.now();
      }
      signal.throwIfAborted();
      // Before the file is in its place: a purge may have made another process begin again.
      await report(row.id, holder, count);
    };
    const bytes = writeExport({ format: row.format, sheet: list.title, columns, contactCases }, batches());
    const file = await storeEncrypted(store, keys, row.id, bytes);
    await finish(row.id, holder, count, file);
  }

  async function report(id: string, holder: string, count: number): Promise<void> {
    const reported = await database
      .updateTable('exports as job')
      .set({ row_count: count })
      .where(isHeldJob('export', id, holder))
      .returning('id')
      .executeTakeFirst();
    assertLeaseHeld(reported);
  }

  async function finish(id: string, holder: string, rows: number, file: WrittenFile): Promise<void> {
    const at = now();
    await database.transaction().execute(async (transaction) => {
      const finished = await transaction
        .updateTable('exports as job')
        .set({
          status: 'done',
          row_count: rows,
          byte_count: file.bytes,
          sha256: file.sha256,
          key_version: file.keyVersion,
          nonce: file.nonce,
          tag: file.tag,
          finished_at: at,
          expires_at: new Date(at.getTime() + keepMilliseconds),
          leased_by: null,
        })
        .where(isHeldJob('export', id, holder))
        .returning('id')
        .executeTakeFirst();
      assertLeaseHeld(finished);
      await addRecordEntry(transaction, { kind: 'export', id }, at, {
        kind: 'export-made',
        details: { rows, sha256: file.sha256.toString('hex') },
      });
    });
  }

  return {
    name: 'export',
    leases: jobLeases(database, 'export'),
    // So that a small one does not wait for a large one.
    concurrency: 2,
    ...fileJobAttempts,
    maxAttempts: 10,
    async run(id, holder, signal) {
      const row = await held(id, holder).executeTakeFirst();
      // Cleanup removes what a cancelled export has written.
      if (row) await write(row, holder, signal);
      return 'done';
    },
    async giveUp(id, holder) {
      const at = now();
      await database.transaction().execute(async (transaction) => {
        const failed = await transaction
          .updateTable('exports as job')
          .set({ status: 'failed', finished_at: at, leased_by: null })
          .where(isHeldJob('export', id, holder))
          .returning('last_error')
          .executeTakeFirst();
        if (!failed) return;
        const details = { code: failed.last_error ?? 'unknown' };
        await addRecordEntry(transaction, { kind: 'export', id }, at, { kind: 'export-failed', details });
      });
    },
  };
}
