import { addDays, dayAfter } from '@redress/forms/court-day';
import { facts } from '../facts.ts';
import type { Random } from './random.ts';

export interface FilingPeriod {
  /** The day on which the notices were mailed. */
  readonly mailedOn: string;
  /** The last day to file. */
  readonly deadline: string;
}

/** The share of claims after the deadline. */
const lateShare = 0.035;
const maxLateDays = 75;
/** Weights of the weekdays, starting with Sunday. */
const weekdays = [0.5, 1.25, 1.2, 1.1, 1, 0.9, 0.6];
/** Weights of the hours, starting at midnight. */
const hours = [2, 1, 1, 1, 1, 2, 4, 8, 14, 20, 23, 22, 20, 20, 21, 20, 18, 16, 15, 18, 20, 17, 11, 6];
const dayMilliseconds = 24 * 60 * 60 * 1_000;

/**
 * Invents moments of filing: few on the first days, most in the weeks after the mailing and before
 * the deadline, fewer on weekends and at night, and some after the deadline.
 * @param last no moment is later
 */
export function filingTimes(random: Random, period: FilingPeriod, last: Date): () => Date {
  const days = daysBetween(dayAfter(period.mailedOn), period.deadline);
  const weighted = days.map((day, index) => [day, weightOf(day, index, days.length)] as const);
  const lateDays = daysBetween(dayAfter(period.deadline), addDays(period.deadline, maxLateDays));
  const weightedLate = lateDays.map((day, index) => [day, Math.exp(-index / 12) * weekdayOf(day)] as const);
  const isPast = ([day]: readonly [day: string, weight: number]) => momentOf(day, dayMilliseconds - 1) <= last;
  const [past, pastLate] = [weighted.filter(isPast), weightedLate.filter(isPast)];
  if (past.length === 0) throw new RangeError('The notices of the demonstration are mailed in the future');
  return () => {
    const isLate = random.chance(lateShare) && pastLate.length > 0;
    const day = random.pickWeighted(isLate ? pastLate : past);
    const hour = random.pickWeighted(hours.map((weight, index) => [index, weight] as const));
    return momentOf(day, hour * 60 * 60 * 1_000 + random.integer(0, 60 * 60 * 1_000 - 1));
  };
}

function weightOf(day: string, index: number, count: number): number {
  const left = count - 1 - index;
  // Letters take days to arrive, and people set the form aside until the deadline nears.
  const afterMailing = (1 - Math.exp(-index / 3)) * Math.exp(-index / 16);
  const beforeDeadline = 0.9 * Math.exp(-left / 5) + (left === 0 ? 0.8 : 0);
  return (0.12 + afterMailing + beforeDeadline) * weekdayOf(day);
}

function weekdayOf(day: string): number {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
}

function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone: facts.timeZone, timeZoneName: 'longOffset' });

/** A moment of a day in the court's time zone. On the days of a clock change, night hours shift. */
export function momentOf(day: string, milliseconds: number): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const offset = offsetFormat.formatToParts(noon).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', offsetHours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? [];
  const offsetMilliseconds = (Number(offsetHours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return new Date(Date.parse(`${day}T00:00:00Z`) + milliseconds - offsetMilliseconds);
}
