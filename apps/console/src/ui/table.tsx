import type { ReactNode } from 'react';

/** A heading. Headings of the kind `hidden` are only for screen readers. */
export type Column = string | { readonly header: string; readonly kind: 'number' | 'hidden' };

/** The heading of a column of numbers. */
export const numeric = (header: string) => ({ header, kind: 'number' }) as const;

interface TableProps {
  /** Names the scrolling region. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways, so that the page never does. */
export function Table({ label, columns, className, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className={className}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Reserves the space of a table while its rows load. */
export function TableSkeleton({ columns, rows = 10 }: { readonly columns: readonly Column[]; readonly rows?: number }) {
  return (
    <div className="table-scroll" aria-hidden="true">
      <table>
        <TableHead columns={columns} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {columns.map((column) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control
                <td key={headerOf(column)}>
                  <span className="skeleton" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableHead({ columns }: Pick<TableProps, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const header = headerOf(column);
          const kind = typeof column === 'string' ? undefined : column.kind;
          return (
            <th key={header} scope="col" className={kind === 'number' ? 'number' : undefined}>
              {kind === 'hidden' ? <span className="visually-hidden">{header}</span> : header}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const headerOf = (column: Column): string => (typeof column === 'string' ? column : column.header);
