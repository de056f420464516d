import type { ConsoleContext } from '../context.ts';
import { endHeldJob, failureOf, readHeldJob, updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { jobLeases } from '../../platform/jobs/job-leases.ts';
import { fileJobAttempts, type JobSource } from '../../platform/jobs/job-runner.ts';
import { storeEncrypted } from './encrypted-files.ts';
import type { ExportRow, ExportColumn } from './export-list.ts';
import { findExportList } from './export-lists.ts';
import type { ExportRecord } from './describe-exports.ts';
import { keepMilliseconds } from './end-export.ts';
import type { RowColumn, RowValue } from '@redress/documents/row-workbook';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { ExportFormat } from '@redress/contract/console/exports';
import { byteOrderMark, formatCell } from '../../platform/csv/csv-text.ts';

type JobContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now' | 'store'>;

/** The interval between updates of the progress. */
const progressMilliseconds = 1_000;

/**
 * Writes the files of exports. An interrupted job starts over: the content of an export was fixed
 * when it was requested.
 */
export function exportJobs(context: JobContext): JobSource {
  const { database, keys, store, now } = context;

  async function write(row: ExportRecord, signal: AbortSignal): Promise<void> {
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
        await updateHeldJob(database, 'export', row, { row_count: count });
        reportedAt = performance.now();
      }
      signal.throwIfAborted();
      // Checked before the file is in place: a purge may have made another process start over.
      await updateHeldJob(database, 'export', row, { row_count: count });
    };
    const bytes = await writeExport({ format: row.format, sheet: list.title, columns, contactCases }, batches());
    const file = await storeEncrypted(store, keys, row.id, bytes);
    const at = now();
    await endHeldJob(
      context,
      'export',
      row,
      {
        status: 'done',
        row_count: count,
        byte_count: file.bytes,
        sha256: file.sha256,
        key_version: file.keyVersion,
        nonce: file.nonce,
        tag: file.tag,
        expires_at: new Date(at.getTime() + keepMilliseconds),
      },
      { kind: 'export-made', details: { rows: count, sha256: file.sha256.toString('hex') } },
    );
  }

  return {
    name: 'export',
    leases: jobLeases(database, 'export'),
    // Two exports run at a time, so that a small export does not wait for a large one.
    concurrency: 2,
    ...fileJobAttempts,
    maxAttempts: 10,
    async run(id, holder, signal) {
      const row = await readHeldJob(database, 'export', id, holder);
      // Cleanup removes the file of a canceled export.
      await write(row, signal);
      return 'done';
    },
    async giveUp(id, holder) {
      const row = await readHeldJob(database, 'export', id, holder);
      const event = { kind: 'export-failed', details: failureOf(row) } as const;
      await endHeldJob(context, 'export', row, { status: 'failed' }, event);
    },
  };
}

/** Rows are written in small turns, so that requests do not wait. */
const rowsPerTurn = 250;

interface WrittenExport {
  readonly format: ExportFormat;
  readonly sheet: string;
  readonly columns: readonly ExportColumn[];
  /** The cases in which the person may see contact details. */
  readonly contactCases: readonly string[];
}

/** The bytes of a file with a header and these rows. */
async function writeExport(
  options: WrittenExport,
  batches: AsyncIterable<readonly ExportRow[]>,
): Promise<AsyncIterable<Uint8Array>> {
  const rows = cellsOf(options, batches);
  if (options.format === 'csv') return writeCsv(options.columns, rows);
  const { sheet, columns } = options;
  const { writeRowWorkbook } = await import('@redress/documents/row-workbook');
  return writeRowWorkbook({
    sheet,
    columns: columns.map(({ header, width, format }) => ({ header, width, format: formatInSheet[format] })),
    rows: flatten(rows),
  });
}

const formatInSheet: Readonly<Record<ExportColumn['format'], RowColumn['format']>> = {
  text: 'text',
  day: 'day',
  time: 'text',
  amount: 'amount',
  'yes-no': 'text',
};

/** Formats some rows per turn. */
async function* cellsOf(
  { columns, contactCases }: WrittenExport,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<readonly (readonly RowValue[])[]> {
  for await (const batch of batches)
    for (let from = 0; from < batch.length; from += rowsPerTurn) {
      yield batch.slice(from, from + rowsPerTurn).map(({ caseId, values }) =>
        columns.map(({ key, kind, format }): RowValue => {
          const value = values[key] ?? null;
          if (kind === 'contact' && !contactCases.includes(caseId)) return null;
          // Amounts are stored with four decimals, and most need two.
          if (format === 'amount' && typeof value === 'string') return value.replace(/(\.\d\d)00$/, '$1');
          return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
        }),
      );
      await yieldToRequests();
    }
}

async function* flatten<Row>(turns: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const rows of turns) yield* rows;
}

async function* writeCsv(
  columns: readonly ExportColumn[],
  turns: AsyncIterable<readonly (readonly RowValue[])[]>,
): AsyncGenerator<Uint8Array> {
  const line = (values: readonly RowValue[]) => `${values.map(csvCell).join(',')}\r\n`;
  yield Buffer.from(byteOrderMark + line(columns.map(({ header }) => header)));
  for await (const rows of turns) yield Buffer.from(rows.map(line).join(''));
}

function csvCell(value: RowValue): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : formatCell(value);
}
