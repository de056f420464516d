import { formatDay, type Language } from '@redress/contract/language';
import type { When } from '../dates/as-of.ts';
import { layoutMessages, type LayoutMessages } from '../messages/layout-messages.ts';
import type { KeyDate } from './prose-module.ts';

export function KeyDates({ dates, language }: { readonly dates: readonly ShownDate[]; readonly language: Language }) {
  return (
    <section>
      <h2>{layoutMessages(language).keyDates}</h2>
      <DateList dates={dates} language={language} />
    </section>
  );
}

/** The dates of the case on a line: top to bottom on a phone, left to right on a desktop. */
export function Timeline(props: {
  readonly dates: readonly ShownDate[];
  readonly language: Language;
  readonly isOnPhone: boolean;
}) {
  return (
    <section
      className={props.isOnPhone ? 'timeline' : 'timeline desktop'}
      aria-label={layoutMessages(props.language).keyDates}
    >
      <DateList {...props} />
    </section>
  );
}

function DateList({ dates, language }: { readonly dates: readonly ShownDate[]; readonly language: Language }) {
  const messages = layoutMessages(language);
  return (
    <ul className="dates">
      {dates.map(({ date, title, note, state }) => (
        <li key={date + title} className={state}>
          <span className="day">
            <time dateTime={date}>{formatDay(date, language, { dateStyle: 'medium' })}</time>
            {state === 'next' && <em>{messages.next}</em>}
          </span>
          <span>
            <strong>{title}</strong>
            {note !== undefined && <small>{note}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A date of the case, as shown on the page's day. */
export interface ShownDate extends Pick<KeyDate, 'date' | 'title'> {
  readonly note?: string;
  /** `next` marks the first date that has not passed, and all others on the same day. */
  readonly state: 'passed' | 'next' | 'later';
}

/** The dates of the case as of the page’s day. Events are left out until they happen. */
export function keyDatesOn(dates: readonly KeyDate[], when: When, messages: LayoutMessages): readonly ShownDate[] {
  const shown = dates.filter(({ date, isEvent }) => !isEvent || when.isFrom(date));
  const isPassed = ({ date, isEvent }: KeyDate): boolean => isEvent ?? when.isAfter(date);
  const [next] = shown.flatMap((one) => (isPassed(one) ? [] : one.date)).sort();
  return shown.map((one) => {
    const { date, title, before, after, isEvent } = one;
    const passed = isPassed(one);
    const note = passed ? (after ?? (isEvent ? undefined : messages.datePassed)) : before;
    return {
      date,
      title,
      ...(note === undefined ? {} : { note }),
      state: passed ? 'passed' : date === next ? 'next' : 'later',
    };
  });
}
