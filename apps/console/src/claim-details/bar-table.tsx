import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';

type BarRow = readonly [name: string, value: number, formatted?: string];

const rowsPerStep = 12;

/**
 * A table of values, each with a bar. The table is the chart, so that screen readers read nothing
 * twice.
 */
export function BarTable({ caption, rows }: { readonly caption: string; readonly rows: readonly BarRow[] }) {
  const [shown, setShown] = useState(rowsPerStep);
  if (rows.length === 0) return null;
  const largest = Math.max(...rows.map(([, value]) => Math.abs(value)), 1);
  return (
    <div className="bar-table">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.slice(0, shown).map(([name, value, formatted = formatCount(value)]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <svg className="bar" aria-hidden="true" focusable="false" preserveAspectRatio="none">
                  <rect className="bar-track" width="100%" height="100%" />
                  <rect
                    className={value < 0 ? 'bar-negative' : undefined}
                    width={`${Math.max((Math.abs(value) / largest) * 100, 0.5)}%`}
                    height="100%"
                  />
                </svg>
              </th>
              <td className="number">{formatted}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button look="link" onClick={() => setShown(rows.length)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
    </div>
  );
}
