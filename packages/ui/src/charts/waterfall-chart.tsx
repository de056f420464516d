import { scaleLinear } from 'd3-scale';
import { type ReactNode, useId } from 'react';
import { fillOf, SeriesPatterns } from './chart-series.tsx';

export interface WaterfallStep {
  /** Unique among the steps. */
  readonly key: string;
  readonly label: ReactNode;
  /** The start and end of the step. A total starts at the axis. */
  readonly from: number | 'axis';
  readonly to: number;
  /** The formatted value. */
  readonly text: string;
}

const height = 16;

interface WaterfallChartProps {
  readonly steps: readonly WaterfallStep[];
  readonly label: string;
  readonly threshold: number;
}

/**
 * Shows step by step how a sum is calculated, with a line at a threshold. Additions and
 * subtractions differ by pattern. Screen readers read a list, whose labels wrap on narrow screens.
 */
export function WaterfallChart({ steps, label, threshold }: WaterfallChartProps) {
  const id = useId();
  const values = [threshold, ...steps.flatMap(({ from, to }) => (from === 'axis' ? [to] : [from, to]))];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max(1, (high - low) * 0.05);
  const x = scaleLinear([low - margin, high + margin], [0, 100]);
  return (
    <ul className="chart-bars" aria-label={label}>
      {steps.map(({ key, label: words, from, to, text }, index) => {
        const start = from === 'axis' ? 0 : x(from);
        return (
          <li key={key}>
            <span className="chart-bar-label">{words}</span>
            <span className="chart-bar-value">{text}</span>
            <svg width="100%" height={height} aria-hidden="true">
              {index === 0 && <SeriesPatterns id={id} />}
              <line className="chart-grid" x1={0} x2="100%" y1={height - 0.5} y2={height - 0.5} />
              <rect
                className="chart-bar"
                x={`${Math.min(start, x(to))}%`}
                width={`${Math.abs(x(to) - start)}%`}
                height={height - 2}
                fill={fillOf(id, seriesOf(from, to))}
              />
              <line className="chart-threshold" x1={`${x(threshold)}%`} x2={`${x(threshold)}%`} y1={0} y2={height} />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}

/** Patterns of totals, additions and subtractions. */
function seriesOf(from: number | 'axis', to: number): number {
  if (from === 'axis') return 0;
  return to >= from ? 1 : 2;
}
