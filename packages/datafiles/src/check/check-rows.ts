import type { Cell, RowBatch } from '../opened-file.ts';
import type { FileFormat, Finding, FindingCode, ReadProblem } from '../report.ts';
import type { ColumnKey, TableKind } from '../rules.ts';
import { type CellResult, blankFlag, errorFlag } from './cell-validators.ts';
import { cellText, isBlankRow } from './cell-text.ts';
import type { CheckContext } from './check-context.ts';
import { AmountReader, CachingReader } from './column-readers.ts';
import { fingerprintText, mixHash1, mixHash2, newFingerprint, rowSeed1, rowSeed2 } from './duplicate-rows.ts';
import { isOwnHeader, requiredColumns } from './headers.ts';
import { LineCells } from './line-cells.ts';
import { createMissingPlanFinder } from './findings.ts';
import { createNonDataRowDetector } from './non-data-rows.ts';
import { filledWidth, reportedCell, toFaultyRow } from './report-cells.ts';
import type { TableLayout } from './table-layout.ts';
import { type HintCounters, type TableFormats, HintCounter } from './value-formats.ts';

export type TableCheck = ReturnType<typeof createTableCheck>;
/** Gives the cells of a row that is reported; most rows are never split. */
type SplitRow = () => readonly Cell[];
interface MappedColumn {
  readonly key: ColumnKey;
  readonly index: number;
  readonly reader: CachingReader;
}

