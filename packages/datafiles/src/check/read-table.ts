import { type OpenedTable, type RowBatch, daysBefore1904 } from '../opened-file.ts';
import type { ChosenTable, FileFormat, TableReport, ValueFormats } from '../report.ts';
import { cellText, isBlankRow } from './cell-text.ts';
import type { CellValidators } from './cell-validators.ts';
import type { CheckContext } from './check-context.ts';
import { type TableCheck, createTableCheck } from './check-rows.ts';
import { isDaySerial } from './dates.ts';
import { requiredColumns } from './headers.ts';
import { reportedHeaders, reportedSample } from './report-cells.ts';
import { type NumberedRow, type TableLayout, findLayout, maxLayoutRows } from './table-layout.ts';
import { type HintCounters, type TableFormats, HintCounter, decideFormats, noHint } from './value-formats.ts';

/** Reports progress and lets other tasks run. Throws when the check is to stop. */
export type YieldTurn = (bytesRead: number, rows: number) => Promise<void> | undefined;

interface TableOptions {
  readonly index: number;
  readonly chosen: ChosenTable | undefined;
  /** The formats that the claimant chose for all tables. */
  readonly defaults: ValueFormats;
  /** A second pass uses these formats. */
  readonly formats: TableFormats | undefined;
  readonly format: FileFormat;
  readonly yieldTurn: YieldTurn;
  /** The size of the file in bytes. */
  readonly bytes: number;
  /** At most this many headers and sample cells are reported. */
  readonly maxColumns: number;
}

export interface CheckedTable {
  readonly index: number;
  readonly check: TableCheck;
  readonly formats: TableFormats;
  readonly chosen: ValueFormats;
}

/** No header follows after this many rows. Spreadsheets may end with lines of only separators. */
const maxHeldRows = 16_384;

/** A sheet without data that is hidden, empty or the template's own has no report. */
export async function checkOpenedTable(
  context: CheckContext,
  table: OpenedTable,
  { index, chosen, defaults, formats: known, format, yieldTurn, bytes, maxColumns }: TableOptions,
): Promise<{ readonly report: TableReport; readonly checked?: CheckedTable } | undefined> {
  const chosenFormats: ValueFormats = {
    ...defaults,
    ...(chosen?.dates && { dates: chosen.dates }),
    ...(chosen?.decimals && { decimals: chosen.decimals }),
  };
  /** Batches are held back until there are enough rows to find the layout. */
  let held: RowBatch[] = [];
  let heldRows = 0;
  let first: NumberedRow[] = [];
  let begun: ReturnType<typeof begin> | undefined;

  const begin = () => {
    const own = ignoreHiddenList(findLayout(first, table, undefined, context), table, context);
    // A choice must not change which sheets have a report, because it names its table by the index.
    const isSkipped =
      own.kind === 'none' &&
      (table.hidden === true || isTemplateSheet(table, context) || (table.sheet !== undefined && first.length === 0));
    const found = chosen && !isSkipped ? findLayout(first, table, chosen, context) : own;
    const { kind, header, firstLine } = found;
    const above = first.filter(({ line }) => line < (header?.line ?? firstLine)).map(({ row }) => row);
    const layout = { ...found, above };
    const formats = known ?? decideFormats(countHints(first, layout, context.validators), chosenFormats);
    if (kind === 'none') return { layout, formats, isSkipped, check: undefined, checkBatch: undefined };
    const isHidden = table.hidden === true;
    const check = createTableCheck(context, { index, kind, layout, formats, format: format.kind, isHidden });
    context.duplicates.beginTable(table.sheet);
    context.duplicates.expect(estimateRows(held, bytes));
    addLayoutFindings(context, index, layout);
    const dateAt = table.from1904 ? layout.columns.get('date') : undefined;
    const checkBatch = (batch: RowBatch) => check.check(dateAt === undefined ? batch : countFrom1900(batch, dateAt));
    for (const batch of held) checkBatch(batch);
    held = [];
    return { layout, formats, isSkipped, check, checkBatch };
  };

  for await (const batch of table.batches()) {
    if (begun) begun.checkBatch?.(batch);
    else {
      first = [...first, ...numberRows(batch, maxLayoutRows - first.length)];
      // Blank rows at the top are not part of any table.
      if (first.length > 0 || batch.problems?.length) {
        held.push(batch);
        heldRows += batch.rows.length;
      }
      if (first.length === maxLayoutRows || heldRows >= maxHeldRows) begun = begin();
    }
    if (begun && !begun.check) break;
    const turn = yieldTurn(batch.bytesRead, begun?.check?.rows ?? 0);
    if (turn) await turn;
  }
  const { layout, formats, isSkipped, check } = begun ?? begin();
  if (isSkipped) return undefined;
  if (!check && table.sheet !== undefined && chosen?.kind !== 'none') context.findings.add('sheet-not-read', index);
  const firstBelow = first.find(({ line }) => line >= layout.firstLine);
  const report: TableReport = {
    ...(table.sheet === undefined ? {} : { sheet: table.sheet }),
    kind: layout.kind,
    ...(layout.header ? { headerLine: layout.header.line } : {}),
    headers: reportedHeaders(layout.header?.row ?? [], maxColumns),
    sample: reportedSample(check ? check.firstRow : (firstBelow?.row ?? []), layout.columns, maxColumns),
    columns: [...layout.columns].map(([key, column]) => ({ key, index: column })),
    rows: check?.rows ?? 0,
  };
  return { report, ...(check ? { checked: { index, check, formats, chosen: chosenFormats } } : {}) };
}

