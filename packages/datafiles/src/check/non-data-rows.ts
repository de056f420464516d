import type { Cell } from '../opened-file.ts';
import type { ColumnKey, TableKind } from '../rules.ts';
import { cellText, isBlankCell } from './cell-text.ts';
import { normalizeSpelling } from './spellings.ts';
import type { ColumnPlaces, HeaderReader } from './headers.ts';

const total =
  /^(?:(?:grand|sub|page|report)[\s-]?)?totals?\b[^a-z]*(?:amount|paid|general)?\W*$|^(?:grand\s|sub-?)?totals?\s+(?:for|of|by|in|rows|records)\b|^(?:sum|suma)s?\W*$|\stotals?\W*$/i;
/** No total has a longer name; what searches a longer cell for its end would take for ever. */
const longestTotal = 200;
/** What printed reports say at the top and the bottom of their pages, in English and Spanish. */
const pageText = [
  /^\W*(?:end|fin(?:al)?)\s+(?:of|del?)\s+(?:the\s+|el\s+|la\s+)?(?:report|file|data|list|extract|page|informe|reporte|archivo|datos|p[aá]gina)/i,
  /^\W*(?:page|p[aá]g(?:ina)?\.?)\s*(?:no\.?|number|#|n[úu]m\.?)?\s*:?\s*\d+(?:\s*(?:of|de|\/)\s*\d+)?\W*$/i,
  /^\W*(?:(?:report|run|print|extract)\s*(?:date|time)|(?:run|printed|generated|exported)\s+(?:on|at|by)|fecha\s+del?\s+(?:informe|reporte|impresi[oó]n)|impreso\s+el)\b/i,
  /^\W*[\d,.]+\s+(?:rows?|records?|filas?|registros?)(?:\(s\))?(?:\s+(?:affected|selected|returned|exported|afectad[ao]s?|seleccionad[ao]s?))?\W*$/i,
  /^\W*(?:(?:record|row|line)s?\s+count|(?:number|count)\s+of\s+(?:records|rows|lines)|(?:n[uú]mero|cantidad)\s+de\s+(?:registros|filas))\b/i,
  /^\W*(?:confidential|confidencial|continued|contin[uú]a)\W*$/i,
];
/** A line drawn under headers or between pages. */
const ruler = /^[-=_*~+.\s]{3,}$/;
/** A total names itself in one of the first cells. */
const firstCells = 3;
/** Every row of data has something of its own there. */
const keysOf: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date'],
  membership: ['year'],
};

/** Tells what is no data, among rows with errors. There may be a million of them: what is cheap is looked at first. */
export interface OddityWatch {
  find(row: readonly Cell[]): 'totals-row' | 'repeated-header' | 'page-text' | undefined;
}

function filledCells(row: readonly Cell[]): readonly Cell[] {
  return row.filter((cell) => !isBlankCell(cell));
}
function saysTotal(cell: Cell | undefined): boolean {
  const text = cellText(cell);
  return text.length <= longestTotal && total.test(text);
}

/** A page's title with its digits left open, because page numbers and print dates differ. */
function titleOf(filled: readonly Cell[]): string | undefined {
  const text = filled.map((cell) => cellText(cell)).join('');
  const title = text.length > longestTotal ? '' : normalizeSpelling(text).replace(/\d+/g, '#');
  return title === '' || title === '#' ? undefined : title;
}

/** `above`: the rows above the headers, which may stand again on top of each page. */
export function watchOddities(
  kind: TableKind,
  places: ColumnPlaces,
  headers: HeaderReader,
  above: readonly (readonly Cell[])[] = [],
): OddityWatch {
  const keys = keysOf[kind].flatMap((key) => {
    const place = places.get(key);
    return place === undefined ? [] : [{ key, place }];
  });
  const [firstKey] = keys;
  /** Page texts have fewer cells than any row that could be fixed. */
  const mostPageCells = Math.max(firstCells, Math.floor(places.size / 2));
  const titles = new Set(above.flatMap((row) => titleOf(filledCells(row)) ?? []));

  function isPageText(row: readonly Cell[]): boolean {
    const filled = filledCells(row);
    if (filled.every((cell) => ruler.test(cellText(cell)))) return true;
    if (filled.length > mostPageCells) return false;
    const title = titleOf(filled);
    if (title !== undefined && titles.has(title)) return true;
    const texts = [...filled.map((cell) => cellText(cell)), filled.map((cell) => cellText(cell)).join(' ')];
    return texts.some((text) => text.length <= longestTotal && pageText.some((one) => one.test(text)));
  }
  /** A line that adds others up: it says so, and where rows of data have something of their own it is blank (or says so there). */
  function isTotalsRow(row: readonly Cell[]): boolean {
    const filled = filledCells(row).slice(0, firstCells);
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
      if (isPageText(row)) return 'page-text';
      const key = cellText(row[firstKey?.place ?? 0]);
      // A date, a code: neither a header nor a total begins with a digit.
      if (/^\d/.test(key)) return undefined;
      if (isTotalsRow(row)) return 'totals-row';
      return isHeaderRow(row) ? 'repeated-header' : undefined;
    },
  };
}
