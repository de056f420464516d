import { scaleLinear } from 'd3-scale';
import { type ReactNode, useId } from 'react';
import { fillOf, SeriesPatterns } from './chart-series.tsx';

export interface Bar {
  /** Unique among the bars. */
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
}

/**
 * Horizontal bars, each with its label and number, which wrap on narrow screens. Screen readers
 * read a list.
 */
export function BarChart({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const id = useId();
  const width = scaleLinear([0, Math.max(1, ...bars.map(({ value }) => value))], [0, 100]);
  return (
    <ul className="chart-bars" aria-label={label}>
      {bars.map(({ key, label: words, value, text }, index) => (
        <li key={key}>
          <span className="chart-bar-label">{words}</span>
          <span className="chart-bar-value">{text}</span>
          <svg width="100%" height={14} aria-hidden="true">
            {index === 0 && <SeriesPatterns id={id} />}
            <rect className="chart-track" width="100%" height={14} />
            <rect className="chart-bar" width={`${width(value)}%`} height={14} fill={fillOf(id, 0)} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
