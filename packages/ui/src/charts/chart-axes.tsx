import type { ScaleLinear } from 'd3-scale';
import type { Tick } from './day-ticks.ts';

export const margin = { top: 24, right: 8, bottom: 28, left: 52 } as const;
export const chartHeight = 240;
/** Pixels between labels of the horizontal axis. */
const labelSpace = 92;

const counts = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact' });

/**
 * The lines and numbers of the vertical axis, always whole numbers, because the charts count
 * claims.
 */
export function CountAxis({ scale, width }: { readonly scale: ScaleLinear<number, number>; readonly width: number }) {
  return (
    <g className="chart-axis">
      {scale
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick} transform={`translate(0 ${scale(tick)})`}>
            <line x1={margin.left} x2={width - margin.right} className={tick === 0 ? 'chart-base' : 'chart-grid'} />
            <text x={margin.left - 8} dy="0.32em" textAnchor="end">
              {tick < 10_000 ? counts.format(tick) : short.format(tick)}
            </text>
          </g>
        ))}
    </g>
  );
}

/** Keeps labels near an edge inside the chart, so that they do not scroll the page. */
function anchorAt(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < labelSpace / 2) return 'start';
  return x > width - labelSpace / 2 ? 'end' : 'middle';
}

interface PlaceAxisProps {
  readonly labels: readonly string[];
  /** Returns the round times among the places, at most the given number. */
  readonly ticksOf?: ((fitting: number) => readonly Tick[]) | undefined;
  /** Marked places, for example a deadline. */
  readonly marks?: readonly Tick[] | undefined;
  readonly xOf: (index: number) => number;
  readonly width: number;
}

/**
 * The labels of the horizontal axis that fit: round times, or places at equal distances from the
 * first.
 */
export function PlaceAxis({ labels, ticksOf, marks = [], xOf, width }: PlaceAxisProps) {
  const fitting = Math.max(1, Math.floor((width - margin.left - margin.right) / labelSpace));
  const step = Math.ceil(labels.length / fitting);
  const everyStep = labels.flatMap((label, index) => (index % step === 0 ? { index, label } : []));
  const ticks = ticksOf?.(fitting) ?? everyStep;
  const [top, bottom] = [margin.top, chartHeight - margin.bottom];
  return (
    <g className="chart-axis">
      {ticks.map(({ index, label }) => (
        <text key={index} x={xOf(index)} y={bottom + 18} textAnchor={anchorAt(xOf(index), width)}>
          {label}
        </text>
      ))}
      {marks.map(({ index, label }) => (
        <g key={index}>
          <line className="chart-threshold" x1={xOf(index)} x2={xOf(index)} y1={top} y2={bottom} />
          <text x={xOf(index)} y={top - 10} textAnchor={xOf(index) < width / 2 ? 'start' : 'end'}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
