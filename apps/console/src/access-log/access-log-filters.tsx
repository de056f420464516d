import { type AccessLog, readKinds } from '@redress/contract/console/access-log';
import { type FormEvent, useState } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { useFieldsOfAddress } from '../ui/use-fields-of-address.ts';
import { kindLabels } from './describe-read.ts';

/** The filters in the address, without the page of the list. */
export const filterNames = ['person', 'what', 'q', 'from', 'to'] as const;

interface AccessLogFiltersProps {
  readonly filters: URLSearchParams;
  readonly people: AccessLog['people'];
  readonly onFilter: (filters: URLSearchParams) => void;
}

/** The filters of the log. Typed text stays until the person applies or clears the filters. */
export function AccessLogFilters({ filters, people, onFilter }: AccessLogFiltersProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new URLSearchParams();
    const data = new FormData(event.currentTarget);
    for (const name of filterNames) {
      const value = data.get(name);
      if (typeof value === 'string' && value.trim() !== '') chosen.set(name, value.trim());
    }
    onFilter(chosen);
  };
  const form = useFieldsOfAddress(filters);
  const valueOf = (name: (typeof filterNames)[number]) => filters.get(name) ?? '';
  return (
    <form ref={form} className="filters" onSubmit={submit} aria-label="Filters">
      <div className="field">
        <label htmlFor="log-person">Person</label>
        <PersonSelect key={valueOf('person')} people={people} shown={valueOf('person')} />
      </div>
      <div className="field">
        <label htmlFor="log-what">Action</label>
        <select id="log-what" name="what" defaultValue={valueOf('what')}>
          <option value="">All actions</option>
          {readKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="log-q">Claim number, Notice ID, or exact search words</label>
        <input id="log-q" name="q" type="search" defaultValue={valueOf('q')} maxLength={500} autoComplete="off" />
      </div>
      <div className="log-days">
        <div className="field">
          <label htmlFor="log-from">From</label>
          <input id="log-from" name="from" type="date" defaultValue={valueOf('from')} />
        </div>
        <div className="field">
          <label htmlFor="log-to">To</label>
          <input id="log-to" name="to" type="date" defaultValue={valueOf('to')} />
        </div>
      </div>
      <div className="actions">
        <Button type="submit" look="main">
          Show
        </Button>
        {filters.size > 0 && (
          <LinkButton look="quiet" to="/access-log">
            Clear filters
          </LinkButton>
        )}
      </div>
    </form>
  );
}

/** Keeps the choice when the list of people arrives later. */
function PersonSelect({ people, shown }: Pick<AccessLog, 'people'> & { readonly shown: string }) {
  const [chosen, setChosen] = useState(shown);
  return (
    <select id="log-person" name="person" value={chosen} onChange={({ target }) => setChosen(target.value)}>
      <option value="">All staff</option>
      {chosen !== '' && !people.some(({ id }) => id === chosen) && <option value={chosen}>Selected person</option>}
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