export function createTableCheck(
  context: CheckContext,
  {
    index: table,
    kind,
    layout,
    formats,
    format,
    isHidden,
  }: {
    readonly index: number;
    readonly kind: TableKind;
    readonly layout: TableLayout;
    readonly formats: TableFormats;
    readonly format: FileFormat['kind'];
    /** The whole sheet is hidden. */
    readonly isHidden: boolean;
  },
) {
  const { rules, validators, findings, duplicates } = context;
  const required = requiredColumns(rules.tables[kind]);
  const isComplete = required.every((key) => layout.columns.has(key));
  const hints: HintCounters = { dates: new HintCounter(), decimals: new HintCounter() };
  const columns: readonly MappedColumn[] = rules.tables[kind].flatMap(({ key }) => {
    const index = layout.columns.get(key);
    if (index === undefined) return [];
    return [{ key, index, reader: new CachingReader(validators.withFormats(key, formats), required.includes(key)) }];
  });
  const keys = columns.map(({ key }) => key);
  const mapped = new Set(layout.columns.values());
  const header = layout.header?.row ?? [];
  // Notes beside the rows of a sheet shift none of their cells.
  const maxCells =
    layout.header && format !== 'workbook'
      ? Math.max(filledWidth(header), ...[...mapped].map((index) => index + 1))
      : Number.POSITIVE_INFINITY;
  // In other formats, a row that is short has blank cells at its end.
  const minCells =
    format === 'delimited' ? Math.max(0, ...required.map((key) => (layout.columns.get(key) ?? -1) + 1)) : 0;
  /** Duplicates also match in the columns that the template does not have. */
  const others = header.flatMap((cell, index) => (mapped.has(index) || isOwnHeader(cell) ? [] : [index]));

  const results: CellResult[] = [];
  const amountAt = keys.indexOf('amount');
  const amounts = new AmountReader(
    columns[amountAt]?.reader ?? new CachingReader(validators.byColumn.amount, false),
    formats.decimals.mark,
    hints.decimals,
  );
  /** The reader of amounts counts its own hints. */
  const hintAt = keys.indexOf(kind === 'purchases' ? 'date' : 'members');
  const hintCounter = kind === 'purchases' ? hints.dates : hints.decimals;
  const counter = context[kind].forTable(keys);
  const sketchRow = kind === 'purchases' ? context.sketch?.forTable(keys) : undefined;
  const detectNonData = createNonDataRowDetector(kind, layout.columns, context.headers, layout.above);
  const planColumns = keys.flatMap((key, index) => (key === 'planName' || key === 'planFein' ? [index] : []));
  const plans = createMissingPlanFinder(planColumns, (column, line, row, times) =>
    report('plan-missing', line, () => row, { column: columns[column], times }),
  );
  const fingerprint = newFingerprint();
  let unreadLines = new Set<number>();
  let hiddenLines: ReadonlySet<number> = new Set();
  const hidden = { rows: 0, firstLine: 0 };
  let rows = 0;
  let firstRow: readonly Cell[] = [];
  let lastFaultyLine = -1;
  const cells = new LineCells();
  let flags = 0;
  let isRowSplit = false;
  let currentRow: readonly Cell[] = [];

  function report(
    code: FindingCode,
    line: number,
    split: SplitRow,
    about: { column?: MappedColumn | undefined; detail?: Finding['detail'] | undefined; times?: number } = {},
  ): void {
    const { column, detail, times } = about;
    const isKept = findings.add(
      code,
      table,
      () => {
        const value = column ? reportedCell(column.key, split()[column.index]) : '';
        return {
          line,
          ...(column ? { column: column.key } : {}),
          ...(value === '' ? {} : { value }),
          ...(detail === undefined ? {} : { detail }),
        };
      },
      times,
    );
    if (isKept) reportFaultyRow(line, split);
  }
  function reportFaultyRow(line: number, split: SplitRow): void {
    if (!context.onFaultyRow || lastFaultyLine === line) return;
    lastFaultyLine = line;
    context.onFaultyRow(toFaultyRow(table, line, split(), layout.columns, formats));
  }

  /** Checks `row`, or the current line of `cells` if there is no row. */
  function checkRow(row: readonly Cell[] | undefined, line: number, length: number, batchIndex: number): void {
    flags = 0;
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      if (column === undefined) continue;
      const isAmount = index === amountAt;
      const at = column.index;
      // Four separate calls are faster than one call that serves two classes.
      let result: CellResult;
      if (row) result = isAmount ? amounts.read(row[at]) : column.reader.read(row[at]);
      else result = isAmount ? amounts.readAt(cells, at) : column.reader.readAt(cells, at);
      results[index] = result;
      flags |= result.flags;
    }
    const hinting = results[hintAt];
    if (hinting !== undefined) hintCounter.add(hinting.hint, hinting.text);
    isRowSplit = row !== undefined;
    if (row) currentRow = row;
    const isUnusual = (flags & ~blankFlag) !== 0 || length > maxCells || length < minCells || !isComplete;
    if (isUnusual || unreadLines.size > 0) finishUnusualRow(line, length, batchIndex);
    else countRow(line, batchIndex);
  }
  function splitRow(): readonly Cell[] {
    if (!isRowSplit) {
      currentRow = cells.toRow();
      isRowSplit = true;
    }
    return currentRow;
  }

  /** Handles rows that are blank, hold no data, are too short or too long, or have a bad cell. */
  function finishUnusualRow(line: number, length: number, batchIndex: number): void {
    const hasError = (flags & errorFlag) !== 0 || !isComplete;
    const isShort = length < minCells;
    const width = isShort || length > maxCells ? filledWidth(splitRow()) : length;
    const misfit = width > maxCells ? 'cells-too-many' : isShort ? 'cells-missing' : undefined;
    if (hasError || misfit) {
      if (isBlankRow(splitRow())) return;
      const nonData = detectNonData(splitRow());
      if (nonData) return report(nonData, line, splitRow);
    }
    const isUnread = unreadLines.has(line);
    if (misfit || isUnread) {
      // Its cells may have shifted, so their problems would be reported for the wrong columns.
      addDataRow(line);
      // A line that was truncated has its finding already.
      if (misfit && !isUnread) report(misfit, line, splitRow, { detail: width });
      return counter.countFaulty(Number.NaN);
    }
    for (let index = 0; index < columns.length; index += 1) {
      for (const { code, detail } of results[index]?.problems ?? [])
        report(code, line, splitRow, { column: columns[index], detail });
    }
    if (!hasError) return countRow(line, batchIndex);
    addDataRow(line);
    plans.check(results, line, splitRow);
    counter.countFaulty(results[amountAt]?.value ?? Number.NaN);
  }

  function countRow(line: number, batchIndex: number): void {
    addDataRow(line);
    if (!plans.isSettled || (flags & blankFlag) !== 0) plans.check(results, line, splitRow);
    counter.count(results);
    sketchRow?.(results);
    let hash1 = rowSeed1;
    let hash2 = rowSeed2;
    for (let index = 0; index < columns.length; index += 1) {
      const result = results[index];
      if (result === undefined) continue;
      hash1 = mixHash1(hash1, result.hash1);
      hash2 = mixHash2(hash2, result.hash2);
    }
    for (let index = 0; index < others.length; index += 1) {
      fingerprintOther(others[index] ?? 0);
      hash1 = mixHash1(hash1, fingerprint[0] ?? 0);
      hash2 = mixHash2(hash2, fingerprint[1] ?? 0);
    }
    duplicates.add(hash1, hash2, line, batchIndex, results[amountAt]?.value ?? 0);
  }

  function fingerprintOther(index: number): void {
    if (isRowSplit) fingerprintText(cellText(currentRow[index]), fingerprint);
    else if (index >= cells.count || cells.needsNormalizing(index))
      fingerprintText(cellText(splitRow()[index]), fingerprint);
    else {
      fingerprint[0] = cells.hashes1[index] ?? 0;
      fingerprint[1] = cells.hashes2[index] ?? 0;
    }
  }

  function addDataRow(line: number): void {
    if (rows === 0) firstRow = splitRow();
    rows += 1;
    if (!isHidden && !hiddenLines.has(line)) return;
    if (hidden.rows === 0) hidden.firstLine = line;
    hidden.rows += 1;
  }

  function addReadProblem({ code, line: first, lastLine, value }: ReadProblem, batch: RowBatch): void {
    const isAbove = (line: number | undefined) =>
      line !== undefined && line < (layout.header?.line ?? layout.firstLine);
    const line = code === 'merged-cells' && isAbove(first) ? lastLine : first;
    // A title that is merged over several columns is not a problem.
    if (code === 'merged-cells' && first !== undefined && (line === undefined || isAbove(line))) return;
    const isKept = findings.add(code, table, () => ({
      ...(line === undefined ? {} : { line }),
      ...(value === undefined ? {} : { value: value.slice(0, 100) }),
    }));
    // Searching the row takes time, and a file may have a problem in every line.
    if (!isKept || !context.onFaultyRow || line === undefined || line < layout.firstLine) return;
    const row = batch.rows[batch.lines.indexOf(line)];
    if (row !== undefined) reportFaultyRow(line, () => row);
  }

  return {
    check(batch: RowBatch): void {
      const { problems = [], unsplit } = batch;
      for (const problem of problems) addReadProblem(problem, batch);
      unreadLines = new Set(
        problems.flatMap(({ code, line }) => (code === 'line-too-long' && line !== undefined ? [line] : [])),
      );
      hiddenLines = batch.hiddenLines ?? new Set();
      if (unsplit) {
        cells.load(unsplit);
        for (let index = 0; cells.next(); index += 1)
          if (cells.line >= layout.firstLine) checkRow(undefined, cells.line, cells.count, index);
      } else
        for (const [index, row] of batch.rows.entries()) {
          const line = batch.lines[index] ?? 0;
          if (line >= layout.firstLine) checkRow(row, line, row.length, index);
        }
      duplicates.flush(({ index, line, units, earlier, weight }) => {
        counter.countDuplicate(units, weight);
        report('duplicate', line, () => batch.rows[index] ?? [], { detail: earlier, times: weight });
      });
    },
    get rows(): number {
      return rows;
    },
    get firstRow(): readonly Cell[] {
      return firstRow;
    },
    hints,
    hidden,
  };
}
