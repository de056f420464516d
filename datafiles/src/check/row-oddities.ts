import type { Cell } from '../rows.ts';
import type { ColumnKey, TableKind } from '../rules.ts';
import { cellText, isBlankCell } from './cell-text.ts';
import type { ColumnPlaces, HeaderReader } from './table-columns.ts';

const total =
  /^(?:(?:grand|sub|page|report)[\s-]?)?totals?\b[^a-z]*(?:amount|paid|general)?\W*$|^(?:grand\s|sub-?)?totals?\s+(?:for|of|by|in|rows|records)\b|^(?:sum|suma)s?\W*$|\stotals?\W*$/i;
/** No total has a longer name; what searches a longer cell for its end would take for ever. */
const longestTotal = 200;
/** A total names itself in one of the first cells. */
const firstCells = 3;
/** Every row of data has something of its own there. */
const keysOf: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date'],
  membership: ['year'],
};

/** Tells what is no data, among rows with errors. There may be a million of them: what is cheap is looked at first. */
export interface OddityWatch {
  find(row: readonly Cell[]): 'totals-row' | 'repeated-header' | undefined;
}

function saysTotal(cell: Cell | undefined): boolean {
  const text = cellText(cell);
  return text.length <= longestTotal && total.test(text);
}

export function watchOddities(kind: TableKind, places: ColumnPlaces, headers: HeaderReader): OddityWatch {
  const keys = keysOf[kind].flatMap((key) => {
    const place = places.get(key);
    return place === undefined ? [] : [{ key, place }];
  });
  const [firstKey] = keys;

  /** A line that adds others up: it says so, and where rows of data have something of their own it is blank (or says so there). */
  function isTotalsRow(row: readonly Cell[]): boolean {
    const filled = row.filter((cell) => !isBlankCell(cell)).slice(0, firstCells);
    return filled.some(saysTotal) && keys.every(({ place }) => isBlankCell(row[place]) || saysTotal(row[place]));
  }
  /** The headers once more: of a second page, or of a file that was put behind another. */
  function isHeaderRow(row: readonly Cell[]): boolean {
    if (firstKey && !headers.means(kind, firstKey.key, row[firstKey.place])) return false;
    const again = [...places].filter(([key, place]) => headers.means(kind, key, row[place])).length;
    return again >= 2 && again * 2 >= places.size;
  }
  return {
    find(row) {
      const key = cellText(row[firstKey?.place ?? 0]);
      // A date, a code: neither a header nor a total begins with a digit.
      if (/^\d/.test(key)) return undefined;
      if (isTotalsRow(row)) return 'totals-row';
      return isHeaderRow(row) ? 'repeated-header' : undefined;
    },
  };
}
