import { type ColumnRules, type DataRules, type TableKind, tableKinds } from '../rules.ts';
import type { SplitRows } from './delimited-rows.ts';

/** The column positions of the template's fixed-width layout. */
export interface FixedLayout {
  readonly kind: TableKind;
  /** Where each column ends, from 0. */
  readonly ends: readonly number[];
}

/** Decides by the values at the positions of dates, years, amounts and states. */
export function findFixedLayout(lines: readonly string[], rules: DataRules): FixedLayout | undefined {
  const regions = new Set(rules.regions.flatMap(({ name, code }) => [name.toLowerCase(), code.toLowerCase()]));
  const looksRight = (key: ColumnRules['key'], cell: string) => {
    if (key === 'date') return /^\d{1,4}[-/.]?\d{1,2}[-/.]?\d{1,4}$/.test(cell);
    if (key === 'year') return /^(19|20)\d\d$/.test(cell);
    if (key === 'amount' || key === 'members') return /^[-+$(]*\s*\d[\d,.]*\)?-?$/.test(cell);
    return regions.has(cell.toLowerCase().replace(/\s+/g, ' '));
  };
  for (const kind of tableKinds) {
    const all: readonly ColumnRules[] = rules.tables[kind];
    const common = all.filter(({ from }) => from === 'everyone');
    const width = endsOf(common)[common.length - 1] ?? 0;
    const ends = endsOf(lines.some((line) => line.slice(width).trim() !== '') ? all : common);
    const checked = all.flatMap(({ key }, index) =>
      typicalColumns.some((one) => one === key) ? [{ key, index }] : [],
    );
    const fitting = lines.filter((line) => {
      const cells = splitFixedLine(line, ends);
      const right = checked.filter(({ key, index }) => looksRight(key, cells[index] ?? '')).length;
      return cells.length <= ends.length && right >= checked.length - 1 && right > 1;
    });
    if (fitting.length > 0 && fitting.length >= lines.length / 2) return { kind, ends };
  }
  return undefined;
}

const typicalColumns = ['date', 'stateOfPurchase', 'stateOfInsured', 'amount', 'year', 'state', 'members'] as const;

function endsOf(columns: readonly ColumnRules[]): number[] {
  let end = 0;
  return columns.map(({ length }) => (end += length));
}

/** Splits whole lines, except blank ones. Returns the number of the line after the last. */
export function splitFixedLines(text: string, { ends }: FixedLayout, firstLine: number, into: SplitRows): number {
  let line = firstLine;
  for (let at = 0; at < text.length; line++) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    const cells = splitFixedLine(text.slice(at, end), ends);
    if (cells.some((cell) => cell !== '')) {
      into.rows.push(cells);
      into.lines.push(line);
    }
    at = end + 1;
  }
  return line;
}

/** One trimmed cell for each column, and one more if text follows the last column. */
function splitFixedLine(line: string, ends: readonly number[]): string[] {
  let from = 0;
  const cells = ends.map((end) => {
    const cell = line.slice(from, end).trim();
    from = end;
    return cell;
  });
  const more = line.slice(from).trim();
  if (more) cells.push(more);
  return cells;
}
