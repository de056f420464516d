import type { CheckOptions } from '../check-data-file.ts';
import type {
  CheckedFile,
  ChosenTable,
  FaultyRow,
  FileFormat,
  ValueFormats,
  UnreadableReason,
  TableReport,
} from '../report.ts';
import type { OpenedFile, OpenedTable, RowBatch } from '../opened-file.ts';
import { UnreadableFileError } from '../opened-file.ts';
import { isBlankRow } from './cell-text.ts';
import type { FileCheck } from './check-context.ts';
import { beginFile } from './check-context.ts';
import type { TableNotation } from './value-formats.ts';
import { decideNotation, decideTogether, isSameReading } from './value-formats.ts';
import { describeNotation, tellNotation, watchRows } from './table-formats.ts';
import { showHeaders, showSample, shownColumns } from './report-cells.ts';
import type { TableCheck } from './check-table.ts';
import { checkTable } from './check-table.ts';
import { requiredColumns } from './headers.ts';
import type { NumberedRow, TableLayout } from './table-layout.ts';
import { findLayout, lookedAtRows } from './table-layout.ts';

/** Says how far the check is, lets others have their turn, and ends it when it is to stop. */
export type TakeTurn = (bytesRead: number, rows: number) => Promise<void> | undefined;

export interface OpenedCheckOptions extends Pick<CheckOptions, 'rules' | 'chosen' | 'formats' | 'onFaultyRow'> {
  readonly takeTurn?: TakeTurn;
  /** The size of the file. */
  readonly bytes?: number;
  /** How many rows can be remembered to find equal ones, a power of two. */
  readonly rememberedRows?: number;
}

/**
 * Checks what was opened, table by table. The first rows show how dates and numbers are written.
 * Where later rows show something else, the file is read once more.
 */
export async function checkOpenedFile(opened: OpenedFile, options: OpenedCheckOptions): Promise<CheckedFile> {
  if (!opened.readable) return { outcome: 'unreadable', reason: opened.reason };
  const { file: first, notations } = await readAndDecide(opened, options);
  const file = first ?? (await readTables(opened, options, notations));
  for (const row of file.faultyRows) options.onFaultyRow?.(row);
  return file.conclude(notations);
}

/** Without the file when it has to be read again: its memory is needed for that. */
async function readAndDecide(
  opened: ReadableFile,
  options: OpenedCheckOptions,
): Promise<{ readonly file?: ReadFile; readonly notations: ReadonlyMap<number, TableNotation> }> {
  const file = await readTables(opened, options, new Map());
  const decided = decideTogether(file.read.map(({ check, chosen }) => decideNotation(check.watches, chosen)));
  const notations = new Map(file.read.map(({ place, notation }, index) => [place, decided[index] ?? notation]));
  const isRead = file.read.every(({ place, notation }) => isSameReading(notation, notations.get(place) ?? notation));
  return { ...(isRead ? { file } : {}), notations };
}

type ReadableFile = Extract<OpenedFile, { readable: true }>;
interface ReadTable {
  readonly place: number;
  readonly check: TableCheck;
  /** How it was read, and how the filer says that it is to be. */
  readonly notation: TableNotation;
  readonly chosen: ValueFormats;
}
interface ReadFile {
  /** The tables of data. */
  readonly read: readonly ReadTable[];
  readonly faultyRows: readonly FaultyRow[];
  conclude(notations: ReadonlyMap<number, TableNotation>): CheckedFile;
}

