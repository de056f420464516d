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
  /** By default, the title of the figure. */
  readonly label?: string;
  /** A table that scrolls sideways takes the focus, so that keys can scroll it. */
  readonly isFocusable?: boolean;
  /** The first cell of a row as a link to its claims. */
  readonly linkOf?: ((index: number, text: string) => ReactNode) | undefined;
}) {
  const { columns, rows, title } = figure;
  const total = formatTotal(figure);
  const classOf = (index: number) => {
    const column = columns[index];
    return column && isNumberColumn(column) ? 'number' : undefined;
  };
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
          {rows.map((row, at) => (
            <tr key={String(row[0])}>
              {columns.map(({ name, kind }, index) => {
                const text = formatFigureCell(kind, row[index]);
                if (index > 0)
                  return (
                    <td key={name} className={classOf(index)}>
                      {text}
                    </td>
                  );
                return (
                  <th key={name} scope="row" className={kind === 'text' ? undefined : 'figure-day'}>
                    {linkOf?.(at, text) ?? text}
                  </th>
                );
              })}
            </tr>
          ))}
          {total && (
            <tr className="figure-total">
              {total.map((text, index) => {
                const name = columns[index]?.name ?? '';
                if (index > 0)
                  return (
                    <td key={name} className={classOf(index)}>
                      {text}
                    </td>
                  );
                return (
                  <th key={name} scope="row">
                    {text}
                  </th>
                );
              })}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
