import type { Figure } from '@redress/contract/console/figures';
import { type ReactNode, useId, useState } from 'react';
import { FigureTable } from './figure-table.tsx';

/**
 * A chart with its title, definition and table. One button switches between both. While the chart
 * shows, screen readers have the table all the same.
 */
export function ChartFigure({
  figure,
  chart,
  empty,
  linkOf,
  level: Heading = 'h2',
}: {
  readonly figure: Figure;
  readonly chart: ReactNode;
  /** Shown instead of a chart without rows: why there are none. */
  readonly empty: string;
  readonly linkOf?: ((index: number, text: string) => ReactNode) | undefined;
  /** Of its heading. */
  readonly level?: 'h2' | 'h4';
}) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <section className="panel chart" aria-labelledby={id}>
      <div className="chart-head">
        <Heading id={id}>{figure.title}</Heading>
        {figure.rows.length > 0 && (
          <button type="button" className="button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            Table<span className="visually-hidden"> of {figure.title}</span>
          </button>
        )}
      </div>
      <p className="soft chart-definition">{figure.definition}</p>
      {figure.rows.length === 0 && <p>{empty}</p>}
      {figure.rows.length > 0 && !isTable && (
        <>
          {chart}
          <div className="visually-hidden">
            <FigureTable figure={figure} isFocusable={false} />
          </div>
        </>
      )}
      {figure.rows.length > 0 && isTable && <FigureTable figure={figure} linkOf={linkOf} />}
    </section>
  );
}
