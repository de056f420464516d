import type { Cell } from '../opened-file.ts';
import { type ColumnKey, type TableKind, normalizeSpelling } from '../rules.ts';
import { cellText, isBlankCell } from './cell-text.ts';
import type { ColumnIndexes, HeaderReader } from './headers.ts';

const total =
  /^(?:(?:grand|sub|page|report)[\s-]?)?totals?\b[^a-z]*(?:amount|paid|general)?\W*$|^(?:grand\s|sub-?)?totals?\s+(?:for|of|by|in|rows|records)\b|^(?:sum|suma)s?\W*$|\stotals?\W*$/i;
/** These regular expressions take quadratic time, so longer cells are not tested. */
const maxTestedLength = 200;
/** Printed reports have these headers and footers, in English and Spanish. */
const pageText = [
  /^\W*(?:end|fin(?:al)?)\s+(?:of|del?)\s+(?:the\s+|el\s+|la\s+)?(?:report|file|data|list|extract|page|informe|reporte|archivo|datos|p[aá]gina)/i,
  /^\W*(?:page|p[aá]g(?:ina)?\.?)\s*(?:no\.?|number|#|n[úu]m\.?)?\s*:?\s*\d+(?:\s*(?:of|de|\/)\s*\d+)?\W*$/i,
  /^\W*(?:(?:report|run|print|extract)\s*(?:date|time)|(?:run|printed|generated|exported)\s+(?:on|at|by)|fecha\s+del?\s+(?:informe|reporte|impresi[oó]n)|impreso\s+el)\b/i,
  /^\W*[\d,.]+\s+(?:rows?|records?|filas?|registros?)(?:\(s\))?(?:\s+(?:affected|selected|returned|exported|afectad[ao]s?|seleccionad[ao]s?))?\W*$/i,
  /^\W*(?:(?:record|row|line)s?\s+count|(?:number|count)\s+of\s+(?:records|rows|lines)|(?:n[uú]mero|cantidad)\s+de\s+(?:registros|filas))\b/i,
  /^\W*(?:confidential|confidencial|continued|contin[uú]a)\W*$/i,
];
/** A ruler separates headers or pages. */
const ruler = /^[-=_*~+.\s]{3,}$/;
/** A row of totals says so in one of its first cells. */
const totalCells = 3;
/** These columns are filled in every row of data, and blank in totals. */
const dataKeys: Readonly<Record<TableKind, readonly ColumnKey[]>> = {
  purchases: ['drug', 'date'],
  membership: ['year'],
};

function filledCells(row: readonly Cell[]): readonly string[] {
  return row.map(cellText).filter((text) => text !== '');
}
function isTotal(text: string): boolean {
  return text.length <= maxTestedLength && total.test(text);
}

/** Drops the digits of a page title, because page numbers and print dates differ. */
function titleOf(filled: readonly string[]): string | undefined {
  const text = filled.join('');
  const title = text.length > maxTestedLength ? '' : normalizeSpelling(text).replace(/\d+/g, '#');
  return title === '' || title === '#' ? undefined : title;
}

/**
 * Distinguishes totals, headers and page text from faulty rows. There may be a million of these, so
 * cheap tests come first. `above` has the rows above the headers, which each page may repeat.
 */
export function createNonDataRowDetector(
  kind: TableKind,
  columns: ColumnIndexes,
  headers: HeaderReader,
  above: readonly (readonly Cell[])[] = [],
) {
  const keys = dataKeys[kind].flatMap((key) => {
    const index = columns.get(key);
    return index === undefined ? [] : [{ key, index }];
  });
  const [firstKey] = keys;
  /** Page text fills fewer cells than any row that could be fixed. */
  const maxPageCells = Math.max(totalCells, Math.floor(columns.size / 2));
  const titles = new Set(above.flatMap((row) => titleOf(filledCells(row)) ?? []));

  function isPageText(filled: readonly string[]): boolean {
    if (filled.every((text) => ruler.test(text))) return true;
    if (filled.length > maxPageCells) return false;
    const title = titleOf(filled);
    if (title !== undefined && titles.has(title)) return true;
    return [...filled, filled.join(' ')].some(
      (text) => text.length <= maxTestedLength && pageText.some((pattern) => pattern.test(text)),
    );
  }
  /**
   * A totals row names a total, and the columns that data always fills are blank or name one, too.
   */
  function isTotalsRow(row: readonly Cell[], filled: readonly string[]): boolean {
    return (
      filled.slice(0, totalCells).some(isTotal) &&
      keys.every(({ index }) => isBlankCell(row[index]) || isTotal(cellText(row[index])))
    );
  }
  /** Headers recur on other pages, or in a file that was appended to the first one. */
  function isHeaderRow(row: readonly Cell[]): boolean {
    if (firstKey && !headers.isHeaderOf(kind, firstKey.key, row[firstKey.index])) return false;
    const matching = [...columns].filter(([key, index]) => headers.isHeaderOf(kind, key, row[index])).length;
    return matching >= 2 && matching * 2 >= columns.size;
  }
  return (row: readonly Cell[]) => {
    const filled = filledCells(row);
    if (isPageText(filled)) return 'page-text';
    // Neither a header nor a total begins with a digit, but dates and codes do.
    if (/^\d/.test(cellText(row[firstKey?.index ?? 0]))) return undefined;
    if (isTotalsRow(row, filled)) return 'totals-row';
    return isHeaderRow(row) ? 'repeated-header' : undefined;
  };
}
