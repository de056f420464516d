/** Keeps the place of a table while its rows load. */
export function TableSkeleton({ columns, rows = 10 }: { readonly columns: readonly string[]; readonly rows?: number }) {
  return (
    <div className="table-scroll" aria-hidden="true">
      <table>
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
          {Array.from({ length: rows }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {columns.map((column) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control
                <td key={column}>
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
