import type { LayoutMessages } from '../messages/layout-messages.ts';
import type { KeyDate, When } from './text-module.ts';

/** A date of the case as it stands on the page's day. */
export interface DatedStop {
  readonly date: string;
  readonly title: string;
  readonly note?: string;
  /** `next` is the first one that has not passed; dates on the same day are all next. */
  readonly state: 'passed' | 'next' | 'later';
}

/** What the dates of the case say on the page's day. Events are left out until they happen. */
export function stopsOn(dates: readonly KeyDate[], when: When, messages: LayoutMessages): readonly DatedStop[] {
  const shown = dates.filter(({ date, isEvent }) => !isEvent || when.isFrom(date));
  const isPassed = ({ date, isEvent }: KeyDate): boolean => isEvent ?? when.isAfter(date);
  const open = shown.filter((one) => !isPassed(one)).map(({ date }) => date);
  const [next] = open.sort();
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
