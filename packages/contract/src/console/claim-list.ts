import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { claimFlags, reviewStatuses } from './review.ts';
import { AmountRangeSchema, NamedSchema, courtDay, dollars, nullable } from './schema-parts.ts';

export const claimStatuses = [...reviewStatuses, 'purged'] as const;
export const claimColumns = [
  'number',
  'filed',
  'name',
  'case',
  'form',
  'state',
  'language',
  'channel',
  'amount',
  'recognized',
  'status',
  'flags',
  'assignee',
  'age',
] as const;
export type ClaimColumn = (typeof claimColumns)[number];
/** The number is always shown, because it links to the claim. */
export const defaultClaimColumns: readonly ClaimColumn[] = claimColumns.filter(
  (column) => !['case', 'language', 'channel', 'recognized', 'assignee'].includes(column),
);
export const claimSorts = ['filed', 'number', 'name', 'amount'] as const;
export type ClaimSort = (typeof claimSorts)[number];
/** A `-` reverses the order. */
const sorts = claimSorts.flatMap((sort) => [sort, `-${sort}`] as const);
export type ClaimOrder = ClaimSort | `-${ClaimSort}`;
export const defaultClaimOrder = '-filed' satisfies ClaimOrder;
export const claimsPerPage = 50;
/** Screens may show a higher count as "more than". */
export const maxExactCount = 10_000;

const identifiers = Type.Array(Type.String({ minLength: 1, maxLength: 100 }));
/** The limit for one filter. No list has more states or forms. */
const maxValues = 100;
const flag = Type.Enum(['yes', 'no']);

const ClaimFiltersSchema = Type.Object({
  case: Type.Optional(identifiers),
  form: Type.Optional(identifiers),
  'filed-from': Type.Optional(courtDay),
  'filed-to': Type.Optional(courtDay),
  'cure-due': Type.Optional({ ...courtDay, description: 'Deficient, and to be cured by this day' }),
  state: Type.Optional(identifiers),
  language: Type.Optional(Type.Array(Type.Enum(['en', 'es']))),
  'amount-from': Type.Optional(dollars),
  'amount-to': Type.Optional(dollars),
  status: Type.Optional(Type.Array(Type.Enum([...claimStatuses]))),
  reason: Type.Optional({ ...identifiers, description: 'Reasons of the decision in force, as in `content/`' }),
  assignee: Type.Optional(
    Type.Array(Type.Union([Type.String({ format: 'uuid' }), Type.Literal('none')]), {
      description: 'Accounts of staff',
    }),
  ),
  late: Type.Optional(flag),
  duplicate: Type.Optional(flag),
  machine: Type.Optional(flag),
  'documents-missing': Type.Optional(flag),
  'data-errors': Type.Optional(flag),
  'high-value': Type.Optional(flag),
  rule: Type.Optional(flag),
  reopened: Type.Optional(flag),
  channel: Type.Optional(Type.Enum(['script', 'no-script'])),
});
export type ClaimFilters = Static<typeof ClaimFiltersSchema>;

/** A saved view keeps the whole address except the page. */
const ClaimViewSchema = Type.Object({
  ...ClaimFiltersSchema.properties,
  sort: Type.Optional(Type.Enum([...sorts])),
  column: Type.Optional(Type.Array(Type.Enum([...claimColumns]))),
});

/** Long enough for the longest sorted name in letters of three bytes, encrypted, in Base64. */
const cursor = Type.String({ pattern: '^[\\w-]{1,1000}$' });
/** `/console/claims` and `GET /api/console/claims` share this query. */
const ClaimListQuerySchema = Type.Object({
  ...ClaimViewSchema.properties,
  after: Type.Optional(cursor),
  before: Type.Optional(cursor),
});
export type ClaimListQuery = Static<typeof ClaimListQuerySchema>;

const filterNames = Object.keys(ClaimFiltersSchema.properties);

/** The list ignored this parameter of its address. */
export const IgnoredParameterSchema = Type.Object({
  name: Type.String(),
  value: Type.String(),
  reason: Type.Enum(['unknown', 'invalid']),
});
export type IgnoredParameter = Static<typeof IgnoredParameterSchema>;

/** These values depend on the settlement and on the person's cases. */
interface KnownValues {
  readonly case: readonly string[];
  readonly form: readonly string[];
}

/**
 * Reads the parameters of an address or a saved view. Unusable parameters are returned in
 * `ignored`.
 * @param parameters such as a `URLSearchParams`
 */
