import type { Cell } from '../opened-file.ts';
import type { ColumnKey, ColumnRules, DataRules, TableKind } from '../rules.ts';
import { tableKinds } from '../rules.ts';
import { cellText } from './cell-text.ts';
import { normalizeSpelling } from './spellings.ts';

/** Which of a table's columns (from 0) each column of the template is taken from. */
export type ColumnPlaces = ReadonlyMap<ColumnKey, number>;

/** A row read as the headers of a table of one kind. */
export interface HeaderFit {
  readonly kind: TableKind;
  readonly places: ColumnPlaces;
  /** Columns that mean what another one means, which is taken for it. */
  readonly twice: readonly { readonly key: ColumnKey; readonly place: number }[];
  /** Columns with a header that means nothing to us. */
  readonly unknown: readonly number[];
}

/** Reads header rows by what the rules know of headers. */
export interface HeaderReader {
  /** The kind of table that the row fits best; undefined when it is no header row. */
  fit(row: readonly Cell[]): HeaderFit | undefined;
  /** The row as headers of a certain kind, however few are known. */
  fitKind(row: readonly Cell[], kind: TableKind): HeaderFit;
  /** Whether a cell is a header of this column. */
  means(kind: TableKind, key: ColumnKey, cell: Cell | undefined): boolean;
}

/** What only one kind of table has: a company and a state stand in many tables. */
const telling: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date', 'amount'],
  membership: ['year', 'members'],
};
/** Our own columns in the spreadsheet of rows to mend, when it comes back. */
const ownHeaders = new Set(['Line', 'What to mend', 'Línea', 'Qué corregir'].map(normalizeSpelling));

export function isOwnHeader(cell: Cell): boolean {
  return ownHeaders.has(normalizeSpelling(cellText(cell)));
}

export function readHeaders({ tables }: DataRules): HeaderReader {
  const meanings: Readonly<Record<TableKind, ReadonlyMap<string, Meaning>>> = {
    purchases: collectMeanings(tables.purchases),
    membership: collectMeanings(tables.membership),
  };
  const meaningOf = (kind: TableKind, cell: Cell | undefined): Meaning | undefined => {
    const text = cellText(cell);
    if (text === '') return undefined;
    return (
      meanings[kind].get(normalizeSpelling(text)) ?? meanings[kind].get(normalizeSpelling(withoutParentheses(text)))
    );
  };

  function fitKind(row: readonly Cell[], kind: TableKind): HeaderFit {
    const places = new Map<ColumnKey, number>();
    const ranks = new Map<ColumnKey, number>();
    const twice: { key: ColumnKey; place: number }[] = [];
    const unknown: number[] = [];
    row.forEach((cell, place) => {
      const text = cellText(cell);
      if (text === '') return;
      const meaning = meaningOf(kind, cell);
      if (!meaning) {
        if (!isOwnHeader(cell)) unknown.push(place);
        return;
      }
      const { key, rank } = meaning;
      const before = places.get(key);
      if (before === undefined || rank < (ranks.get(key) ?? 0)) {
        if (before !== undefined) twice.push({ key, place: before });
        places.set(key, place);
        ranks.set(key, rank);
      } else twice.push({ key, place });
    });
    return { kind, places, twice, unknown };
  }

  return {
    fitKind,
    means: (kind, key, cell) => meaningOf(kind, cell)?.key === key,
    fit(row) {
      const fits = tableKinds.map((kind) => {
        const fit = fitKind(row, kind);
        const required = requiredColumns(tables[kind]);
        const found = required.filter((key) => fit.places.has(key)).length;
        const isFit = found * 2 >= required.length && found >= 2 && telling[kind].some((key) => fit.places.has(key));
        return { fit, share: isFit ? found / required.length : 0 };
      });
      const [best] = fits.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
      return best?.fit;
    },
  };
}

export function requiredColumns(columns: readonly ColumnRules[]): readonly ColumnKey[] {
  return columns.flatMap(({ key, from }) => (from === 'everyone' ? [key] : []));
}

interface Meaning {
  readonly key: ColumnKey;
  /** 0 is the template's own header; of two columns that mean the same, the one with the lower rank is taken. */
  readonly rank: number;
}

function collectMeanings(columns: readonly ColumnRules[]): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const { key, header, spellings } of columns) {
    [header, ...spellings].forEach((spelling, rank) => {
      for (const text of [spelling, withoutParentheses(spelling)]) {
        const normalized = normalizeSpelling(text);
        if (normalized !== '' && !meanings.has(normalized)) meanings.set(normalized, { key, rank });
      }
    });
  }
  return meanings;
}

/** The template says in parentheses what an amount leaves out; few copy that. */
function withoutParentheses(text: string): string {
  return text.replace(/\([^)]*\)?/g, ' ');
}
