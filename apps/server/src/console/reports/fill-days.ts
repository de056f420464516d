import { addDays, dayAfter, mondayOf } from '@redress/forms/court-day';

interface Filling<Row> {
  readonly by: 'day' | 'week';
  /** Days (`YYYY-MM-DD`); by default those of the first and last row. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Makes a row without claims, to follow another one. */
  readonly emptyRow: (key: string, before?: Row) => Row;
}

/** Adds rows for days or weeks without claims. `rows` are in order; a week's key is its Monday. */
export function fillDays<Row extends { readonly key: string | null }>(
  rows: readonly Row[],
  { by, from, to, emptyRow }: Filling<Row>,
): Row[] {
  const [beginOf, next] = by === 'week' ? [mondayOf, weekAfter] : [(day: string) => day, dayAfter];
  const first = from === undefined ? rows[0]?.key : beginOf(from);
  const last = to === undefined ? rows.at(-1)?.key : beginOf(to);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const filled: Row[] = [];
  if (typeof first !== 'string' || typeof last !== 'string') return filled;
  for (let key = first; key <= last; key = next(key)) filled.push(byKey.get(key) ?? emptyRow(key, filled.at(-1)));
  return filled;
}

const weekAfter = (monday: string): string => addDays(monday, 7);
