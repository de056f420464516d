import type { Figure } from '@redress/contract/console/figures';
import { formatFigureCell, formatTotal, isNumberColumn } from '@redress/contract/console/format-figure';
import type { ReactNode } from 'react';

/** The table of a figure, with its total. */
export function FigureTable({
  figure,
  label,
  isFocusable = true,
  linkOf,
}: {
  readonly figure: Figure;
  /** The default is the figure's title. */
  readonly label?: string;
  /** A table that scrolls sideways is focusable, so that keys can scroll it. */
  readonly isFocusable?: boolean;
  /** Renders the first cell of a row as a link to its claims. */
  readonly linkOf?: ((index: number, text: string) => ReactNode) | undefined;
}) {
  const { columns, rows, title } = figure;
  const total = formatTotal(figure);
  const classOf = (index: number) => {
    const column = columns[index];
    return column && isNumberColumn(column) ? 'number' : undefined;
  };
  const cellOf = (text: string, others: number) => (
    <td key={columns[others + 1]?.name} className={classOf(others + 1)}>
      {text}
    </td>
  );
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
                {others.map(cellOf)}
              </tr>
            );
          })}
          {total && (
            <tr className="figure-total">
              <th scope="row">{total[0]}</th>
              {total.slice(1).map(cellOf)}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
