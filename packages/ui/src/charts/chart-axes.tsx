import type { ScaleLinear } from 'd3-scale';

export const margin = { top: 12, right: 8, bottom: 28, left: 52 } as const;
export const chartHeight = 240;
/** Between labels of the horizontal axis, in pixels. */
const labelSpace = 92;

const counts = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Lines and numbers of the vertical axis. Only whole numbers: nobody files half a claim. */
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

/** As many labels of the horizontal axis as fit, the first one included. */
export function PlaceAxis({
  labels,
  xOf,
  width,
}: {
  readonly labels: readonly string[];
  readonly xOf: (index: number) => number;
  readonly width: number;
}) {
  const fitting = Math.max(1, Math.floor((width - margin.left - margin.right) / labelSpace));
  const step = Math.ceil(labels.length / fitting);
  const y = chartHeight - margin.bottom + 18;
  return (
    <g className="chart-axis">
      {labels.map((label, index) =>
        index % step === 0 ? (
          <text key={label} x={xOf(index)} y={y} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
    </g>
  );
}
