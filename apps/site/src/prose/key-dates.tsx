import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { DatedStop } from './dated-stops.ts';

/** The dates of the case, in the order given. */
export function KeyDates({ stops, language }: { readonly stops: readonly DatedStop[]; readonly language: Language }) {
  const messages = layoutMessages(language);
  return (
    <section>
      <h2>{messages.keyDates}</h2>
      <ul className="dates">
        {stops.map(({ date, title, note, state }) => (
          <li key={date + title} className={state}>
            <span className="day">
              <time dateTime={date}>{mediumDay(date, language)}</time>
              {state === 'next' && <em>{messages.next}</em>}
            </span>
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

/** `2025-07-17` as `Jul 17, 2025` or `17 jul 2025`. */
function mediumDay(date: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}
