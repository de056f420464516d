/** Closer than this, in percent of the width, two marks' labels would touch on a phone. */
const leastGap = 17;
/** Room for half a label at both ends. */
const margin = 9;

/**
 * Where marks for days stand on a line, in percent of its width: in proportion to time, but never so close that their labels touch. So
 * many days that this cannot be stand at equal distances. Days are `YYYY-MM-DD` in order, each once.
 */
export function placesOf(days: readonly string[]): readonly number[] {
  if (days.length === 1) return [50];
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`));
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const room = 100 - 2 * margin;
  const widths = spread(gaps, room, Math.min(leastGap, room / gaps.length));
  let place = margin;
  return [place, ...widths.map((width) => (place += width))].map((percent) => Math.round(percent * 10) / 10);
}

/** Shares out `room` in proportion to `gaps`; each gets `least`. */
function spread(gaps: readonly number[], room: number, least: number): readonly number[] {
  const narrow = new Set<number>();
  for (;;) {
    const wide = gaps.filter((_, index) => !narrow.has(index)).reduce((sum, gap) => sum + gap, 0);
    const free = room - narrow.size * least;
    const widths = gaps.map((gap, index) => (narrow.has(index) ? least : (gap / wide) * free));
    const tooNarrow = widths.findIndex((width, index) => !narrow.has(index) && width < least - 1e-9);
    if (tooNarrow === -1) return widths;
    narrow.add(tooNarrow);
  }
}
