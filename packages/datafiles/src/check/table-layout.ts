import type { ChosenTable } from '../report.ts';
import type { Cell, OpenedTable } from '../opened-file.ts';
import type { ColumnKey, DataRules, TableKind } from '../rules.ts';
import { cellText, isBlankCell } from './cell-text.ts';
import type { Judges } from './cell-validators.ts';
import { onlyOther } from './value-formats.ts';
import type { ColumnPlaces, HeaderFit, HeaderReader } from './headers.ts';
import { requiredColumns } from './headers.ts';

/** A row with the line that it stands in. */
export interface NumberedRow {
  readonly line: number;
  readonly row: readonly Cell[];
}

/** Where the columns of a table are, and where its data begins. */
export interface TableLayout {
  readonly kind: TableKind | 'none';
  readonly places: ColumnPlaces;
  /** Undefined when the columns were taken in the template's order, or nothing looks like headers. */
  readonly header?: NumberedRow;
  /** Lines before it are no data. */
  readonly firstLine: number;
  /** What stands above the headers, or above the data where there are none. */
  readonly above?: readonly (readonly Cell[])[];
  readonly twice: HeaderFit['twice'];
  readonly unknown: readonly number[];
  /** The columns were taken in the template's order, and nothing in the file says so. */
  readonly isAssumed: boolean;
}

/** How many of the first rows that are not blank may hold a title, a cover page and the headers. */
export const lookedAtRows = 200;
/** Where nearly all headers stand, and how far below some there may be better ones. */
const usualRows = 20;

/** Finds out what a table is, by its first rows that are not blank and by what the filer said. */
export function findLayout(
  rows: readonly NumberedRow[],
  table: Pick<OpenedTable, 'kind'>,
  chosen: ChosenTable | undefined,
  { rules, headers, judges }: { rules: DataRules; headers: HeaderReader; judges: Judges },
): TableLayout {
  if (chosen?.kind === 'none') return unknownLayout(rows);
  if (chosen) return layoutAsChosen(rows, chosen, chosen.kind, { rules, headers, judges });
  if (table.kind) return fixedLayout(rows, table.kind, { rules, headers });
  const fits: { readonly numbered: NumberedRow; readonly fit: HeaderFit }[] = [];
  let left = rows.length;
  for (const [index, numbered] of rows.entries()) {
    if (left === 0) break;
    left -= 1;
    const fit = headers.fit(numbered.row);
    // Far below the first rows, words of a description may look like headers: more is required
    // there.
    if (fit && index >= usualRows && missingColumns(fit, rules) > 1) continue;
    // What stands further below the first is data, and looking at it takes time.
    if (fit && fits.push({ numbered, fit }) === 1) left = Math.min(left, usualRows);
  }
  // Of several rows that could be the headers the first with the most columns; the others are told of as repeated. But no row of data is
  // passed over for it.
  const most = Math.max(...fits.map(({ fit }) => fit.places.size));
  const best = fits.find(({ fit }) => fit.places.size === most);
  if (!best) return templateLayout(rows, rules, judges) ?? unknownLayout(rows);
  const above = rows.filter(({ line }) => line < best.numbered.line);
  const earlier = fits.find(({ numbered, fit: { kind, places } }) =>
    above.some(({ line, row }) => line > numbered.line && isData(row, kind, places, judges)),
  );
  const { numbered, fit } = earlier ?? best;
  return (earlier ? undefined : templateLayout(above, rules, judges)) ?? layoutBelow(numbered, fit);
}

function missingColumns({ kind, places }: HeaderFit, { tables }: DataRules): number {
  return requiredColumns(tables[kind]).filter((key) => !places.has(key)).length;
}

function layoutBelow(header: NumberedRow, { kind, places, twice, unknown }: HeaderFit): TableLayout {
  return { kind, places, header, firstLine: header.line + 1, twice, unknown, isAssumed: false };
}

/** Unknown, or said to be no data: the row that has the most cells is shown as its headers. */
function unknownLayout(rows: readonly NumberedRow[]): TableLayout {
  const most = Math.max(...rows.map(({ row }) => filledCells(row)));
  const header = rows.find(({ row }) => filledCells(row) === most);
  return {
    kind: 'none',
    places: new Map(),
    ...(header ? { header } : {}),
    firstLine: (header?.line ?? 0) + 1,
    twice: [],
    unknown: [],
    isAssumed: false,
  };
}

