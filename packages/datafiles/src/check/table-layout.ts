import type { Cell, OpenedTable } from '../opened-file.ts';
import type { ChosenTable } from '../report.ts';
import { type ColumnKey, type ColumnRules, type DataRules, type TableKind, tableKinds } from '../rules.ts';
import { cellText, isBlankCell } from './cell-text.ts';
import type { CellValidators } from './cell-validators.ts';
import type { CheckContext } from './check-context.ts';
import { type ColumnIndexes, type HeaderFit, requiredColumns } from './headers.ts';
import { filledWidth } from './report-cells.ts';
import { otherOnly } from './value-formats.ts';

export interface NumberedRow {
  readonly line: number;
  readonly row: readonly Cell[];
}

/** The layout locates the columns of a table and the start of its data. */
export interface TableLayout {
  readonly kind: TableKind | 'none';
  readonly columns: ColumnIndexes;
  /** Undefined if the columns are in the template's order, or nothing looks like headers. */
  readonly header?: NumberedRow;
  readonly firstLine: number;
  /** The rows above the headers, or above the data if there are none. */
  readonly above?: readonly (readonly Cell[])[];
  readonly repeated: HeaderFit['repeated'];
  readonly unknown: readonly number[];
  /** The file names no columns, so they are taken in the template's order. */
  readonly isAssumed: boolean;
}
type LayoutContext = Pick<CheckContext, 'rules' | 'headers' | 'validators'>;

/** Title, cover page and headers are within this many rows. Blank rows do not count. */
export const maxLayoutRows = 200;
/** Nearly all headers are within this many rows, and a better one follows within as many. */
const usualHeaderRows = 20;

const noHeader = { repeated: [], unknown: [], isAssumed: false } as const;

/** Finds the layout of a table from its first rows and the claimant's choice. */
export function findLayout(
  rows: readonly NumberedRow[],
  table: Pick<OpenedTable, 'kind'>,
  chosen: ChosenTable | undefined,
  context: LayoutContext,
): TableLayout {
  if (chosen?.kind === 'none') return unknownLayout(rows);
  if (chosen) return chosenLayout(rows, chosen, chosen.kind, context);
  if (table.kind) return fixedLayout(rows, table.kind, context);
  const { rules, headers, validators } = context;
  const fits: { readonly numbered: NumberedRow; readonly fit: HeaderFit }[] = [];
  let left = rows.length;
  for (const [index, numbered] of rows.entries()) {
    if (left === 0) break;
    left -= 1;
    const fit = headers.fit(numbered.row);
    // Far down, a description may look like headers, so nearly all columns are required.
    if (fit && index >= usualHeaderRows && missingColumns(fit, rules) > 1) continue;
    // Rows further below the first headers are data, and looking at them takes time.
    if (fit && fits.push({ numbered, fit }) === 1) left = Math.min(left, usualHeaderRows);
  }
  // The first candidate with the most columns wins; the others are reported as
  // repeated headers. But it must not skip a row of data.
  const maxColumns = Math.max(...fits.map(({ fit }) => fit.columns.size));
  const best = fits.find(({ fit }) => fit.columns.size === maxColumns);
  if (!best) return templateLayout(rows, rules, validators) ?? unknownLayout(rows);
  const above = rows.filter(({ line }) => line < best.numbered.line);
  const earlier = fits.find(({ numbered, fit: { kind, columns } }) =>
    above.some(({ line, row }) => line > numbered.line && isData(row, kind, columns, validators)),
  );
  const { numbered, fit } = earlier ?? best;
  return (
    (earlier ? undefined : templateLayout(above, rules, validators)) ?? {
      ...fit,
      header: numbered,
      firstLine: numbered.line + 1,
      isAssumed: false,
    }
  );
}

function missingColumns({ kind, columns }: HeaderFit, { tables }: DataRules): number {
  return requiredColumns(tables[kind]).filter((key) => !columns.has(key)).length;
}

/** For a table of an unknown kind, reports the row with the most cells as its headers. */
function unknownLayout(rows: readonly NumberedRow[]): TableLayout {
  const maxCells = Math.max(...rows.map(({ row }) => filledCells(row)));
  const header = rows.find(({ row }) => filledCells(row) === maxCells);
  return {
    ...noHeader,
    kind: 'none',
    columns: new Map(),
    ...(header ? { header } : {}),
    firstLine: (header?.line ?? 0) + 1,
  };
}

function chosenLayout(
  rows: readonly NumberedRow[],
  chosen: ChosenTable,
  kind: TableKind,
  { rules, headers, validators }: LayoutContext,
): TableLayout {
  const columns = new Map<ColumnKey, number>();
  for (const { key } of rules.tables[kind]) {
    const index = chosen.columns[key];
    if (index !== undefined) columns.set(key, index);
  }
  const header = headerAbove(rows, kind, columns, { headers, validators });
  const used = new Set(columns.values());
  return {
    ...noHeader,
    kind,
    columns,
    ...(header ? { header } : {}),
    firstLine: header ? header.line + 1 : (rows[0]?.line ?? 1),
    unknown: header ? headers.fitKind(header.row, kind).unknown.filter((index) => !used.has(index)) : [],
  };
}

