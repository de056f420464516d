import type { Allocation } from '@redress/contract/console/allocations';
import { hash } from 'node:crypto';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { ConsoleContext } from '../context.ts';
import type { ReportFiles } from '../reports/report-files.ts';

/** Makes the report on a scenario, or reads the one that was kept of a frozen allocation. */
export async function makeOrReadReport(
  { database, keys, now }: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  { id, status }: Pick<Allocation, 'id' | 'status'>,
  make: () => Promise<ReportFiles>,
): Promise<ReportFiles> {
  if (status !== 'frozen') return make();
  const kept = database.selectFrom('allocation_reports').select(['pdf', 'workbook']).where('allocation_id', '=', id);
  const found = await kept.executeTakeFirst();
  if (found) return found;
  const { pdf, workbook } = await make();
  const hashes = { pdf_sha256: hash('sha256', pdf, 'buffer'), workbook_sha256: hash('sha256', workbook, 'buffer') };
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('allocation_reports')
      .values({ allocation_id: id, made_at: now(), pdf, workbook, ...hashes })
      // Another request was first.
      .onConflict((conflict) => conflict.column('allocation_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row)
      await addRecordEntry(transaction, { kind: 'allocation', id }, row.made_at, {
        kind: 'allocation-reported',
        details: {
          pdfSha256: row.pdf_sha256.toString('hex'),
          workbookSha256: row.workbook_sha256.toString('hex'),
        },
        rows: hashRow('allocation_reports', row, keys),
      });
  });
  return kept.executeTakeFirstOrThrow();
}
