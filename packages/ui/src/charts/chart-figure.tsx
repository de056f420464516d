import type { Figure } from '@redress/contract/console/figures';
import { type ReactNode, useId, useState } from 'react';
import { FigureTable } from './figure-table.tsx';

interface ChartFigureProps {
  readonly figure: Figure;
  readonly chart: ReactNode;
  /** Replaces the chart of a figure without rows, and explains why it is empty. */
  readonly empty: string;
  readonly linkOf?: ((index: number, text: string) => ReactNode) | undefined;
  /** The level of its heading. */
  readonly level?: 'h2' | 'h4';
}

/**
 * A chart with its title, definition and table. A button switches between chart and table. Screen
 * readers always have the table.
 */
export function ChartFigure({ figure, chart, empty, linkOf, level: Heading = 'h2' }: ChartFigureProps) {
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
