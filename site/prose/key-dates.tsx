import { words } from '../frame/words.ts';
import type { KeyDate } from './text-module.ts';

/** The dates of the case, in the order given. */
export function KeyDates({ dates }: { readonly dates: readonly KeyDate[] }) {
  return (
    <section>
      <h2>{words.keyDates}</h2>
      <ul className="dates">
        {dates.map(({ date, title, note, passed }) => (
          <li key={date + title} className={passed ? 'passed' : undefined}>
            <time dateTime={date}>{shortDate(date)}</time>
            <span>
              <strong>{title}</strong>
              {note !== undefined && <small>{note}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `2025-07-17` as `Jul 17, 2025`. */
function shortDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
