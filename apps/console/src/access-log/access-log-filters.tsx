import { type AccessLog, readKinds } from '@redress/contract/console/access-log';
import { LinkButton } from '../ui/button.tsx';
import { OneChoiceMenu } from '../ui/choice-menu.tsx';
import { TypedFilter } from '../ui/typed-filter.tsx';
import { kindLabels } from './describe-read.ts';

/** The filters in the address, without the page of the list. */
export const filterNames = ['person', 'what', 'q', 'from', 'to'] as const;

interface AccessLogFiltersProps {
  readonly filters: URLSearchParams;
  readonly people: AccessLog['people'];
  readonly change: (name: (typeof filterNames)[number], value: string) => void;
}

/** The filters of the log. Each takes effect at once, and is in the address. */
export function AccessLogFilters({ filters, people, change }: AccessLogFiltersProps) {
  const filter = (name: (typeof filterNames)[number]) => ({
    value: filters.get(name) ?? '',
    onChange: (value: string) => change(name, value),
  });
  const person = filter('person');
  return (
    <div className="filters" role="group" aria-label="Filters">
      <OneChoiceMenu
        label="Person"
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
        // The list of people can arrive later.
        summary={person.value === '' || people.some(({ id }) => id === person.value) ? undefined : 'Selected person'}
        {...person}
      />
      <OneChoiceMenu
        label="Action"
        choices={readKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
        {...filter('what')}
      />
      <TypedFilter label="Claim, Notice ID or exact search words" type="search" maxLength={500} {...filter('q')} />
      <TypedFilter label="From" type="date" {...filter('from')} />
      <TypedFilter label="To" type="date" {...filter('to')} />
      {filters.size > 0 && (
        <LinkButton look="quiet" to="/access-log" preventScrollReset>
          Clear filters
        </LinkButton>
      )}
    </div>
  );
}
