import type { ReactNode } from 'react';

interface Props {
  /** Read out before the table; the heading above it says the same on screen. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell heads its row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/**
 * A small table. On a phone each row is a card, whose cells name their columns: some browsers take the table from a screen reader there,
 * and the cards then read well as text.
 */
export function DataTable({ caption, columns, rows }: Props) {
  return (
    <table className={columns.length > 3 ? 'wide' : undefined}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} data-label={columns[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
