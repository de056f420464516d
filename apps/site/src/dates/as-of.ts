import { dayAfter } from '@redress/forms/court-day';

/** The day as of which a page is rendered. */
export interface When {
  /** The day has ended, as for a deadline. */
  isAfter(day: string): boolean;
  /** The day has begun, as for an event. */
  isFrom(day: string): boolean;
}
/** Text that may change with the date. */
export type Dated<T> = T | ((when: When) => T);

/** Compares dates with a day of the court. Throws for a change that `changesOn` does not list. */
export function whenOn(today: string, changesOn: readonly string[]): When {
  const hasCome = (change: string, asked: string): boolean => {
    if (!changesOn.includes(change)) {
      throw new Error(
        `A page asks for ${asked}: add ${change} to changesOn in content/site.ts, so that the page changes then.`,
      );
    }
    return today >= change;
  };
  return {
    isAfter: (day) => hasCome(dayAfter(day), `the end of ${day}`),
    isFrom: (day) => hasCome(day, `the beginning of ${day}`),
  };
}

export function valueOn<T extends string | readonly object[]>(dated: Dated<T> | undefined, when: When): T | undefined {
  return typeof dated === 'function' ? dated(when) : dated;
}