function layoutAsChosen(
  rows: readonly NumberedRow[],
  chosen: ChosenTable,
  kind: TableKind,
  { rules, headers, judges }: { rules: DataRules; headers: HeaderReader; judges: Judges },
): TableLayout {
  const places = new Map<ColumnKey, number>();
  for (const { key } of rules.tables[kind]) {
    const place = chosen.columns[key];
    if (place !== undefined) places.set(key, place);
  }
  const header = headerAbove(rows, kind, places, { headers, judges });
  const used = new Set(places.values());
  return {
    kind,
    places,
    ...(header ? { header } : {}),
    firstLine: header ? header.line + 1 : (rows[0]?.line ?? 1),
    twice: [],
    unknown: header ? headers.fitKind(header.row, kind).unknown.filter((place) => !used.has(place)) : [],
    isAssumed: false,
  };
}

/** The headers of columns that the filer told us: those that we know, else what stands right above the data, whatever it is called. */
function headerAbove(
  rows: readonly NumberedRow[],
  kind: TableKind,
  places: ColumnPlaces,
  { headers, judges }: { headers: HeaderReader; judges: Judges },
): NumberedRow | undefined {
  const known = rows.findIndex(({ row }) => headers.fit(row));
  if (known >= 0 && !rows.slice(0, known).some(({ row }) => isData(row, kind, places, judges))) return rows[known];
  // A row of data may be faulty, but headers have nothing that looks like data; only a drug's name may stand there, too.
  const keys = lookedAt[kind].filter((key) => key !== 'drug');
  const first = rows.findIndex(({ row }) => fitsOf(row, keys, places, judges) > 0);
  return first < 0 ? unknownLayout(rows).header : rows[first - 1];
}

/** A fixed layout says its columns. A line of headers may stand above it, cut where the columns are cut. */
function fixedLayout(
  rows: readonly NumberedRow[],
  kind: TableKind,
  { rules, headers }: { rules: DataRules; headers: HeaderReader },
): TableLayout {
  const columns = rules.tables[kind];
  const [first] = rows;
  const places = new Map(columns.map(({ key }, place) => [key, place]));
  const width = Math.max(0, ...rows.map(({ row }) => row.length));
  for (const [key, place] of places) if (place >= width && columns[place]?.from === 'agents') places.delete(key);
  const named = columns.filter(({ key, header }, place) => {
    const text = cellText(first?.row[place]);
    return text !== '' && (header.startsWith(text) || headers.means(kind, key, text));
  });
  const isHeader = first !== undefined && named.length * 2 >= requiredColumns(columns).length;
  return {
    kind,
    places,
    ...(isHeader ? { header: first } : {}),
    firstLine: isHeader ? first.line + 1 : (first?.line ?? 1),
    twice: [],
    unknown: [],
    isAssumed: false,
  };
}

/** The template's order, when the rows fit it. */
function templateLayout(rows: readonly NumberedRow[], rules: DataRules, judges: Judges): TableLayout | undefined {
  for (const kind of ['purchases', 'membership'] as const) {
    const columns = rules.tables[kind];
    const places = new Map(columns.map(({ key }, place) => [key, place]));
    const required = requiredColumns(columns).length;
    const fits = (row: readonly Cell[]) => fitsOf(row, lookedAt[kind], places, judges);
    const start = rows.findIndex(({ row }) => filledCells(row) >= required - 1 || fits(row) > 0);
    const data = rows.slice(start).filter(({ row }) => !isBlankCell(row[0]) || filledCells(row) > 2);
    const fitting = data.filter(({ row }) => fits(row) >= 3);
    if (start >= 0 && fitting.length > 0 && fitting.length * 2 >= data.length) {
      const width = Math.max(...data.map(({ row }) => lastFilled(row) + 1));
      for (const [key, place] of places) if (place >= width && columns[place]?.from === 'agents') places.delete(key);
      return { kind, places, firstLine: rows[start]?.line ?? 1, twice: [], unknown: [], isAssumed: true };
    }
  }
  return undefined;
}

/** Columns that can be told by what stands in them. */
const lookedAt: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date', 'stateOfPurchase', 'amount'],
  membership: ['year', 'state', 'members'],
};

function isData(row: readonly Cell[], kind: TableKind, places: ColumnPlaces, judges: Judges): boolean {
  return fitsOf(row, lookedAt[kind], places, judges) * 2 > Math.min(places.size, 4);
}
/** How many of these columns look right. */
function fitsOf(row: readonly Cell[], keys: readonly ColumnKey[], places: ColumnPlaces, judges: Judges): number {
  return keys.filter((key) => {
    const place = places.get(key);
    const cell = place === undefined ? undefined : row[place];
    const text = cellText(cell);
    if (cell === undefined || text === '') return false;
    if (key === 'year') return /^\d{4}$/.test(text);
    const { problems, shown } = judges.of[key](cell, text);
    // A decimal comma is no amount as long as nobody knows that the column has them.
    return shown === onlyOther || problems.every(({ code }) => !misfits.has(code));
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
function lastFilled(row: readonly Cell[]): number {
  for (let place = row.length - 1; place >= 0; place -= 1) if (!isBlankCell(row[place])) return place;
  return -1;
}
