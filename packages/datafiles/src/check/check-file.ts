import { type OpenedFile, UnreadableFileError } from '../opened-file.ts';
import type {
  CheckedFile,
  ChosenTable,
  FaultyRow,
  FormatEvidence,
  FormatReason,
  RowSketch,
  TableReport,
  ValueFormats,
} from '../report.ts';
import type { DataRules } from '../rules.ts';
import { createCheckContext } from './check-context.ts';
import { type CheckedTable, type YieldTurn, checkOpenedTable } from './read-table.ts';
import type { FindingList } from './findings.ts';
import { maxReportedColumns } from './report-cells.ts';
import type { HintCounter, TableFormats } from './value-formats.ts';
import { alignFormats, ambiguous, decideFormats, isSameFormats, otherOnly, usualOnly } from './value-formats.ts';

export interface OpenedCheckOptions {
  readonly rules: DataRules;
  /** The claimant's choices of how tables are read. */
  readonly chosen?: readonly ChosenTable[];
  /** The formats of all tables for which `chosen` has none. */
  readonly formats?: ValueFormats;
  /** Called for each row of a kept error or warning. */
  readonly onFaultyRow?: (row: FaultyRow) => void;
  /** Called once if there are counted rows of purchases. Without it, no sketch is made. */
  readonly onSketch?: (sketch: RowSketch) => void;
  readonly yieldTurn?: YieldTurn;
  /** The size of the file in bytes. */
  readonly bytes?: number;
  /** The size of the index of rows that finds duplicates, a power of two. */
  readonly maxIndexedRows?: number;
}

type ReadableFile = Extract<OpenedFile, { readable: true }>;
type FormatsByTable = ReadonlyMap<number, TableFormats>;

/** Reads the file again if later rows show a different format from the first ones. */
export async function checkOpenedFile(opened: OpenedFile, options: OpenedCheckOptions): Promise<CheckedFile> {
  if (!opened.readable) return { outcome: 'unreadable', reason: opened.reason };
  const { pass: first, formats } = await readAndDecide(opened, options);
  const pass = first ?? (await readTables(opened, options, formats));
  for (const row of pass.faultyRows) options.onFaultyRow?.(row);
  if (pass.sketch) options.onSketch?.(pass.sketch);
  return pass.conclude(formats);
}

/** Drops the pass if the file must be read again, so that the second one can use its memory. */
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

interface Pass {
  readonly tables: readonly CheckedTable[];
  readonly faultyRows: readonly FaultyRow[];
  readonly sketch?: RowSketch | undefined;
  conclude(formats: FormatsByTable): CheckedFile;
}

/** Reads all tables once. Tables without `formats` are read as their first rows suggest. */
async function readTables(opened: ReadableFile, options: OpenedCheckOptions, formats: FormatsByTable): Promise<Pass> {
  const faultyRows: FaultyRow[] = [];
  const onFaultyRow = options.onFaultyRow && ((row: FaultyRow) => faultyRows.push(row));
  const context = createCheckContext(
    options.rules,
    onFaultyRow,
    options.maxIndexedRows,
    options.onSketch !== undefined,
  );
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
    sketch: context.sketch?.toSketch(),
    conclude(decided) {
      const { format } = opened;
      if (reports.every(({ kind }) => kind === 'none')) return { outcome: 'no-data', format, tables: reports };
      const { findings, duplicates } = context;
      // The template has a sheet for each kind: one empty sheet among others is not in use.
      if (reports.every(({ rows }) => rows === 0))
        reports.forEach(({ kind }, index) => kind !== 'none' && findings.add('no-rows', index));
      for (const { index, check } of tables) {
        const { rows, firstLine } = check.hidden;
        if (rows > 0) findings.add('hidden-rows', index, () => ({ line: firstLine, detail: rows }));
      }
      const described = reports.map((report, index): TableReport => {
        const table = tables.find((one) => one.index === index);
        return table ? describeFormats(report, table, decided.get(index) ?? table.formats, findings) : report;
      });
      const purchases = context.purchases.totals(duplicates.isEstimate);
      const membership = context.membership.totals();
      return {
        outcome: 'checked',
        report: {
          format,
          tables: described,
          ...(purchases && { purchases }),
          ...(membership && { membership }),
          counts: findings.counts(),
          findings: findings.findings(),
        },
      };
    },
  };
}

/** Reports are loaded each time their claim is opened, so all tables together have a limit. */
const maxReportedColumnsOfFile = 2_048;

const maxExampleLength = 40;

/**
 * Reports how a table was read, and adds findings about it unless the claimant chose the format.
 */
function describeFormats(
  report: TableReport,
  { index, check: { hints } }: CheckedTable,
  { dates: { order, why: orderReason }, decimals: { mark, why: markReason } }: TableFormats,
  findings: FindingList,
): TableReport {
  const isDayFirst = order === 'day-first';
  const dates = evidenceOf(hints.dates, orderReason, isDayFirst ? otherOnly : usualOnly);
  const decimals = evidenceOf(
    hints.decimals,
    markReason,
    mark === 'unknown' ? undefined : mark === 'comma' ? otherOnly : usualOnly,
  );
  if (dates && isDayFirst && orderReason !== 'chosen')
    findings.add('dates-day-first', index, () => ({ column: 'date', detail: dates.shown }));
  if (dates && orderReason === 'undecided')
    findings.add('dates-undecided', index, () => ({ column: 'date', ...(dates.example && { value: dates.example }) }));
  if (decimals && mark === 'comma' && markReason !== 'chosen')
    findings.add('decimals-comma', index, () => ({
      column: report.kind === 'membership' ? 'members' : 'amount',
      detail: decimals.shown,
    }));
  return {
    ...report,
    ...(dates && { dates: { order, ...dates } }),
    ...(decimals && { decimals: { mark, ...decimals } }),
  };
}

/** Columns that are plainly in the usual format have no evidence, and are not reported. */
function evidenceOf(
  { counts, example }: HintCounter,
  why: FormatReason,
  shownBy: typeof usualOnly | typeof otherOnly | undefined,
): FormatEvidence | undefined {
  if (counts[ambiguous] === 0 && counts[otherOnly] === 0 && !(why === 'chosen' && counts[usualOnly] > 0))
    return undefined;
  return {
    why,
    shown: shownBy === undefined ? 0 : counts[shownBy],
    open: counts[ambiguous],
    ...(example !== '' && { example: example.slice(0, maxExampleLength) }),
  };
}
