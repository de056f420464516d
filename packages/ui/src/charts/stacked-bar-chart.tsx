import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { type ReactNode, useId } from 'react';
import { chartHeight, CountAxis, margin, PlaceAxis } from './chart-axes.tsx';
import { ChartCursor } from './chart-cursor.tsx';
import { fillOf, Legend, type Series, SeriesPatterns } from './chart-series.tsx';
import type { Tick } from './day-ticks.ts';
import { useWidth } from './use-width.ts';

/** The maximum width of a bar, in pixels. */
const maxBarWidth = 40;

export interface ChartProps {
  readonly label: string;
  /** Short and full names of the places on the horizontal axis. */
  readonly places: readonly string[];
  /** Returns the round times among the places of a time axis, at most the given number. */
  readonly ticksOf?: ((fitting: number) => readonly Tick[]) | undefined;
  readonly marks?: readonly Tick[] | undefined;
  readonly series: readonly Series[];
  readonly describe: (index: number) => string;
  readonly linkOf?: ((index: number) => ReactNode) | undefined;
}

/** One bar for each place, divided by series. */
export function StackedBarChart({ label, places, ticksOf, marks, series, describe, linkOf }: ChartProps) {
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const indexes = [...places.keys()];
  const x = scaleBand(indexes, [margin.left, width - margin.right]).padding(0.2);
  const layers = stack<number, number>()
    .keys([...series.keys()])
    .value((index, key) => series[key]?.values[index] ?? 0)(indexes);
  const max = Math.max(1, ...layers.flatMap((layer) => layer.map(([, top]) => top)));
  const y = scaleLinear([0, max], [chartHeight - margin.bottom, margin.top]).nice(4);
  const barWidth = Math.min(maxBarWidth, x.bandwidth());
  const centerOf = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  return (
    <div ref={ref} className="chart-plot">
      <Legend id={id} names={series.map(({ name }) => name)} />
      <ChartCursor
        label={label}
        count={places.length}
        indexAt={(at) => Math.floor((at - margin.left) / x.step())}
        describe={describe}
        linkOf={linkOf}
      >
        {(current) => (
          <svg width={width} height={chartHeight} viewBox={`0 0 ${width} ${chartHeight}`} aria-hidden="true">
            <SeriesPatterns id={id} />
            {current !== undefined && (
              <rect
                className="chart-current"
                x={(x(current) ?? 0) - (x.step() - x.bandwidth()) / 2}
                y={margin.top}
                width={x.step()}
                height={chartHeight - margin.bottom - margin.top}
              />
            )}
            <CountAxis scale={y} width={width} />
            {layers.map((layer) => (
              <g key={layer.key} fill={fillOf(id, layer.key)}>
                {layer.map(([bottom, top], index) =>
                  top > bottom ? (
                    <rect
                      key={places[index]}
                      className="chart-bar"
                      x={centerOf(index) - barWidth / 2}
                      y={y(top)}
                      width={barWidth}
                      height={y(bottom) - y(top)}
                    />
                  ) : null,
                )}
              </g>
            ))}
            <PlaceAxis labels={places} ticksOf={ticksOf} marks={marks} xOf={centerOf} width={width} />
          </svg>
        )}
      </ChartCursor>
    </div>
  );
}
