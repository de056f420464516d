import { dayAfter } from '@redress/forms/court-day';
import type { Dated, When } from '../prose/text-module.ts';

/** What is over and what has come on a day of the court. A day whose change the manifest does not list is a mistake of the content. */
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

/** What stands on the page at that time. */
export function valueOn<T extends string | readonly object[]>(dated: Dated<T> | undefined, when: When): T | undefined {
  return typeof dated === 'function' ? dated(when) : dated;
}
