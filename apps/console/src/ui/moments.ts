import { useSession } from '../api/use-session.ts';
import { daysAfter, daysBetween, formatAge } from './format.ts';

/** Formats moments as the court's days and times. */
export function useMoments() {
  const { timeZone } = useSession().settlement;
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' });
  const second = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  const moment = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return {
    formatDay: (iso: string) => day.format(new Date(iso)),
    formatMoment: (iso: string) => moment.format(new Date(iso)),
    formatSecond: (iso: string) => second.format(new Date(iso)),
    /** Counts the court's days from a day (`YYYY-MM-DD`) to a moment. */
    countDaysAfter: (after: string, iso: string) => daysAfter(timeZone, after, new Date(iso)),
    /** Formats the days since a moment in the court's time zone, for example as `3 days ago`. */
    formatAge(iso: string) {
      const days = daysBetween(timeZone, new Date(iso), new Date());
      return days === 0 ? formatAge(days) : `${formatAge(days)} ago`;
    },
  };
}
