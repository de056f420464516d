import { scaleLinear } from 'd3-scale';
import { type ReactNode, useId } from 'react';
import { chartHeight, CountAxis, margin } from './chart-axes.tsx';
import { ChartCursor } from './chart-cursor.tsx';
import { fillOf, SeriesPatterns } from './chart-series.tsx';
import { useWidth } from './use-width.ts';

/** A bin from one value up to, but not including, another. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramProps {
  readonly label: string;
  /** Bins in order, without gaps. */
  readonly bins: readonly Bin[];
  /**
   * The unit of the numbers, for example `days`. It follows the last edge, which is always named.
   */
  readonly unit: string;
  readonly describe: (index: number) => string;
  readonly linkOf?: ((index: number) => ReactNode) | undefined;
}

/** Counts per range of a number. Bins touch, because the axis is continuous. */
export function Histogram({ label, bins, unit, describe, linkOf }: HistogramProps) {
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const [first, last] = [bins[0], bins.at(-1)];
  const x = scaleLinear([first?.from ?? 0, last?.to ?? 1], [margin.left, width - margin.right - 8]);
  const max = Math.max(1, ...bins.map(({ count }) => count));
  const y = scaleLinear([0, max], [chartHeight - margin.bottom, margin.top]).nice(4);
  const edges = [...bins.map(({ from }) => from), ...(last ? [last.to] : [])];
  const step = Math.ceil((edges.length * 44) / Math.max(1, width - margin.left));
  const isNamed = (index: number) =>
    index === edges.length - 1 || (index % step === 0 && edges.length - 1 - index >= Math.ceil(1.5 * step));
  return (
    <div ref={ref} className="chart-plot">
      <ChartCursor
        label={label}
        count={bins.length}
        indexAt={(at) => bins.findLastIndex(({ from }) => from <= x.invert(at))}
        describe={describe}
        linkOf={linkOf}
      >
        {(current) => (
          <svg width={width} height={chartHeight} viewBox={`0 0 ${width} ${chartHeight}`} aria-hidden="true">
            <SeriesPatterns id={id} />
            <CountAxis scale={y} width={width} />
            {bins.map(({ from, to, count }, index) => (
              <rect
                key={from}
                className={index === current ? 'chart-bar chart-bar-current' : 'chart-bar'}
                fill={fillOf(id, 0)}
                x={x(from) + 0.5}
                y={y(count)}
                width={Math.max(0, x(to) - x(from) - 1)}
                height={y(0) - y(count)}
              />
            ))}
            <g className="chart-axis">
              {edges.map((edge, index) =>
                isNamed(index) ? (
                  <text
                    key={edge}
                    x={x(edge)}
                    y={chartHeight - margin.bottom + 18}
                    textAnchor={index === edges.length - 1 ? 'end' : 'middle'}
                  >
                    {index === edges.length - 1 ? `${edge} ${unit}` : edge}
                  </text>
                ) : null,
              )}
            </g>
          </svg>
        )}
      </ChartCursor>
    </div>
  );
}
