import type { ReactNode } from 'react';

interface Props {
  /** Read out before the table; the heading above it says the same on screen. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell heads its row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A small table. On a phone each row is a card; the roles keep it a table for screen readers there (CSS `display` takes them away). */
export function DataTable({ caption, columns, rows }: Props) {
  return (
    <table role="table">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([head, ...cells], row) => (
          <tr key={row} role="row">
            <th role="rowheader" scope="row">
              {head}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} role="cell" data-label={columns[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
