import type { Finding, FindingCode, ReadProblem } from '../report.ts';
import type { Cell, RowBatch } from '../rows.ts';
import type { ColumnKey, TableKind } from '../rules.ts';
import { AmountReader } from './amount-reader.ts';
import { cellText, isBlankRow } from './cell-text.ts';
import { RememberingReader } from './column-reader.ts';
import type { FileCheck } from './file-check.ts';
import { watchPlans } from './plan-watch.ts';
import { countRows } from './row-counts.ts';
import { watchOddities } from './row-oddities.ts';
import { describeFaultyRow, showCell, widthOf } from './shown-cells.ts';
import { isOwnHeader, requiredColumns } from './table-columns.ts';
import type { TableLayout } from './table-layout.ts';
import { addToLane1, addToLane2, newPrint, printText, rowStart1, rowStart2 } from './text-prints.ts';
import type { Verdict } from './verdict.ts';
import { isBlank, isError } from './verdict.ts';

/** Checks the rows of one table, one batch after the other. */
export interface TableCheck {
  check(batch: RowBatch): void;
  /** Data rows so far. */
  readonly rows: number;
  /** The first data row. */
  readonly firstRow: readonly Cell[];
}
interface Place {
  readonly line: number;
  readonly row: readonly Cell[];
}
interface BatchRow extends Place {
  readonly inBatch: number;
}
interface MappedColumn {
  readonly key: ColumnKey;
  readonly place: number;
  readonly reader: RememberingReader;
}

/** `table` is its place among the tables that are reported. `hasWholeRows`: a row that is short has blank cells at its end. */
export function checkTable(
  file: FileCheck,
  { table, kind, layout, hasWholeRows }: { table: number; kind: TableKind; layout: TableLayout; hasWholeRows: boolean },
): TableCheck {
  const { rules, judges, findings, memory } = file;
  const { places } = layout;
  const required = requiredColumns(rules.tables[kind]);
  const isComplete = required.every((key) => places.has(key));
  const columns: readonly MappedColumn[] = rules.tables[kind].flatMap(({ key }) => {
    const place = places.get(key);
    if (place === undefined) return [];
    return [{ key, place, reader: new RememberingReader(judges.of[key], required.includes(key)) }];
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
  const amounts = new AmountReader(columns[amountAt]?.reader ?? new RememberingReader(judges.of.amount, false));
  const counts = countRows(file, kind, keys);
  const oddities = watchOddities(kind, places, file.headers);
  const planColumns = keys.flatMap((key, index) => (key === 'planName' || key === 'planFein' ? [index] : []));
  const plans = watchPlans(planColumns, (column, line, row, times) =>
    report('plan-missing', { line, row }, { column: columns[column], times }),
  );
  const print = newPrint();
  let unreadLines = new Set<number>();
  let rows = 0;
  let firstRow: readonly Cell[] = [];
  let lastTold = -1;
  /** Of the row that is checked. */
  let weight = 0;

  function report(
    code: FindingCode,
    { line, row }: Place,
    about: { column?: MappedColumn | undefined; detail?: Finding['detail'] | undefined; times?: number } = {},
  ): void {
    const { column, detail, times } = about;
    const isKept = findings.add(
      code,
      table,
      () => {
        const value = column ? showCell(column.key, row[column.place]) : '';
        return {
          line,
          ...(column ? { column: column.key } : {}),
          ...(value === '' ? {} : { value }),
          ...(detail === undefined ? {} : { detail }),
        };
      },
      times,
    );
    if (isKept) tellFaulty({ line, row });
  }
  function tellFaulty({ line, row }: Place): void {
    if (!file.onFaultyRow || lastTold === line) return;
    lastTold = line;
    file.onFaultyRow(describeFaultyRow(table, line, row, places));
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
    const isOdd = (weight & ~isBlank) !== 0 || row.length > mostCells || row.length < fewestCells || !isComplete;
    if (isOdd || unreadLines.size > 0) checkOddRow({ line, row, inBatch }, (weight & isError) !== 0 || !isComplete);
    else countRow(line, row, inBatch);
  }

  /** Blank, no data at all, of another length, or with something to say of a cell. */
  function checkOddRow({ line, row, inBatch }: BatchRow, hasError: boolean): void {
    const width = row.length > mostCells || row.length < fewestCells ? widthOf(row) : row.length;
    const misfit = width > mostCells ? 'cells-too-many' : row.length < fewestCells ? 'cells-missing' : undefined;
    if (hasError || misfit) {
      if (isBlankRow(row)) return;
      const oddity = oddities.find(row);
      if (oddity) return report(oddity, { line, row });
    }
    if (misfit || unreadLines.has(line)) {
      // Its cells may have moved: what stands in them would only be told of the wrong column.
      addDataRow(row);
      if (misfit) report(misfit, { line, row }, { detail: width });
      return counts.faulty(Number.NaN);
    }
    for (let index = 0; index < columns.length; index += 1) {
      for (const { code, detail } of verdicts[index]?.problems ?? [])
        report(code, { line, row }, { column: columns[index], detail });
    }
    if (!hasError) return countRow(line, row, inBatch);
    addDataRow(row);
    plans.see(verdicts, line, row);
    counts.faulty(verdicts[amountAt]?.value ?? Number.NaN);
  }

  function countRow(line: number, row: readonly Cell[], inBatch: number): void {
    addDataRow(row);
    if (!plans.isSettled || (weight & isBlank) !== 0) plans.see(verdicts, line, row);
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
      printText(cellText(row[others[index] ?? 0]), print);
      lane1 = addToLane1(lane1, print[0] ?? 0);
      lane2 = addToLane2(lane2, print[1] ?? 0);
    }
    memory.note(lane1, lane2, line, inBatch, verdicts[amountAt]?.value ?? 0);
  }

  function addDataRow(row: readonly Cell[]): void {
    if (rows === 0) firstRow = row;
    rows += 1;
  }

  function tellProblem({ code, line, value }: ReadProblem, batch: RowBatch): void {
    const isKept = findings.add(code, table, () => ({
      ...(line === undefined ? {} : { line }),
      ...(value === undefined ? {} : { value: value.slice(0, 100) }),
    }));
    const row = line === undefined ? undefined : batch.rows[batch.lines.indexOf(line)];
    if (isKept && row !== undefined && line !== undefined && line >= layout.firstLine) tellFaulty({ line, row });
  }

  return {
    check(batch) {
      const { lines, rows: cells, problems = [] } = batch;
      for (const problem of problems) tellProblem(problem, batch);
      unreadLines = new Set(
        problems.flatMap(({ code, line }) => (code === 'line-too-long' && line !== undefined ? [line] : [])),
      );
      for (let index = 0; index < cells.length; index += 1) {
        const row = cells[index];
        const line = lines[index];
        if (row !== undefined && line !== undefined && line >= layout.firstLine) checkRow(line, row, index);
      }
      memory.lookUp(({ index, units, earlier, share }) => {
        const [line, row] = [lines[index], cells[index]];
        counts.duplicate(units, share);
        if (line !== undefined && row !== undefined)
          report('duplicate', { line, row }, { detail: earlier, times: share });
      });
    },
    get rows() {
      return rows;
    },
    get firstRow() {
      return firstRow;
    },
  };
}
