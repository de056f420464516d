import type { Finding, FindingCode, ReadProblem } from '../report.ts';
import type { Cell, RowBatch, UncutLines } from '../opened-file.ts';
import type { ColumnKey, TableKind } from '../rules.ts';
import { AmountReader } from './amount-reader.ts';
import { cellText, isBlankRow } from './cell-text.ts';
import { RememberingReader } from './column-readers.ts';
import type { FileCheck } from './check-context.ts';
import { LineCells } from './line-cells.ts';
import type { TableNotation, TableWatches } from './value-formats.ts';
import { NotationWatch } from './value-formats.ts';
import { watchPlans } from './missing-plans.ts';
import { countRows } from './row-counts.ts';
import { watchOddities } from './non-data-rows.ts';
import { describeFaultyRow, showCell, widthOf } from './report-cells.ts';
import { isOwnHeader, requiredColumns } from './headers.ts';
import type { TableLayout } from './table-layout.ts';
import { addToLane1, addToLane2, newPrint, printText, rowStart1, rowStart2 } from './fingerprints.ts';
import type { Verdict } from './cell-result.ts';
import { isBlank, isError } from './cell-result.ts';

/** Checks the rows of one table, one batch after the other. */
export interface TableCheck {
  check(batch: RowBatch): void;
  /** Data rows so far. */
  readonly rows: number;
  /** The first data row. */
  readonly firstRow: readonly Cell[];
  /** What its cells show of how they are written. */
  readonly watches: TableWatches;
}
/** Gives a row's cells, for what is seldom asked. */
type CutRow = () => readonly Cell[];
interface MappedColumn {
  readonly key: ColumnKey;
  readonly place: number;
  readonly reader: RememberingReader;
}