/** Cells with a date format are dates already. In the others, a day is still counted from 1904. */
function countFrom1900(batch: RowBatch, dateAt: number): RowBatch {
  const rows = batch.rows.map((row) => {
    const day = row[dateAt];
    // Other numbers are years, or days written as digits, such as 20090105.
    if (typeof day !== 'number' || !isDaySerial(day + daysBefore1904)) return row;
    return [...row.slice(0, dateAt), day + daysBefore1904, ...row.slice(dateAt + 1)];
  });
  return { ...batch, rows };
}

/** A hidden sheet holds lookup lists, unless it has all columns. */
function ignoreHiddenList(layout: TableLayout, { hidden }: OpenedTable, { rules }: CheckContext): TableLayout {
  const { kind, columns } = layout;
  if (!hidden || kind === 'none') return layout;
  return requiredColumns(rules.tables[kind]).every((key) => columns.has(key)) ? layout : { ...layout, kind: 'none' };
}

const isTemplateSheet = ({ sheet }: OpenedTable, { rules }: CheckContext): boolean =>
  sheet !== undefined && rules.templateSheets?.includes(sheet) === true;

/** Extrapolates from the share of the file that the first rows take. */
function estimateRows(held: readonly RowBatch[], bytes: number): number {
  const rows = held.reduce((sum, batch) => sum + batch.rows.length, 0);
  const bytesRead = held[held.length - 1]?.bytesRead ?? 0;
  return bytesRead > 0 ? Math.ceil((rows / bytesRead) * bytes) : rows;
}

function numberRows({ lines, rows }: RowBatch, max: number): readonly NumberedRow[] {
  const numbered: NumberedRow[] = [];
  for (let index = 0; index < rows.length && numbered.length < max; index += 1) {
    const [line, row] = [lines[index], rows[index]];
    if (line !== undefined && row !== undefined && !isBlankRow(row)) numbered.push({ line, row });
  }
  return numbered;
}

function countHints(
  rows: readonly NumberedRow[],
  { columns, firstLine }: TableLayout,
  validators: CellValidators,
): HintCounters {
  const hints: HintCounters = { dates: new HintCounter(), decimals: new HintCounter() };
  for (const key of ['date', 'amount', 'members'] as const) {
    const index = columns.get(key);
    if (index === undefined) continue;
    const counter = key === 'date' ? hints.dates : hints.decimals;
    for (const { line, row } of rows) {
      const cell = row[index];
      const text = cellText(cell);
      if (cell === undefined || text === '' || line < firstLine) continue;
      counter.add(validators.byColumn[key](cell, text).hint ?? noHint, text);
    }
  }
  return hints;
}

function addLayoutFindings({ rules, findings }: CheckContext, table: number, layout: TableLayout): void {
  const { kind, columns, header, repeated, unknown } = layout;
  if (kind === 'none') return;
  const line = header ? { line: header.line } : {};
  const headerAt = (index: number) => reportedHeaders(header?.row.slice(index, index + 1) ?? [])[0] ?? '';
  for (const key of requiredColumns(rules.tables[kind]))
    if (!columns.has(key)) findings.add('column-missing', table, () => ({ ...line, column: key }));
  if (layout.isAssumed) findings.add('no-header', table);
  for (const { key, index } of repeated)
    findings.add('column-twice', table, () => ({
      ...line,
      column: key,
      value: headerAt(index),
      detail: headerAt(columns.get(key) ?? -1),
    }));
  for (const index of unknown) findings.add('column-unknown', table, () => ({ ...line, value: headerAt(index) }));
}
