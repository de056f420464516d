/** The meaning of a color and pattern. */
export interface Series {
  readonly name: string;
  /** One value for each place on the horizontal axis. */
  readonly values: readonly number[];
}

const patternCount = 5;

/** The fill of a series: a color with a pattern, because many people cannot tell colors apart. */
export const fillOf = (id: string, series: number): string => `url(#${id}-${series % patternCount})`;
export const seriesClass = (series: number): string => `chart-series chart-series-${series % patternCount}`;

/** The patterns of a chart, once in each SVG. */
export function SeriesPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {Array.from({ length: patternCount }, (_, series) => (
        <pattern
          key={series}
          id={`${id}-${series}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          className={seriesClass(series)}
        >
          <rect width={6} height={6} className="chart-ground" />
          {series === 1 && <path d="M-1 7L7 -1M-4 4L4 -4M2 10L10 2" className="chart-mark" />}
          {series === 2 && <circle cx={3} cy={3} r={1.4} className="chart-dot" />}
          {series === 3 && <path d="M0 3H6M3 0V6" className="chart-mark" />}
          {series === 4 && <path d="M0 3H6" className="chart-mark" />}
        </pattern>
      ))}
    </defs>
  );
}

/** Names each series beside a sample of its pattern or line. */
export function Legend({
  id,
  names,
  isLine = false,
}: {
  readonly id: string;
  readonly names: readonly string[];
  readonly isLine?: boolean;
}) {
  if (names.length < 2) return null;
  return (
    <ul className="chart-legend">
      {names.map((name, series) => (
        <li key={name}>
          <svg width={isLine ? 32 : 18} height={18} aria-hidden="true" className={seriesClass(series)}>
            {isLine ? (
              <line className="chart-line" y1={9} x2={32} y2={9} />
            ) : (
              <rect width={18} height={18} fill={fillOf(id, series)} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
