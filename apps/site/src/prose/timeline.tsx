import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { DatedStop } from './dated-stops.ts';
import { placesOf } from './timeline-places.ts';

/** Of the marks, in pixels. Where words stand is in `em`, so that they may grow. */
const radius = 9;
/** Letters to a line of a label. */
const lineLength = 17;
/** Of a label, in em: from line to line, and to its first line. */
const lineHeight = 1.3;
const belowDay = 2.8;

/**
 * The dates of the case on a line. Places are in percent, so that it fits every width without a script; the style sheet leaves the titles
 * out on a phone. The list of dates stands beside it and says the same, so it is hidden from screen readers.
 */
export function Timeline({ stops, language }: { readonly stops: readonly DatedStop[]; readonly language: Language }) {
  const messages = layoutMessages(language);
  const days = groupByDay(stops);
  const places = placesOf(days.map(({ date }) => date));
  const lastPassed = days.reduce((last, { state }, index) => (state === 'passed' ? index : last), -1);
  const reached = lastPassed === days.length - 1 ? 100 : (places[lastPassed] ?? 0);
  const lines = Math.max(...days.map(({ titles }) => titles.length));
  return (
    <svg className="timeline" aria-hidden="true" width="100%" height={`${6.5 + lines * lineHeight}em`}>
      <svg y="2.6em" overflow="visible">
        <line className="ahead" x1={`${reached}%`} x2="100%" />
        <line x2={`${reached}%`} />
        {days.map(({ date, state, titles }, index) => (
          <svg key={date} className={state} x={`${places[index] ?? 0}%`} overflow="visible">
            <circle r={radius} />
            {state === 'passed' && <path d="M-4 0l3 3 5-6" />}
            <text className="tag" y={-radius} dy="-.6em">
              {state === 'next' ? messages.next : yearOf(date, days[index - 1]?.date)}
            </text>
            <text className="day" y={radius} dy="1.2em">
              {shortDay(date, language)}
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

/** Said where it changes. */
function yearOf(date: string, before: string | undefined): string | undefined {
  const year = date.slice(0, 4);
  return before?.startsWith(year) ? undefined : year;
}

interface Day {
  readonly date: string;
  readonly state: DatedStop['state'];
  /** Broken into lines. */
  readonly titles: readonly string[];
}

/** The days in order, each once. */
function groupByDay(stops: readonly DatedStop[]): readonly Day[] {
  const dates = [...new Set(stops.map(({ date }) => date))].sort();
  return dates.map((date) => {
    const onDay = stops.filter((stop) => stop.date === date);
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

/** `2025-07-17` as `Jul 17` or `17 jul`. */
function shortDay(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf[language], {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}
