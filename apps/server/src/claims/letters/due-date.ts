import { addDays } from '@redress/forms/court-day';

interface Period {
  /** The court's day of the mailing. */
  readonly mailedOn: string;
  readonly days: number;
  /** The last day is not before this one. */
  readonly notBefore?: string | undefined;
}

/**
 * Returns the last day to answer a letter. All days are the court's, as `YYYY-MM-DD`. A last day on
 * a weekend or a federal holiday moves to the next business day, as under Rule 6(a) of the Federal
 * Rules of Civil Procedure.
 */
export function dueDate({ mailedOn, days, notBefore = '' }: Period): string {
  const counted = addDays(mailedOn, days);
  let day = counted > notBefore ? counted : notBefore;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  if (weekday === sunday || weekday === saturday || isHoliday(day)) return false;
  // A holiday on a Sunday is observed on Monday, and one on a Saturday on Friday (5 U.S.C. § 6103).
  if (weekday === monday && isHoliday(addDays(day, -1))) return false;
  return weekday !== friday || !isHoliday(addDays(day, 1));
}

const [sunday, monday, thursday, friday, saturday] = [0, 1, 4, 5, 6];

const fixedHolidays = ['01-01', '06-19', '07-04', '11-11', '12-25'];
/** The first days on which the other holidays can fall, and their weekday. The weeks have no gap. */
const floatingHolidays = [
  ['01-15', monday],
  ['02-15', monday],
  ['05-25', monday],
  ['09-01', monday],
  ['10-08', monday],
  ['11-22', thursday],
] as const;

function isHoliday(day: string): boolean {
  const year = day.slice(0, 4);
  if (fixedHolidays.includes(day.slice(5))) return true;
  return floatingHolidays.some(
    ([first, weekday]) =>
      weekdayOf(day) === weekday && day >= `${year}-${first}` && day < addDays(`${year}-${first}`, 7),
  );
}
