import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { OneChoiceMenu } from '../ui/choice-menu.tsx';
import { TypedFilter } from '../ui/typed-filter.tsx';
import { memberStatesQuery } from './member-queries.ts';

export const memberFilterNames = ['q', 'case', 'state', 'zip', 'filed'] as const;

interface MemberFiltersProps {
  readonly filters: URLSearchParams;
  readonly change: (name: (typeof memberFilterNames)[number], value: string) => void;
}

/** The filters of the list of class members. Each takes effect at once, and is in the address. */
export function MemberFilters({ filters, change }: MemberFiltersProps) {
  const { settlement, permissions } = useSession();
  const states = useQuery(memberStatesQuery).data?.states ?? [];
  const cases = settlement.cases.filter(({ id }) => permissions.search.includes(id));
  const filter = (name: (typeof memberFilterNames)[number]) => ({
    value: filters.get(name) ?? '',
    onChange: (value: string) => change(name, value),
  });
  return (
    <div className="filters" role="group" aria-label="Filters">
      <TypedFilter label="Name or Notice ID" type="search" maxLength={500} {...filter('q')} />
      {cases.length > 1 && (
        <OneChoiceMenu
          label="Case"
          choices={cases.map(({ id, caption }) => ({ value: id, label: caption }))}
          {...filter('case')}
        />
      )}
      <OneChoiceMenu
        label="State"
        choices={states.map((each) => ({ value: each, label: each }))}
        {...filter('state')}
      />
      <TypedFilter label="ZIP code" className="figures members-zip" inputMode="numeric" {...filter('zip')} />
      <OneChoiceMenu
        label="Claim"
        choices={[
          { value: 'yes', label: 'Has filed' },
          { value: 'no', label: 'Has not filed' },
        ]}
        {...filter('filed')}
      />
      {filters.size > 0 && (
        <LinkButton look="quiet" to="/members" preventScrollReset>
          Clear filters
        </LinkButton>
      )}
    </div>
  );
}
