import { dayAfter } from '@redress/forms/court-day';
import { isDay } from '@redress/forms/numbers-and-days';

/** The day for which a page is rendered. */
export interface When {
  /** The day has ended, as for a deadline. */
  isAfter(day: string): boolean;
  /** The day has begun, as for an event. */
  isFrom(day: string): boolean;
}
/** Text that may change with the date. */
export type Dated<T> = T | ((when: When) => T);

/** A day before any day of a case. */
const before = '0001-01-01';
/** A day after every day of a case. */
export const afterwards = '9999-12-31';

/**
 * Compares dates with a day in the court's time zone. Calls `onChange` with the days on which the
 * answers change.
 */
export function whenOn(today: string, onChange: (day: string) => void = () => {}): When {
  const hasCome = (day: string): boolean => {
    onChange(day);
    return today >= day;
  };
  return {
    isAfter: (day) => hasCome(dayAfter(checked(day))),
    isFrom: (day) => hasCome(checked(day)),
  };
}

function checked(day: string): string {
  if (isDay(day)) return day;
  throw new Error(`the text changes with "${day}", which is not a day; write it as YYYY-MM-DD, like a day of facts.ts`);
}

/**
 * The first day of each interval in which a page does not change, in order. Renders the page as of
 * each one, because the content of one day may depend on another.
 */
export function firstDaysOf(render: (when: When) => void): string[] {
  const days = new Set([before]);
  // Also visits days that are added during the loop.
  for (const day of days) render(whenOn(day, (change) => days.add(change)));
  return [...days].sort();
}

export function valueOn<T extends string | readonly object[]>(dated: Dated<T> | undefined, when: When): T | undefined {
  return typeof dated === 'function' ? dated(when) : dated;
}
