import type { Cell } from '../opened-file.ts';
import { dataMessages } from '../messages/all-messages.ts';
import type { ColumnKey, ColumnRules, DataRules, TableKind } from '../rules.ts';
import { normalizeSpelling, tableKinds } from '../rules.ts';
import { cellText } from './cell-text.ts';

/** Maps each column of the template to a column of the table, from 0. */
export type ColumnIndexes = ReadonlyMap<ColumnKey, number>;

export interface HeaderFit {
  readonly kind: TableKind;
  readonly columns: ColumnIndexes;
  /** Further columns with a header of the same meaning; they are not read. */
  readonly repeated: readonly { readonly key: ColumnKey; readonly index: number }[];
  readonly unknown: readonly number[];
}

export type HeaderReader = ReturnType<typeof createHeaderReader>;

/** Only one kind of table has these columns. Payors and states occur in many tables. */
const typicalColumns: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date', 'amount'],
  membership: ['year', 'members'],
};
/** Claimants send back our spreadsheet of rows to fix, with the columns that it added. */
const ownHeaders = new Set(
  // Earlier spreadsheets have `What to mend`.
  ['What to mend', ...Object.values(dataMessages).flatMap(({ workbook }) => [workbook.line, workbook.whatToFix])].map(
    normalizeSpelling,
  ),
);

export function isOwnHeader(cell: Cell): boolean {
  return ownHeaders.has(normalizeSpelling(cellText(cell)));
}

export function createHeaderReader({ tables }: DataRules) {
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

  /** Reads the row as headers of one kind, however few are known. */
  function fitKind(row: readonly Cell[], kind: TableKind): HeaderFit {
    const columns = new Map<ColumnKey, number>();
    const ranks = new Map<ColumnKey, number>();
    const repeated: { key: ColumnKey; index: number }[] = [];
    const unknown: number[] = [];
    row.forEach((cell, index) => {
      if (cellText(cell) === '') return;
      const meaning = meaningOf(kind, cell);
      if (!meaning) {
        if (!isOwnHeader(cell)) unknown.push(index);
        return;
      }
      const { key, rank } = meaning;
      const before = columns.get(key);
      if (before === undefined || rank < (ranks.get(key) ?? 0)) {
        if (before !== undefined) repeated.push({ key, index: before });
        columns.set(key, index);
        ranks.set(key, rank);
      } else repeated.push({ key, index });
    });
    return { kind, columns, repeated, unknown };
  }

  return {
    fitKind,
    isHeaderOf: (kind: TableKind, key: ColumnKey, cell: Cell | undefined): boolean =>
      meaningOf(kind, cell)?.key === key,
    /** Finds the kind of table that the row fits best. Undefined if it is not a header row. */
    fit(row: readonly Cell[]): HeaderFit | undefined {
      const fits = tableKinds.map((kind) => {
        const fit = fitKind(row, kind);
        const required = requiredColumns(tables[kind]);
        const found = required.filter((key) => fit.columns.has(key)).length;
        const isFit =
          found * 2 >= required.length && found >= 2 && typicalColumns[kind].some((key) => fit.columns.has(key));
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
  /** 0 is the template's header. The column with the lowest rank for a meaning is read. */
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

/** The template explains headers in parentheses, which few files repeat. */
function withoutParentheses(text: string): string {
  return text.replace(/\([^)]*\)?/g, ' ');
}
