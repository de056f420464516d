import { channelLabels, languageLabels, statusLabels } from '@redress/contract/console/claim-labels';
import { type ClaimListQuery, claimStatuses, hasFilters } from '@redress/contract/console/claim-list';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { readDollars } from '../ui/format.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { claimOptionsQuery } from './list-queries.ts';
import { formNames } from './form-names.ts';
import type { QueryChanges } from './use-claim-query.ts';
import { chooseFlag, chosenFlags, flagChoices } from './flag-choices.ts';

interface FilterProps {
  readonly query: ClaimListQuery;
  readonly change: (changes: QueryChanges) => void;
}

/** All filters of the list. Each takes effect at once, and is in the address. */
export function ClaimFilters({
  query,
  change,
  isOpen,
  onOpen,
}: FilterProps & {
  /** If not set, only the filters in use show. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { settlement, permissions } = useSession();
  const { data } = useQuery(claimOptionsQuery);
  const cases = settlement.cases.filter(({ id }) => permissions.claims.includes(id));
  const states = [...new Set([...(data?.states ?? []), ...(query.state ?? [])])].toSorted();
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
      <ChoiceMenu
        label="Channel"
        choices={channels.map((channel) => ({ value: channel, label: channelLabels[channel] }))}
        chosen={query.channel ? [query.channel] : []}
        onChange={(chosen, last) => {
          const channel = channels.find((each) => each === last && chosen.includes(each));
          change({ channel });
        }}
      />
      <TypedFilter label="Filed from" name="filed-from" type="date" {...{ query, change }} />
      <TypedFilter label="Filed to" name="filed-to" type="date" {...{ query, change }} />
      <TypedFilter label="Cure due by" name="cure-due" type="date" {...{ query, change }} />
      <TypedFilter label="Amount from" name="amount-from" {...{ query, change }} />
      <TypedFilter label="Amount to" name="amount-to" {...{ query, change }} />
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

const channels = ['script', 'no-script'] as const;

/** Takes effect with Enter, or when the focus leaves the field. */
function TypedFilter({
  label,
  name,
  type = 'text',
  query,
  change,
}: FilterProps & {
  readonly label: string;
  readonly name: 'filed-from' | 'filed-to' | 'cure-due' | 'amount-from' | 'amount-to';
  readonly type?: 'date' | 'text';
}) {
  const [error, setError] = useState<string>();
  const value = query[name] ?? '';
  const input = useRef<HTMLInputElement>(null);
  // Another value in the address replaces the typed text, and the field keeps the focus.
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  const commit = (input: HTMLInputElement) => {
    const text = input.value.trim();
    const typed = type === 'text' && text !== '' ? readDollars(text) : text;
    setError(typed === undefined ? 'Type dollars, such as 1250.50.' : undefined);
    if (typed !== undefined && typed !== value) change({ [name]: typed });
  };
  return (
    <Field label={label} error={error} isChosen={value !== ''}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type={type}
          className={type === 'text' ? 'claim-amount' : 'claim-date'}
          inputMode={type === 'text' ? 'decimal' : undefined}
          autoComplete="off"
          defaultValue={value}
          onBlur={(event) => commit(event.target)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit(event.currentTarget);
          }}
        />
      )}
    </Field>
  );
}