/** Finds the headers of chosen columns: known ones, else the row right above the data. */
function headerAbove(
  rows: readonly NumberedRow[],
  kind: TableKind,
  columns: ColumnIndexes,
  { headers, validators }: Pick<LayoutContext, 'headers' | 'validators'>,
): NumberedRow | undefined {
  const known = rows.findIndex(({ row }) => headers.fit(row));
  if (known >= 0 && !rows.slice(0, known).some(({ row }) => isData(row, kind, columns, validators))) return rows[known];
  // A row of data may have errors, but no cell of a header is valid, except a drug's name.
  const keys = typicalColumns[kind].filter((key) => key !== 'drug');
  const first = rows.findIndex(({ row }) => validCells(row, keys, columns, validators) > 0);
  return first < 0 ? unknownLayout(rows).header : rows[first - 1];
}

/** A header line of a fixed-width file is split at the same positions as its rows. */
function fixedLayout(rows: readonly NumberedRow[], kind: TableKind, { rules, headers }: LayoutContext): TableLayout {
  const template = rules.tables[kind];
  const [first] = rows;
  const columns = templateColumns(template, Math.max(0, ...rows.map(({ row }) => row.length)));
  const named = template.filter(({ key, header }, index) => {
    const text = cellText(first?.row[index]);
    return text !== '' && (header.startsWith(text) || headers.isHeaderOf(kind, key, text));
  });
  const isHeader = first !== undefined && named.length * 2 >= requiredColumns(template).length;
  return {
    ...noHeader,
    kind,
    columns,
    ...(isHeader ? { header: first } : {}),
    firstLine: isHeader ? first.line + 1 : (first?.line ?? 1),
  };
}

/** Assumes the template's order if the rows fit it. */
function templateLayout(
  rows: readonly NumberedRow[],
  rules: DataRules,
  validators: CellValidators,
): TableLayout | undefined {
  for (const kind of tableKinds) {
    const template = rules.tables[kind];
    const columns = templateColumns(template, template.length);
    const required = requiredColumns(template).length;
    const valid = (row: readonly Cell[]) => validCells(row, typicalColumns[kind], columns, validators);
    const start = rows.findIndex(({ row }) => filledCells(row) >= required - 1 || valid(row) > 0);
    const data = rows.slice(start).filter(({ row }) => !isBlankCell(row[0]) || filledCells(row) > 2);
    const fitting = data.filter(({ row }) => valid(row) >= 3);
    if (start >= 0 && fitting.length > 0 && fitting.length * 2 >= data.length) {
      const width = Math.max(...data.map(({ row }) => filledWidth(row)));
      return {
        ...noHeader,
        kind,
        columns: templateColumns(template, width),
        firstLine: rows[start]?.line ?? 1,
        isAssumed: true,
      };
    }
  }
  return undefined;
}

/** The columns of agents count only if the rows are wide enough. */
function templateColumns(template: readonly ColumnRules[], width: number): ColumnIndexes {
  return new Map(
    template.flatMap(({ key, from }, index) => (index >= width && from === 'agents' ? [] : [[key, index]])),
  );
}

/** The values in these columns show the kind of a table. */
const typicalColumns: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date', 'stateOfPurchase', 'amount'],
  membership: ['year', 'state', 'members'],
};

function isData(row: readonly Cell[], kind: TableKind, columns: ColumnIndexes, validators: CellValidators): boolean {
  return validCells(row, typicalColumns[kind], columns, validators) * 2 > Math.min(columns.size, 4);
}
/** Counts the columns with a valid value. */
function validCells(
  row: readonly Cell[],
  keys: readonly ColumnKey[],
  columns: ColumnIndexes,
  validators: CellValidators,
): number {
  return keys.filter((key) => {
    const index = columns.get(key);
    const cell = index === undefined ? undefined : row[index];
    const text = cellText(cell);
    if (cell === undefined || text === '') return false;
    if (key === 'year') return /^\d{4}$/.test(text);
    const { problems, hint } = validators.byColumn[key](cell, text);
    // An amount with a decimal comma is valid once the column is known to have them.
    return hint === otherOnly || problems.every(({ code }) => !misfits.has(code));
  }).length;
}
const misfits = new Set<string>([
  'drug-unknown',
  'date-unreadable',
  'state-unknown',
  'amount-unreadable',
  'members-unreadable',
]);

function filledCells(row: readonly Cell[]): number {
  return row.filter((cell) => !isBlankCell(cell)).length;
}