/** `table` is its place among the tables that are reported. `hasWholeRows`: a row that is short has blank cells at its end. */
export function checkTable(
  file: FileCheck,
  {
    table,
    kind,
    layout,
    notation,
    hasWholeRows,
  }: { table: number; kind: TableKind; layout: TableLayout; notation: TableNotation; hasWholeRows: boolean },
): TableCheck {
  const { rules, judges, findings, memory } = file;
  const { places } = layout;
  const required = requiredColumns(rules.tables[kind]);
  const isComplete = required.every((key) => places.has(key));
  const watches: TableWatches = { dates: new NotationWatch(), decimals: new NotationWatch() };
  const columns: readonly MappedColumn[] = rules.tables[kind].flatMap(({ key }) => {
    const place = places.get(key);
    if (place === undefined) return [];
    return [{ key, place, reader: new RememberingReader(judges.writtenAs(key, notation), required.includes(key)) }];
  });
  const keys = columns.map(({ key }) => key);
  const mapped = new Set(places.values());
  const header = layout.header?.row ?? [];
  const mostCells = layout.header
    ? Math.max(widthOf(header), ...[...mapped].map((place) => place + 1))
    : Number.POSITIVE_INFINITY;
  const fewestCells = hasWholeRows ? 0 : Math.max(0, ...required.map((key) => (places.get(key) ?? -1) + 1));
  /** Columns that we do not ask for: equal rows are equal in them, too. */
  const others = header.flatMap((cell, place) => (mapped.has(place) || isOwnHeader(cell) ? [] : [place]));

  const verdicts: Verdict[] = [];
  const amountAt = keys.indexOf('amount');
  const amounts = new AmountReader(
    columns[amountAt]?.reader ?? new RememberingReader(judges.of.amount, false),
    notation.decimals.mark,
    watches.decimals,
  );
  /** Amounts are watched where they are read. */
  const watchedAt = keys.indexOf(kind === 'purchases' ? 'date' : 'members');
  const watched = kind === 'purchases' ? watches.dates : watches.decimals;
  const counts = countRows(file, kind, keys);
  const oddities = watchOddities(kind, places, file.headers, layout.above);
  const planColumns = keys.flatMap((key, index) => (key === 'planName' || key === 'planFein' ? [index] : []));
  const plans = watchPlans(planColumns, (column, line, row, times) =>
    report('plan-missing', line, () => row, { column: columns[column], times }),
  );
  const print = newPrint();
  let unreadLines = new Set<number>();
  let rows = 0;
  let firstRow: readonly Cell[] = [];
  let lastTold = -1;
  const cells = new LineCells();
  // Of the row that is checked.
  let weight = 0;
  let isRowCut = false;
  let currentRow: readonly Cell[] = [];

  function report(
    code: FindingCode,
    line: number,
    cut: CutRow,
    about: { column?: MappedColumn | undefined; detail?: Finding['detail'] | undefined; times?: number } = {},
  ): void {
    const { column, detail, times } = about;
    const isKept = findings.add(
      code,
      table,
      () => {
        const value = column ? showCell(column.key, cut()[column.place]) : '';
        return {
          line,
          ...(column ? { column: column.key } : {}),
          ...(value === '' ? {} : { value }),
          ...(detail === undefined ? {} : { detail }),
        };
      },
      times,
    );
    if (isKept) tellFaulty(line, cut);
  }
  function tellFaulty(line: number, cut: CutRow): void {
    if (!file.onFaultyRow || lastTold === line) return;
    lastTold = line;
    file.onFaultyRow(describeFaultyRow(table, line, cut(), places));
  }

  function checkRow(line: number, row: readonly Cell[], inBatch: number): void {
    weight = 0;
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      if (column === undefined) continue;
      const cell = row[column.place];
      const verdict = index === amountAt ? amounts.read(cell) : column.reader.read(cell);
      verdicts[index] = verdict;
      weight |= verdict.weight;
    }
    watchRow();
    isRowCut = true;
    currentRow = row;
    settleRow(line, row.length, inBatch);
  }
  /** The same for the line that `cells` stands at. */
  function checkLine(inBatch: number): void {
    weight = 0;
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      if (column === undefined) continue;
      const verdict =
        index === amountAt ? amounts.readOf(cells, column.place) : column.reader.readOf(cells, column.place);
      verdicts[index] = verdict;
      weight |= verdict.weight;
    }
    watchRow();
    isRowCut = false;
    settleRow(cells.line, cells.count, inBatch);
  }
  function watchRow(): void {
    const verdict = verdicts[watchedAt];
    if (verdict !== undefined) watched.see(verdict.shown, verdict.text);
  }
  function cutRow(): readonly Cell[] {
    if (!isRowCut) {
      currentRow = cells.cut();
      isRowCut = true;
    }
    return currentRow;
  }

  function settleRow(line: number, length: number, inBatch: number): void {
    const isOdd = (weight & ~isBlank) !== 0 || length > mostCells || length < fewestCells || !isComplete;
    if (isOdd || unreadLines.size > 0) settleOddRow(line, length, inBatch);
    else countRow(line, inBatch);
  }
  /** Blank, no data at all, of another length, or with something to say of a cell. */
  function settleOddRow(line: number, length: number, inBatch: number): void {
    const hasError = (weight & isError) !== 0 || !isComplete;
    const isShort = length < fewestCells;
    const width = isShort || length > mostCells ? widthOf(cutRow()) : length;
    const misfit = width > mostCells ? 'cells-too-many' : isShort ? 'cells-missing' : undefined;
    if (hasError || misfit) {
      if (isBlankRow(cutRow())) return;
      const oddity = oddities.find(cutRow());
      if (oddity) return report(oddity, line, cutRow);
    }
    const isUnread = unreadLines.has(line);
    if (misfit || isUnread) {
      // Its cells may have moved: what stands in them would only be told of the wrong column.
      addDataRow();
      // What is missing from a line that was cut is told with that.
      if (misfit && !isUnread) report(misfit, line, cutRow, { detail: width });
      return counts.faulty(Number.NaN);
    }
    for (let index = 0; index < columns.length; index += 1) {
      for (const { code, detail } of verdicts[index]?.problems ?? [])
        report(code, line, cutRow, { column: columns[index], detail });
    }
    if (!hasError) return countRow(line, inBatch);
    addDataRow();
    plans.see(verdicts, line, cutRow);
    counts.faulty(verdicts[amountAt]?.value ?? Number.NaN);
  }

  function countRow(line: number, inBatch: number): void {
    addDataRow();
    if (!plans.isSettled || (weight & isBlank) !== 0) plans.see(verdicts, line, cutRow);
    counts.counted(verdicts);
    let lane1 = rowStart1;
    let lane2 = rowStart2;
    for (let index = 0; index < columns.length; index += 1) {
      const verdict = verdicts[index];
      if (verdict === undefined) continue;
      lane1 = addToLane1(lane1, verdict.print1);
      lane2 = addToLane2(lane2, verdict.print2);
    }
    for (let index = 0; index < others.length; index += 1) {
      printOther(others[index] ?? 0);
      lane1 = addToLane1(lane1, print[0] ?? 0);
      lane2 = addToLane2(lane2, print[1] ?? 0);
    }
    memory.note(lane1, lane2, line, inBatch, verdicts[amountAt]?.value ?? 0);
  }

  function printOther(place: number): void {
    if (isRowCut) printText(cellText(currentRow[place]), print);
    else if (place >= cells.count || cells.mayLookOtherwise(place)) printText(cellText(cutRow()[place]), print);
    else {
      print[0] = cells.lanes1[place] ?? 0;
      print[1] = cells.lanes2[place] ?? 0;
    }
  }

  function addDataRow(): void {
    if (rows === 0) firstRow = cutRow();
    rows += 1;
  }

  function checkRows({ lines, rows: all }: RowBatch): void {
    for (let index = 0; index < all.length; index += 1) {
      const row = all[index];
      const line = lines[index];
      if (row !== undefined && line !== undefined && line >= layout.firstLine) checkRow(line, row, index);
    }
  }
  function checkLines(lines: UncutLines): void {
    cells.take(lines);
    for (let index = 0; cells.next(); index += 1) if (cells.line >= layout.firstLine) checkLine(index);
  }

  function tellProblem({ code, line: first, lastLine, value }: ReadProblem, batch: RowBatch): void {
    const isAbove = (line: number | undefined) =>
      line !== undefined && line < (layout.header?.line ?? layout.firstLine);
    const line = code === 'merged-cells' && isAbove(first) ? lastLine : first;
    // A title over several columns is none of the data.
    if (code === 'merged-cells' && first !== undefined && (line === undefined || isAbove(line))) return;
    const isKept = findings.add(code, table, () => ({
      ...(line === undefined ? {} : { line }),
      ...(value === undefined ? {} : { value: value.slice(0, 100) }),
    }));
    // Only for what is kept: a file may have a problem in each line.
    if (!isKept || !file.onFaultyRow || line === undefined || line < layout.firstLine) return;
    const row = batch.rows[batch.lines.indexOf(line)];
    if (row !== undefined) tellFaulty(line, () => row);
  }

  return {
    check(batch) {
      const { problems = [], uncut } = batch;
      for (const problem of problems) tellProblem(problem, batch);
      unreadLines = new Set(
        problems.flatMap(({ code, line }) => (code === 'line-too-long' && line !== undefined ? [line] : [])),
      );
      if (uncut) checkLines(uncut);
      else checkRows(batch);
      memory.lookUp(({ index, line, units, earlier, share }) => {
        counts.duplicate(units, share);
        report('duplicate', line, () => batch.rows[index] ?? [], { detail: earlier, times: share });
      });
    },
    get rows() {
      return rows;
    },
    get firstRow() {
      return firstRow;
    },
    watches,
  };
}
