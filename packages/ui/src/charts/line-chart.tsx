import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId } from 'react';
import { chartHeight, CountAxis, margin, PlaceAxis } from './chart-axes.tsx';
import { ChartCursor } from './chart-cursor.tsx';
import { Legend, seriesClass, SeriesPatterns } from './chart-series.tsx';
import type { ChartProps } from './stacked-bar-chart.tsx';
import { useWidth } from './use-width.ts';

/**
 * One line for each series, for more places than bars could show. Lines also differ by their
 * dashes.
 */
export function LineChart({ label, places, ticksOf, marks, series, describe, linkOf }: ChartProps) {
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const last = Math.max(1, places.length - 1);
  const x = scaleLinear([0, last], [margin.left, width - margin.right]);
  const max = Math.max(1, ...series.flatMap(({ values }) => values));
  const y = scaleLinear([0, max], [chartHeight - margin.bottom, margin.top]).nice(4);
  const pathOf = line<number>((_, index) => x(index), y);
  return (
    <div ref={ref} className="chart-plot">
      <Legend id={id} names={series.map(({ name }) => name)} isLine />
      <ChartCursor
        label={label}
        count={places.length}
        indexAt={(at) => Math.round(x.invert(at))}
        describe={describe}
        linkOf={linkOf}
      >
        {(current) => (
          <svg width={width} height={chartHeight} viewBox={`0 0 ${width} ${chartHeight}`} aria-hidden="true">
            <SeriesPatterns id={id} />
            <CountAxis scale={y} width={width} />
            {current !== undefined && (
              <line
                className="chart-base"
                x1={x(current)}
                x2={x(current)}
                y1={margin.top}
                y2={chartHeight - margin.bottom}
              />
            )}
            {series.map(({ name, values }, index) => (
              <g key={name} className={seriesClass(index)}>
                <path className="chart-line" d={pathOf([...values]) ?? undefined} />
                {current !== undefined && (
                  <circle className="chart-point" cx={x(current)} cy={y(values[current] ?? 0)} r={4.5} />
                )}
              </g>
            ))}
            <PlaceAxis labels={places} ticksOf={ticksOf} marks={marks} xOf={x} width={width} />
          </svg>
        )}
      </ChartCursor>
    </div>
  );
}