/** Reads all tables once; those whose notation is not `known` are read as their first rows show. */
async function readTables(
  opened: ReadableFile,
  options: OpenedCheckOptions,
  known: ReadonlyMap<number, TableNotation>,
): Promise<ReadFile> {
  const { format } = opened;
  const faultyRows: FaultyRow[] = [];
  const onFaultyRow = options.onFaultyRow && ((row: FaultyRow) => faultyRows.push(row));
  const file = beginFile(options.rules, { ...options, onFaultyRow });
  const tables: TableReport[] = [];
  const read: ReadTable[] = [];
  const refused = (reason: UnreadableReason): ReadFile => ({
    read: [],
    faultyRows,
    conclude: () => ({ outcome: 'unreadable', reason }),
  });
  let rowsBefore = 0;
  let shownLeft = mostShownColumns;
  const takeTurn: TakeTurn = (bytesRead, rows) => options.takeTurn?.(bytesRead, rowsBefore + rows);
  try {
    for await (const table of opened.tables()) {
      const place = tables.length;
      const chosen = options.chosen?.find((one) => one.table === place);
      const report = await checkOpenedTable(file, table, {
        place,
        chosen,
        notation: { ...options.formats, ...chosenNotation(chosen) },
        known: known.get(place),
        format,
        takeTurn,
        bytes: options.bytes ?? 0,
        shownColumns: Math.min(shownColumns, shownLeft),
      });
      if (!report) continue;
      shownLeft -= Math.max(report.table.headers.length, report.table.sample.length);
      tables.push(report.table);
      if (report.read) read.push(report.read);
      rowsBefore += report.table.rows;
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) return refused(error.reason);
    throw error;
  }
  return { read, faultyRows, conclude: (notations) => conclude(file, format, tables, read, notations) };
}

function conclude(
  file: FileCheck,
  format: FileFormat,
  tables: readonly TableReport[],
  read: readonly ReadTable[],
  notations: ReadonlyMap<number, TableNotation>,
): CheckedFile {
  if (tables.every(({ kind }) => kind === 'none')) return { outcome: 'no-data', format, tables };
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  // An empty sheet beside others is one that the filer does not use: the template has a sheet for each kind.
  if (rows === 0) tables.forEach(({ kind }, place) => kind !== 'none' && file.findings.add('no-rows', place));
  const described = tables.map((table, place): TableReport => {
    const found = read.find((one) => one.place === place);
    if (!found) return table;
    const written = describeNotation(found.check.watches, notations.get(place) ?? found.notation);
    tellNotation(file, place, table.kind === 'membership', written);
    return { ...table, ...written };
  });
  const purchases = file.purchases.totals(file.memory.isEstimate);
  const membership = file.membership.totals();
  return {
    outcome: 'checked',
    report: {
      format,
      tables: described,
      ...(purchases ? { purchases } : {}),
      ...(membership ? { membership } : {}),
      counts: file.findings.counts(),
      findings: file.findings.findings(),
    },
  };
}

interface TableContext {
  readonly place: number;
  readonly chosen: ChosenTable | undefined;
  /** What the filer says of how it is written. */
  readonly notation: ValueFormats;
  /** How it is written, when it is read once more. */
  readonly known: TableNotation | undefined;
  readonly format: FileFormat;
  readonly takeTurn: TakeTurn;
  readonly bytes: number;
  /** Of how many columns headers and a sample are kept. */
  readonly shownColumns: number;
}
/** Of all tables together: the report is read whenever its claim is looked at. */
const mostShownColumns = 2_048;

/** Spreadsheets end files with lines of nothing but separators: who has seen so many rows will see no more headers. */
const mostHeldRows = 16_384;

