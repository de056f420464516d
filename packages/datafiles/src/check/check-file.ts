import { type OpenedFile, UnreadableFileError } from '../opened-file.ts';
import type { CheckedFile, ChosenTable, FaultyRow, TableReport, ValueFormats } from '../report.ts';
import type { DataRules } from '../rules.ts';
import { type CheckContext, createCheckContext } from './check-context.ts';
import { type CheckedTable, type YieldTurn, checkOpenedTable } from './read-table.ts';
import { maxReportedColumns } from './report-cells.ts';
import { addFormatFindings, describeFormats } from './table-formats.ts';
import { type TableFormats, alignFormats, decideFormats, isSameFormats } from './value-formats.ts';

export interface OpenedCheckOptions {
  readonly rules: DataRules;
  /** How the claimant wants tables to be read. */
  readonly chosen?: readonly ChosenTable[];
  /** The formats of all tables for which `chosen` has none. */
  readonly formats?: ValueFormats;
  /** Called for each row of a kept error or warning. */
  readonly onFaultyRow?: (row: FaultyRow) => void;
  readonly yieldTurn?: YieldTurn;
  /** The size of the file in bytes. */
  readonly bytes?: number;
  /** The size of the index of rows that finds duplicates, a power of two. */
  readonly maxIndexedRows?: number;
}

type ReadableFile = Extract<OpenedFile, { readable: true }>;
type FormatsByTable = ReadonlyMap<number, TableFormats>;

/** Reads the file again if later rows show another format than the first ones. */
export async function checkOpenedFile(opened: OpenedFile, options: OpenedCheckOptions): Promise<CheckedFile> {
  if (!opened.readable) return { outcome: 'unreadable', reason: opened.reason };
  const { pass: first, formats } = await readAndDecide(opened, options);
  const pass = first ?? (await readTables(opened, options, formats));
  for (const row of pass.faultyRows) options.onFaultyRow?.(row);
  return pass.conclude(formats);
}

/** Without the pass if the file must be read again, so that its memory is free for the second one. */
async function readAndDecide(
  opened: ReadableFile,
  options: OpenedCheckOptions,
): Promise<{ readonly pass?: Pass; readonly formats: FormatsByTable }> {
  const pass = await readTables(opened, options, new Map());
  const decided = alignFormats(pass.tables.map(({ check, chosen }) => decideFormats(check.hints, chosen)));
  const formats = new Map(pass.tables.map(({ index, formats: read }, at) => [index, decided[at] ?? read]));
  const wasReadRight = pass.tables.every(({ index, formats: read }) => isSameFormats(read, formats.get(index) ?? read));
  return { ...(wasReadRight ? { pass } : {}), formats };
}

/** One reading of a whole file. */
interface Pass {
  readonly tables: readonly CheckedTable[];
  readonly faultyRows: readonly FaultyRow[];
  conclude(formats: FormatsByTable): CheckedFile;
}

/** Reads all tables once. Tables without `formats` are read as their first rows suggest. */
async function readTables(opened: ReadableFile, options: OpenedCheckOptions, formats: FormatsByTable): Promise<Pass> {
  const faultyRows: FaultyRow[] = [];
  const onFaultyRow = options.onFaultyRow && ((row: FaultyRow) => faultyRows.push(row));
  const context = createCheckContext(options.rules, onFaultyRow, options.maxIndexedRows);
  const reports: TableReport[] = [];
  const tables: CheckedTable[] = [];
  let rowsBefore = 0;
  let columnsLeft = maxReportedColumnsOfFile;
  try {
    for await (const table of opened.tables()) {
      const index = reports.length;
      const result = await checkOpenedTable(context, table, {
        index,
        chosen: options.chosen?.find((one) => one.table === index),
        defaults: options.formats ?? {},
        formats: formats.get(index),
        format: opened.format,
        yieldTurn: (bytesRead, rows) => options.yieldTurn?.(bytesRead, rowsBefore + rows),
        bytes: options.bytes ?? 0,
        maxColumns: Math.min(maxReportedColumns, columnsLeft),
      });
      if (!result) continue;
      columnsLeft -= Math.max(result.report.headers.length, result.report.sample.length);
      reports.push(result.report);
      if (result.checked) tables.push(result.checked);
      rowsBefore += result.report.rows;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    const { reason } = error;
    return { tables: [], faultyRows, conclude: () => ({ outcome: 'unreadable', reason }) };
  }
  return {
    tables,
    faultyRows,
    conclude: (decided) => conclude(context, opened.format, reports, tables, decided),
  };
}

/** Reports are read whenever their claim is opened, so all tables together have a limit. */
const maxReportedColumnsOfFile = 2_048;

function conclude(
  context: CheckContext,
  format: ReadableFile['format'],
  reports: readonly TableReport[],
  tables: readonly CheckedTable[],
  formats: FormatsByTable,
): CheckedFile {
  if (reports.every(({ kind }) => kind === 'none')) return { outcome: 'no-data', format, tables: reports };
  const rows = reports.reduce((sum, report) => sum + report.rows, 0);
  // The template has a sheet for each kind: one empty sheet among others is not in use.
  if (rows === 0) reports.forEach(({ kind }, index) => kind !== 'none' && context.findings.add('no-rows', index));
  const described = reports.map((report, index): TableReport => {
    const table = tables.find((one) => one.index === index);
    if (!table) return report;
    const complete = { ...report, ...describeFormats(table.check.hints, formats.get(index) ?? table.formats) };
    addFormatFindings(context.findings, index, complete);
    return complete;
  });
  const purchases = context.purchases.totals(context.duplicates.isEstimate);
  const membership = context.membership.totals(false);
  return {
    outcome: 'checked',
    report: {
      format,
      tables: described,
      ...(purchases ? { purchases } : {}),
      ...(membership ? { membership } : {}),
      counts: context.findings.counts(),
      findings: context.findings.findings(),
    },
  };
}
