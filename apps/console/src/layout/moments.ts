import { useSession } from '../api/use-session.ts';
import { formatAge } from './format.ts';

const dayMilliseconds = 24 * 60 * 60 * 1_000;

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
    /** Whole days since then, such as `3 days`. */
    formatAge(iso: string) {
      const days = Math.max(0, Math.floor((Date.now() - new Date(iso).getTime()) / dayMilliseconds));
      return formatAge(days);
    },
  };
}
