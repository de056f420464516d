import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

interface ChartCursorProps {
  /** Names the series of places for the keys: `Claims by day`. */
  readonly label: string;
  readonly count: number;
  /** Returns the place at a distance from the chart's left edge, in pixels. */
  readonly indexAt: (x: number) => number;
  readonly describe: (index: number) => string;
  /** Links to the claims at a place. */
  readonly linkOf?: ((index: number) => ReactNode) | undefined;
  readonly children: (index: number | undefined) => ReactNode;
}

/**
 * Reads a chart place by place, with the pointer or the arrow keys. The values appear below the
 * chart, so that they cover nothing and the pointer need not stay.
 */
export function ChartCursor({ label, count, indexAt, describe, linkOf, children }: ChartCursorProps) {
  const [place, setPlace] = useState<number>();
  const last = count - 1;
  const index = place === undefined ? undefined : Math.min(place, last);
  const moveTo = (next: number) => setPlace(Math.max(0, Math.min(last, next)));
  function onKeyDown(event: KeyboardEvent) {
    const from = index ?? last;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - 7,
      PageUp: from + 7,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moveTo(next);
  }
  const onPointer = (event: PointerEvent) =>
    moveTo(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  const shown = index ?? last;
  return (
    <>
      <div
        className="chart-cursor"
        role="slider"
        tabIndex={0}
        aria-label={`${label}, arrow keys to read`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={describe(shown)}
        onKeyDown={onKeyDown}
        onFocus={() => setPlace((before) => before ?? last)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
      >
        {children(index)}
      </div>
      <p className="chart-reading">
        {index === undefined ? (
          <span className="soft">Point at the chart, or move along it with the arrow keys.</span>
        ) : (
          <>
            {describe(index)} {linkOf?.(index)}
          </>
        )}
      </p>
    </>
  );
}
