import type { ChosenTable } from '../report.ts';
import type { Cell, OpenedTable } from '../rows.ts';
import type { ColumnKey, DataRules, TableKind } from '../rules.ts';
import { cellText, isBlankCell } from './cell-text.ts';
import type { Judges } from './judges.ts';
import type { ColumnPlaces, HeaderFit, HeaderReader } from './table-columns.ts';
import { requiredColumns } from './table-columns.ts';

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
  readonly twice: HeaderFit['twice'];
  readonly unknown: readonly number[];
  /** The columns were taken in the template's order, and nothing in the file says so. */
  readonly isAssumed: boolean;
}

/** How many of the first rows that are not blank may hold a title, remarks and the headers. */
export const lookedAtRows = 20;

/** Finds out what a table is, by its first rows that are not blank and by what the filer said. */
export function findLayout(
  rows: readonly NumberedRow[],
  table: Pick<OpenedTable, 'kind'>,
  chosen: ChosenTable | undefined,
  { rules, headers, judges }: { rules: DataRules; headers: HeaderReader; judges: Judges },
): TableLayout {
  if (chosen?.kind === 'none') return unknownLayout(rows);
  if (chosen) return layoutAsChosen(rows, chosen, chosen.kind, headers, judges);
  if (table.kind) return fixedLayout(rows, table.kind, { rules, headers });
  const fits = rows.flatMap((numbered) => {
    const fit = headers.fit(numbered.row);
    return fit ? [{ numbered, fit }] : [];
  });
  // Of several rows that could be the headers the first with the most columns; the others are told of as repeated.
  const most = Math.max(...fits.map(({ fit }) => fit.places.size));
  const best = fits.find(({ fit }) => fit.places.size === most);
  if (best) return layoutBelow(best.numbered, best.fit);
  return templateLayout(rows, rules, judges) ?? unknownLayout(rows);
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
  headers: HeaderReader,
  judges: Judges,
): TableLayout {
  const places = new Map<ColumnKey, number>();
  for (const key of Object.keys(judges.of)) {
    if (!isColumnKey(key, judges)) continue;
    const place = chosen.columns[key];
    if (place !== undefined) places.set(key, place);
  }
  const firstData = rows.findIndex(({ row }) => fitsOf(row, kind, places, judges) * 2 > Math.min(places.size, 4));
  const known = rows.slice(0, firstData < 0 ? rows.length : firstData).filter(({ row }) => headers.fit(row));
  // What stands right above the data are its headers, whatever they are called.
  const header = known[0] ?? (firstData < 0 ? unknownLayout(rows).header : rows[firstData - 1]);
  const used = new Set(places.values());
  const unknown = (header?.row ?? []).flatMap((cell, place) => (isBlankCell(cell) || used.has(place) ? [] : [place]));
  return {
    kind,
    places,
    ...(header ? { header } : {}),
    firstLine: header ? header.line + 1 : (rows[0]?.line ?? 1),
    twice: [],
    unknown: header ? headers.fitKind(header.row, kind).unknown.filter((place) => unknown.includes(place)) : [],
    isAssumed: false,
  };
}
function isColumnKey(key: string, judges: Judges): key is ColumnKey {
  return key in judges.of;
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
    const start = rows.findIndex(({ row }) => filledCells(row) >= required - 1);
    const data = rows.slice(start).filter(({ row }) => !isBlankCell(row[0]) || filledCells(row) > 2);
    const fitting = data.filter(({ row }) => fitsOf(row, kind, places, judges) >= 3);
    if (start >= 0 && fitting.length > 0 && fitting.length * 2 >= data.length) {
      const width = Math.max(...data.map(({ row }) => lastFilled(row) + 1));
      for (const [key, place] of places) if (place >= width && columns[place]?.from === 'agents') places.delete(key);
      return { kind, places, firstLine: rows[start]?.line ?? 1, twice: [], unknown: [], isAssumed: true };
    }
  }
  return undefined;
}

/** How many of the columns that can be told by what stands in them look right. */
function fitsOf(row: readonly Cell[], kind: TableKind, places: ColumnPlaces, judges: Judges): number {
  const keys: readonly ColumnKey[] =
    kind === 'purchases' ? ['drug', 'date', 'stateOfPurchase', 'amount'] : ['year', 'state', 'members'];
  return keys.filter((key) => {
    const place = places.get(key);
    const cell = place === undefined ? undefined : row[place];
    const text = cellText(cell);
    if (cell === undefined || text === '') return false;
    if (key === 'year') return /^\d{4}$/.test(text);
    return judges.of[key](cell, text).problems.every(({ code }) => !misfits.has(code));
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
