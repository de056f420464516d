import { formatDay, type Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { ShownDate } from './key-dates.tsx';

/** The radius of the marks, in pixels. Text is positioned in `em`, so that it can grow. */
const radius = 9;
/** Characters in a line of a label. */
const lineLength = 17;
/** Line height of a label and the distance to its first line, in em. */
const lineHeight = 1.3;
const belowDay = 2.8;

/**
 * The dates of the case on a line. Positions are percentages, so it fits any width without script.
 * Screen readers get the list of dates beside it instead.
 */
export function Timeline({ dates, language }: { readonly dates: readonly ShownDate[]; readonly language: Language }) {
  const messages = layoutMessages(language);
  const days = groupByDay(dates);
  const positions = positionsOf(days.map(({ date }) => date));
  const lastPassed = days.reduce((last, { state }, index) => (state === 'passed' ? index : last), -1);
  const reached = lastPassed === days.length - 1 ? 100 : (positions[lastPassed] ?? 0);
  const lines = Math.max(...days.map(({ titles }) => titles.length));
  return (
    <svg className="timeline" aria-hidden="true" width="100%" height={`${6.5 + lines * lineHeight}em`}>
      <svg y="2.6em" overflow="visible">
        <line className="ahead" x1={`${reached}%`} x2="100%" />
        <line x2={`${reached}%`} />
        {days.map(({ date, state, titles }, index) => (
          <svg key={date} className={state} x={`${positions[index] ?? 0}%`} overflow="visible">
            <circle r={radius} />
            {state === 'passed' && <path d="M-4 0l3 3 5-6" />}
            <text className="tag" y={-radius} dy="-.6em">
              {state === 'next' ? messages.next : yearOf(date, days[index - 1]?.date)}
            </text>
            <text className="day" y={radius} dy="1.2em">
              {formatDay(date, language, { month: 'short', day: 'numeric' })}
            </text>
            <text className="title" y={radius}>
              {titles.map((line, row) => (
                <tspan key={line} x="0" dy={`${row === 0 ? belowDay : lineHeight}em`}>
                  {line}
                </tspan>
              ))}
            </text>
          </svg>
        ))}
      </svg>
    </svg>
  );
}

/** The year, where it changes. */
function yearOf(date: string, before: string | undefined): string | undefined {
  const year = date.slice(0, 4);
  return before?.startsWith(year) ? undefined : year;
}

interface Day extends Pick<ShownDate, 'date' | 'state'> {
  /** Split into lines. */
  readonly titles: readonly string[];
}

function groupByDay(dates: readonly ShownDate[]): readonly Day[] {
  const days = [...new Set(dates.map(({ date }) => date))].sort();
  return days.map((date) => {
    const onDay = dates.filter((one) => one.date === date);
    return {
      date,
      state: onDay.find(({ state }) => state !== 'passed')?.state ?? 'passed',
      titles: onDay.flatMap(({ title }) => breakLines(title)),
    };
  });
}

function breakLines(title: string): readonly string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= lineLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The distance at which labels touch on a phone, in percent of the width. */
const minGap = 17;
/** Space for half a label at both ends, in percent. */
const margin = 9;

/**
 * Positions of days on the line, in percent: proportional to time, but never so close that labels
 * touch. Too many days get equal distances. Days are distinct, in order, as `YYYY-MM-DD`.
 */
export function positionsOf(days: readonly string[]): readonly number[] {
  if (days.length === 1) return [50];
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`));
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const available = 100 - 2 * margin;
  const widths = distribute(gaps, available, Math.min(minGap, available / gaps.length));
  let position = margin;
  return [position, ...widths.map((width) => (position += width))].map((percent) => Math.round(percent * 10) / 10);
}

/** Distributes `available` in proportion to `gaps`. Each gets at least `min`. */
function distribute(gaps: readonly number[], available: number, min: number): readonly number[] {
  const narrow = new Set<number>();
  for (;;) {
    const wide = gaps.filter((_, index) => !narrow.has(index)).reduce((sum, gap) => sum + gap, 0);
    const free = available - narrow.size * min;
    const widths = gaps.map((gap, index) => (narrow.has(index) ? min : (gap / wide) * free));
    const tooNarrow = widths.findIndex((width, index) => !narrow.has(index) && width < min - 1e-9);
    if (tooNarrow === -1) return widths;
    narrow.add(tooNarrow);
  }
}
