import { useQuery } from '@tanstack/react-query';
import { Form } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useFieldsOfAddress } from '../ui/use-fields-of-address.ts';
import { memberStatesQuery } from './member-queries.ts';

/** The filters of the list of class members, all in the address. */
export function MemberFilters({ search }: { readonly search: URLSearchParams }) {
  const { settlement, permissions } = useSession();
  const states = useQuery(memberStatesQuery).data?.states ?? [];
  const state = search.get('state') ?? '';
  const form = useFieldsOfAddress(search);
  const cases = settlement.cases.filter(({ id }) => permissions.search.includes(id));
  return (
    <Form ref={form} className="filters" role="search" aria-label="Class members" action="/members">
      <Field label="Name, Notice ID or ZIP code">
        {(control) => (
          <input {...control} type="search" name="q" defaultValue={search.get('q') ?? ''} autoComplete="off" />
        )}
      </Field>
      {cases.length > 1 && (
        <Field label="Case">
          {(control) => (
            <select {...control} name="case" defaultValue={search.get('case') ?? ''}>
              <option value="">All</option>
              {cases.map(({ id, caption }) => (
                <option key={id} value={id}>
                  {caption}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label="State">
        {(control) => (
          <select {...control} key={states.length} name="state" defaultValue={state}>
            <option value="">All</option>
            {[...new Set([...states, state])]
              .filter((each) => each !== '')
              .map((each) => (
                <option key={each}>{each}</option>
              ))}
          </select>
        )}
      </Field>
      <Field label="ZIP code">
        {(control) => (
          <input
            {...control}
            className="figures members-zip"
            name="zip"
            defaultValue={search.get('zip') ?? ''}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Claim">
        {(control) => (
          <select {...control} name="filed" defaultValue={search.get('filed') ?? ''}>
            <option value="">All</option>
            <option value="yes">Has filed</option>
            <option value="no">Has not filed</option>
          </select>
        )}
      </Field>
      <div className="actions">
        <Button type="submit" look="main">
          Show
        </Button>
        {search.size > 0 && (
          <LinkButton look="quiet" to="/members">
            Clear
          </LinkButton>
        )}
      </div>
    </Form>
  );
}
