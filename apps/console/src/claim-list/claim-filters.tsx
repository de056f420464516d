import { channelLabels, languageLabels, statusLabels } from '@redress/contract/console/claim-labels';
import { type ClaimListQuery, claimStatuses, hasFilters } from '@redress/contract/console/claim-list';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ChoiceMenu, OneChoiceMenu } from '../ui/choice-menu.tsx';
import { readDollars } from '../ui/format.ts';
import { TypedFilter } from '../ui/typed-filter.tsx';
import { claimOptionsQuery } from './list-queries.ts';
import { formNames } from './form-names.ts';
import type { QueryChanges } from './use-claim-query.ts';
import { chooseFlag, chosenFlags, flagChoices } from './flag-choices.ts';

/** All filters of the list. Each takes effect at once, and is in the address. */
export function ClaimFilters({
  query,
  change,
  isOpen,
  onOpen,
}: {
  readonly query: ClaimListQuery;
  readonly change: (changes: QueryChanges) => void;
  /** If not set, only the filters in use show. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { settlement, permissions } = useSession();
  const { data } = useQuery(claimOptionsQuery);
  const cases = settlement.cases.filter(({ id }) => permissions.claims.includes(id));
  const states = [...new Set([...(data?.states ?? []), ...(query.state ?? [])])].toSorted();
  const typed = (name: TypedName) => ({
    value: query[name] ?? '',
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <div className="filters claim-filters" role="group" aria-label="Filters" data-open={isOpen || undefined}>
      <Button className="filters-toggle" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        <FilterIcon />
        {isOpen ? 'Hide filters' : 'Filters'}
      </Button>
      {cases.length > 1 && (
        <ChoiceMenu
          label="Case"
          choices={cases.map(({ id, caption }) => ({ value: id, label: caption }))}
          chosen={query.case ?? []}
          onChange={(chosen) => change({ case: chosen })}
        />
      )}
      <ChoiceMenu
        label="Form"
        choices={formNames(settlement, permissions.claims)}
        chosen={query.form ?? []}
        onChange={(chosen) => change({ form: chosen })}
      />
      <ChoiceMenu
        label="State"
        choices={states.map((state) => ({ value: state, label: state }))}
        chosen={query.state ?? []}
        onChange={(chosen) => change({ state: chosen })}
      />
      <ChoiceMenu
        label="Status"
        choices={claimStatuses.map((status) => ({ value: status, label: statusLabels[status] }))}
        chosen={query.status ?? []}
        onChange={(chosen) => change({ status: claimStatuses.filter((status) => chosen.includes(status)) })}
      />
      <ChoiceMenu
        label="Reason"
        choices={(data?.reasons ?? []).map(({ id, label }) => ({ value: id, label }))}
        chosen={query.reason ?? []}
        onChange={(chosen) => change({ reason: chosen })}
      />
      <ChoiceMenu
        label="Assigned to"
        choices={[
          { value: 'none', label: 'No one' },
          ...(data?.reviewers ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        chosen={query.assignee ?? []}
        onChange={(chosen) => change({ assignee: chosen })}
      />
      <ChoiceMenu
        label="Flags"
        choices={flagChoices}
        chosen={chosenFlags(query)}
        onChange={(_, last) => change(chooseFlag(query, last))}
      />
      <ChoiceMenu
        label="Language"
        choices={(['en', 'es'] as const).map((language) => ({
          value: language,
          label: languageLabels[language] ?? '',
        }))}
        chosen={query.language ?? []}
        onChange={(chosen) => change({ language: (['en', 'es'] as const).filter((each) => chosen.includes(each)) })}
      />
      <OneChoiceMenu
        label="Channel"
        choices={channels.map((channel) => ({ value: channel, label: channelLabels[channel] }))}
        value={query.channel ?? ''}
        onChange={(chosen) => change({ channel: channels.find((each) => each === chosen) })}
      />
      <TypedFilter label="Filed from" type="date" {...typed('filed-from')} />
      <TypedFilter label="Filed to" type="date" {...typed('filed-to')} />
      <TypedFilter label="Cure due by" type="date" {...typed('cure-due')} />
      <TypedFilter label="Amount from" {...amount} {...typed('amount-from')} />
      <TypedFilter label="Amount to" {...amount} {...typed('amount-to')} />
      {hasFilters(query) && (
        <LinkButton look="quiet" to="/claims" preventScrollReset>
          Clear filters
        </LinkButton>
      )}
    </div>
  );
}

const FilterIcon = () => (
  <svg className="screen-icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3 5h14M6 10h8M8.5 15h3" />
  </svg>
);

type TypedName = 'filed-from' | 'filed-to' | 'cure-due' | 'amount-from' | 'amount-to';

const amount = {
  className: 'claim-amount',
  inputMode: 'decimal',
  read: readDollars,
  advice: 'Type dollars, such as 1250.50.',
} as const;

const channels = ['script', 'no-script'] as const;