export function readClaimListQuery(
  parameters: Iterable<readonly [name: string, value: string]>,
  known?: KnownValues,
): { readonly query: ClaimListQuery; readonly ignored: IgnoredParameter[] } {
  const ignored: IgnoredParameter[] = [];
  const read: Record<string, string | string[]> = {};
  const schemas: Readonly<Record<string, TSchema>> = ClaimListQuerySchema.properties;
  for (const [name, value] of parameters) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const ignore = (reason: IgnoredParameter['reason']) =>
      ignored.push({ name: name.slice(0, 100), value: value.slice(0, 100), reason });
    const isKnown = (name !== 'case' && name !== 'form') || known?.[name].includes(value) !== false;
    const before = read[name] ?? [];
    if (!schema) ignore('unknown');
    // A form sends its empty fields too.
    else if (value === '' || before.includes(value)) continue;
    else if (!isKnown || !Check(Type.IsArray(schema) ? schema.items : schema, value)) ignore('invalid');
    else if (Type.IsArray(schema) && before.length < maxValues) read[name] = [...[before].flat(), value].toSorted();
    else if (read[name] === undefined) read[name] = value;
    else ignore('invalid');
  }
  // Two positions contradict each other.
  if (read['after'] !== undefined) delete read['before'];
  return { query: Check(ClaimListQuerySchema, read) ? read : {}, ignored };
}

/** Writes a query canonically, without defaults: equal queries have equal addresses. */
export function writeClaimListQuery(query: ClaimListQuery): string {
  const values: Readonly<Record<string, string | readonly string[] | undefined>> = query;
  return Object.keys(ClaimListQuerySchema.properties)
    .flatMap((name) => {
      if (name === 'sort' && query.sort === defaultClaimOrder) return [];
      return [values[name] ?? []]
        .flat()
        .toSorted()
        .map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    })
    .join('&');
}

/** Drops the position in the list. */
export function viewOf({ after: _after, before: _before, ...view }: ClaimListQuery): ClaimListQuery {
  return view;
}

export const hasFilters = (query: ClaimListQuery): boolean =>
  Object.keys(query).some((name) => filterNames.includes(name));

const ListedClaimSchema = Type.Object({
  number: Type.String(),
  caseId: Type.String(),
  formId: Type.String(),
  filedAt: Type.String({ description: 'ISO 8601' }),
  filedDay: Type.String({ description: 'The court’s day' }),
  ageDays: Type.Integer(),
  name: Type.String({ description: 'Masked without the permission `contact`' }),
  state: Type.String(),
  language: Type.String(),
  amount: nullable(Type.String()),
  range: nullable(AmountRangeSchema),
  recognizedAmount: nullable(Type.String()),
  status: Type.Enum([...claimStatuses]),
  assignee: nullable(Type.String({ description: 'The name' })),
  flags: Type.Array(Type.Enum([...claimFlags])),
  withoutScript: Type.Boolean(),
});
export type ListedClaim = Static<typeof ListedClaimSchema>;

/** `cursor-refused`: this is the first page. `name-sort-refused`: the default order was used. */
const listNotices = ['cursor-refused', 'name-sort-refused'] as const;

const ClaimListSchema = Type.Object({
  claims: Type.Array(ListedClaimSchema),
  count: Type.Object({
    value: Type.Integer(),
    isExact: Type.Boolean({ description: 'False: there are more' }),
  }),
  next: Type.Optional(Type.String({ description: 'For `after`' })),
  previous: Type.Optional(Type.String({ description: 'For `before`' })),
  newest: Type.String({ description: 'For `GET /claims/newer`. Only the server can read it' }),
  ignored: Type.Array(IgnoredParameterSchema),
  notices: Type.Array(Type.Enum([...listNotices])),
});
export type ClaimList = Static<typeof ClaimListSchema>;

/** Counts claims filed since the list was read, up to `maxNewer`. */
const NewerClaimsSchema = Type.Object({ count: Type.Integer() });
export type NewerClaims = Static<typeof NewerClaimsSchema>;
export const maxNewer = 100;

/** The values of filters that the session does not have. */
const ClaimListOptionsSchema = Type.Object({
  states: Type.Array(Type.String()),
  reasons: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  reviewers: Type.Array(NamedSchema, {
    description: 'People to whom claims of the person’s cases can be assigned',
  }),
});

export const claimListApi = {
  'GET /claims': {
    summary: 'A page of the list of claims',
    description: 'Filters that are unknown or invalid are ignored, and named in the answer.',
    querystring: ClaimListQuerySchema,
    response: { 200: ClaimListSchema },
  },
  'GET /claims/newer': {
    summary: 'How many claims of a list are newer than it',
    querystring: Type.Object({
      ...ClaimListQuerySchema.properties,
      than: Type.String({ description: '`newest` of the list' }),
    }),
    response: { 200: NewerClaimsSchema },
  },
  'GET /claims/options': {
    summary: 'The possible values of the list’s filters',
    response: { 200: ClaimListOptionsSchema },
  },
};
