import type { ClaimFilters } from '@redress/contract/console/claim-list';
import { claimFlags } from '@redress/contract/console/review';
import { type RawBuilder, sql } from 'kysely';
import { flagColumns } from '../search/derive-rows.ts';
import { quoteTerm } from '../search/search-terms.ts';

type Condition = RawBuilder<boolean>;

export interface ClaimScope {
  readonly filters: ClaimFilters;
  /** The cases in which the person may list claims. No filter can widen them. */
  readonly cases: readonly string[];
  /** IDs of claims to leave out, because the person may not learn how they are decided. */
  readonly without?: readonly string[];
}

export function casesOf({ filters, cases }: ClaimScope): readonly string[] {
  return filters.case ? cases.filter((id) => filters.case?.includes(id)) : cases;
}

/** Conditions on the columns that `claim_search` and `claim_counts` share, except the case. */
export function facetConditions({ filters }: ClaimScope): Condition[] {
  const isOneOf = (column: string, values: readonly string[] | undefined) =>
    values ? [sql<boolean>`${sql.ref(column)} = any(${values}::text[])`] : [];
  const from = filters['filed-from'];
  const to = filters['filed-to'];
  const flags = claimFlags.flatMap((name) =>
    filters[name] ? [sql<boolean>`${sql.ref(flagColumns[name])} = ${filters[name] === 'yes'}`] : [],
  );
  return [
    ...isOneOf('form_id', filters.form),
    ...isOneOf('state', filters.state),
    ...isOneOf('language', filters.language),
    ...isOneOf('status', filters.status),
    ...(from === undefined ? [] : [sql<boolean>`filed_day >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`filed_day <= ${to}`]),
    ...flags,
    ...(filters.channel ? [sql<boolean>`without_script = ${filters.channel === 'no-script'}`] : []),
  ];
}

/** Conditions that `claim_counts` cannot answer. */
export function rowConditions({ filters, without = [] }: ClaimScope): Condition[] {
  // The index has the same expression.
  const amount = sql`coalesce(amount, -1)`;
  const from = filters['amount-from'];
  const to = filters['amount-to'];
  return [
    ...(from === undefined ? [] : [sql<boolean>`${amount} >= ${from}::numeric`]),
    ...(to === undefined ? [] : [sql<boolean>`${amount} <= ${to}::numeric and amount is not null`]),
    ...(filters['cure-due'] === undefined ? [] : [isDueBy(filters['cure-due'])]),
    ...(filters.reason ? [hasTerms([oneOf('reason', filters.reason)])] : []),
    ...(filters.assignee ? [isAssignedTo(filters.assignee)] : []),
    ...(without.length > 0 ? [sql<boolean>`claim_id <> all(${without}::bigint[])`] : []),
  ];
}

/** The filters as a query of search terms, for the index on terms; undefined if there are none. */
export function termsCondition({ filters }: ClaimScope): Condition | undefined {
  const anyOf = (prefix: string, values: readonly string[] | undefined) => (values ? [oneOf(prefix, values)] : []);
  const flags = [
    ...claimFlags.filter((name) => filters[name] === 'yes'),
    ...(filters.channel === 'no-script' ? ['no-script'] : []),
  ];
  const parts = [
    ...anyOf('form', filters.form),
    ...anyOf('state', filters.state),
    ...anyOf('lang', filters.language),
    ...anyOf('status', filters.status),
    ...flags.map((name) => quoteTerm(`flag:${name}`)),
  ];
  return parts.length === 0 ? undefined : hasTerms(parts);
}

const oneOf = (prefix: string, values: readonly string[]): string =>
  values.map((value) => quoteTerm(`${prefix}:${value}`)).join(' | ');

const hasTerms = (parts: readonly string[]): Condition =>
  sql<boolean>`terms @@ ${parts.map((part) => `(${part})`).join(' & ')}::tsquery`;

function isAssignedTo(assignees: readonly string[]): Condition {
  const people = assignees.filter((each) => each !== 'none');
  const alternatives = [
    ...(people.length > 0 ? [hasTerms([oneOf('assignee', people)])] : []),
    ...(assignees.includes('none') ? [sql<boolean>`assignee is null`] : []),
  ];
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

/** Finds deficient claims whose last day to cure is this day or earlier. It matches an index. */
export const isDueBy = (day: string): Condition => sql<boolean>`claim_id in (
  select due.claim_id from claim_review as due where due.status = 'deficient' and due.cure_due <= ${day})`;

const dayMilliseconds = 24 * 60 * 60 * 1_000;

/**
 * A range for the index on filing times. It is wider than the days, which depend on a form's time
 * zone, so use it only together with `facetConditions`.
 */
export function filingRange(first: string, last: string): Condition {
  const from = new Date(Date.parse(first) - dayMilliseconds);
  const to = new Date(Date.parse(last) + 2 * dayMilliseconds);
  return sql<boolean>`filed_at >= ${from} and filed_at < ${to}`;
}

export const and = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql.join<boolean>(conditions, sql` and `);