/** Undefined for a sheet that nobody sees or that has nothing in it, and that is no data. */
async function checkOpenedTable(
  file: FileCheck,
  table: OpenedTable,
  { place, chosen, notation: said, known, format, takeTurn, bytes, shownColumns: most }: TableContext,
): Promise<{ readonly table: TableReport; readonly read?: ReadTable } | undefined> {
  /** Until enough rows are there to see what the table is. */
  let held: RowBatch[] = [];
  let heldRows = 0;
  let first: NumberedRow[] = [];
  let begun:
    | { readonly layout: TableLayout; readonly notation: TableNotation; readonly check: TableCheck | undefined }
    | undefined;

  const begin = () => {
    const found = withoutHiddenList(findLayout(first, table, chosen, file), table, chosen, file);
    const { kind, header, firstLine } = found;
    const above = first.filter(({ line }) => line < (header?.line ?? firstLine)).map(({ row }) => row);
    const layout = { ...found, above };
    const notation = known ?? decideNotation(watchRows(first, layout, file.judges), said);
    const check =
      kind === 'none'
        ? undefined
        : checkTable(file, { table: place, kind, layout, notation, hasWholeRows: format.kind !== 'delimited' });
    if (check) {
      file.memory.beginTable(table.sheet);
      file.memory.expect(expectRows(held, bytes));
      tellLayout(file, place, layout);
      for (const batch of held) check.check(batch);
    }
    held = [];
    return { layout, notation, check };
  };

  for await (const batch of table.batches()) {
    if (begun) begun.check?.check(batch);
    else {
      first = [...first, ...numberRows(batch, lookedAtRows - first.length)];
      // Blank rows above everything else are no rows of any table.
      if (first.length > 0 || batch.problems !== undefined) {
        held.push(batch);
        heldRows += batch.rows.length;
      }
      if (first.length === lookedAtRows || heldRows >= mostHeldRows) begun = begin();
    }
    if (begun && !begun.check) break;
    const turn = takeTurn(batch.bytesRead, begun?.check?.rows ?? 0);
    if (turn) await turn;
  }
  const { layout, notation, check } = begun ?? begin();
  if (!check && (table.hidden || (table.sheet !== undefined && first.length === 0))) return undefined;
  if (!check && table.sheet !== undefined && chosen?.kind !== 'none')
    file.findings.add('sheet-not-read', place, () => ({}));
  const below = first.find(({ line }) => line >= layout.firstLine);
  const report: TableReport = {
    ...(table.sheet === undefined ? {} : { sheet: table.sheet }),
    kind: layout.kind,
    ...(layout.header ? { headerLine: layout.header.line } : {}),
    headers: showHeaders(layout.header?.row ?? [], most),
    sample: showSample(check ? check.firstRow : (below?.row ?? []), layout.places, most),
    columns: [...layout.places].map(([key, index]) => ({ key, index })),
    rows: check?.rows ?? 0,
  };
  return { table: report, ...(check ? { read: { place, check, notation, chosen: said } } : {}) };
}

function chosenNotation(chosen: ChosenTable | undefined): ValueFormats {
  return {
    ...(chosen?.dates === undefined ? {} : { dates: chosen.dates }),
    ...(chosen?.decimals === undefined ? {} : { decimals: chosen.decimals }),
  };
}

/** A hidden sheet is what another one looks things up in, unless it is whole or the filer says that it is data. */
function withoutHiddenList(
  layout: TableLayout,
  { hidden }: OpenedTable,
  chosen: ChosenTable | undefined,
  { rules }: FileCheck,
): TableLayout {
  const { kind, places } = layout;
  if (!hidden || chosen || kind === 'none') return layout;
  return requiredColumns(rules.tables[kind]).every((key) => places.has(key)) ? layout : { ...layout, kind: 'none' };
}

/** By what the first rows take of the file. */
function expectRows(held: readonly RowBatch[], bytes: number): number {
  const rows = held.reduce((sum, batch) => sum + batch.rows.length, 0);
  const bytesRead = held[held.length - 1]?.bytesRead ?? 0;
  return bytesRead > 0 ? Math.ceil((rows / bytesRead) * bytes) : rows;
}

function numberRows({ lines, rows }: RowBatch, most: number): readonly NumberedRow[] {
  const numbered: NumberedRow[] = [];
  for (let index = 0; index < rows.length && numbered.length < most; index += 1) {
    const [line, row] = [lines[index], rows[index]];
    if (line !== undefined && row !== undefined && !isBlankRow(row)) numbered.push({ line, row });
  }
  return numbered;
}

/** What is to be said of the headers. */
function tellLayout({ rules, findings }: FileCheck, table: number, layout: TableLayout): void {
  const { kind, places, header, twice, unknown } = layout;
  if (kind === 'none') return;
  const line = header ? { line: header.line } : {};
  const headerAt = (place: number) => showHeaders(header?.row.slice(place, place + 1) ?? [])[0] ?? '';
  for (const key of requiredColumns(rules.tables[kind]))
    if (!places.has(key)) findings.add('column-missing', table, () => ({ ...line, column: key }));
  if (layout.isAssumed) findings.add('no-header', table);
  for (const { key, place } of twice)
    findings.add('column-twice', table, () => ({
      ...line,
      column: key,
      value: headerAt(place),
      detail: headerAt(places.get(key) ?? -1),
    }));
  for (const place of unknown) findings.add('column-unknown', table, () => ({ ...line, value: headerAt(place) }));
}
