import type { Figure } from '@redress/contract/console/figures';
import { formatFigureCell, formatTotal, isNumberColumn } from '@redress/contract/console/format-figure';
import type { ReactNode } from 'react';

interface FigureTableProps {
  readonly figure: Figure;
  /** The default is the figure's title. */
  readonly label?: string;
  /** A table that scrolls sideways is focusable, so that keys can scroll it. */
  readonly isFocusable?: boolean;
  /** Renders the first cell of a row as a link to its claims. */
  readonly linkOf?: ((index: number, text: string) => ReactNode) | undefined;
  /** Renders another cell as a link to its claims. The total has no index. */
  readonly linkCell?: (column: string, text: string, index?: number) => ReactNode;
}

/** The table of a figure, with its total. */
export function FigureTable({ figure, label, isFocusable = true, linkOf, linkCell }: FigureTableProps) {
  const { columns, rows, title } = figure;
  const total = formatTotal(figure);
  const classOf = (index: number) => {
    const column = columns[index];
    return column && isNumberColumn(column) ? 'number' : undefined;
  };
  const cellsOf = (texts: readonly string[], at?: number) =>
    texts.map((text, others) => {
      const { name = '' } = columns[others + 1] ?? {};
      return (
        <td key={name} className={classOf(others + 1)}>
          {linkCell?.(name, text, at) ?? text}
        </td>
      );
    });
  return (
    <div
      {...(isFocusable && {
        className: 'table-scroll',
        role: 'region',
        'aria-label': `Table of ${label ?? title}`,
        tabIndex: 0,
      })}
    >
      <table className="figure-table">
        <caption className="visually-hidden">{label ?? title}</caption>
        <thead>
          <tr>
            {columns.map(({ name, header }, index) => (
              <th key={name} scope="col" className={classOf(index)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const [first = '', ...others] = columns.map(({ kind }, index) => formatFigureCell(kind, row[index]));
            return (
              <tr key={String(row[0])}>
                <th scope="row" className={columns[0]?.kind === 'text' ? undefined : 'figure-day'}>
                  {linkOf?.(at, first) ?? first}
                </th>
                {cellsOf(others, at)}
              </tr>
            );
          })}
          {total && (
            <tr className="figure-total">
              <th scope="row">{total[0]}</th>
              {cellsOf(total.slice(1))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
