import { type Static, Type } from 'typebox';
import { entryLabels, maxDocketLength } from './funds.ts';
import { courtDay, dollars, file, moment, noContent, nullable, strictObject, uuidParams } from './schema-parts.ts';

/** Each status, and the statuses that may follow. Migration 0034 has the same table. */
export const allocationTransitions = {
  /** The job computes it, or found a problem. */
  draft: ['computed'],
  computed: ['asked', 'superseded'],
  /** Freezing waits for a second person. A withdrawn request makes it a computed one again. */
  asked: ['computed', 'frozen', 'declined'],
  frozen: [],
  declined: [],
  /** Another scenario of the fund was frozen. */
  superseded: [],
} as const;
export type AllocationStatus = keyof typeof allocationTransitions;
const statuses = ['draft', 'computed', 'asked', 'frozen', 'declined', 'superseded'] as const;

/** What adds up to the net fund. Only supplements have the last two. */
export const netFundLabels: Readonly<Record<string, string>> = {
  ...entryLabels,
  allocated: 'Owed by earlier allocations',
  released: 'Released from the reserve',
};

export const lineOutcomes = ['paid', 'capped', 'below-minimum', 'reserved', 'zero'] as const;

/** Claims that keep an allocation from being frozen. */
export const openClaimKinds = {
  undecided: 'Not decided yet',
  'in-review': 'In review',
  proposed: 'Decided, but not released yet',
  deficient: 'Deficient',
  'letter-due': 'Decision letter not mailed yet, or it came back',
  'may-dispute': 'The claimant may still dispute the decision',
} as const;
export type OpenClaimKind = keyof typeof openClaimKinds;
const kindsOfOpenClaims = Object.keys(openClaimKinds).filter((kind): kind is OpenClaimKind => kind in openClaimKinds);
/** The numbers of claims that a page of each kind lists. */
export const maxListedOpenClaims = 100;

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
const amount = (description?: string) => Type.String({ description: description ?? 'Dollars, such as 1250.50' });
const group = (description: string) => Type.Object({ claims: count(), amount: amount() }, { description });

/** Reserved claims are in no figure of payments. */
const figures = {
  claims: count('All eligible claims'),
  paid: count('People who are paid'),
  capped: count('Those of them who are paid the most that their limit allows'),
  zero: count('Claims that recognize nothing, or get less than a cent'),
  belowMinimum: group('What falls below the minimum, with the amounts that the plan counts'),
  reserved: group('Claims with an open dispute, with the payments set aside for them'),
  sum: amount('All payments'),
  smallest: nullable(amount()),
  largest: nullable(amount()),
  median: nullable(amount()),
  mean: nullable(amount()),
  histogram: Type.Array(Type.Object({ from: amount(), to: amount(), claims: count(), amount: amount() }), {
    description:
      'Payments by size: at least `from`, and less than `to`. Sizes without payments between others are included',
  }),
};
const SummarySchema = Type.Object({
  ledger: Type.Array(Type.Object({ kind: Type.String(), amount: Type.String() }), {
    description: 'What adds up to the net fund: kinds of `netFundLabels`, with signs',
  }),
  residual: amount('What no pool can use'),
  total: Type.Object(figures),
  pools: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      money: amount('Its share of the net fund'),
      overflowIn: amount('From pools that could not use it'),
      overflowOut: amount('To the pool that takes what this one cannot use'),
      left: amount('Its part of the residual'),
      rate: nullable(
        Type.String(),
        'Percent of the amount that the plan counts, such as 41.27. Null: limits alone decide',
      ),
      lambda: nullable(
        Type.Object({ numerator: Type.String(), denominator: Type.String() }),
        'Cents for each ten-thousandth of a dollar recognized, as a reduced fraction',
      ),
      ...figures,
    }),
  ),
});
export type AllocationSummary = Static<typeof SummarySchema>;
export type AllocationFigures = AllocationSummary['total'];

const LimitsSchema = strictObject({
  minimum: Type.Optional(nullable(dollars)),
  floor: Type.Optional(nullable(dollars)),
  cap: Type.Optional(nullable(dollars)),
});
const limitsByPool = Type.Record(Type.String({ maxLength: 40 }), LimitsSchema, {
  description: 'Other limits than the plan’s, by pool. Null: no limit',
});

const ProblemSchema = Type.Object({ code: Type.String(), field: Type.String(), remedy: Type.String() });
const AllocationSchema = Type.Object({
  id: Type.String(),
  fund: Type.Object({ id: Type.String(), title: Type.String(), caseId: Type.String() }),
  name: Type.String(),
  status: Type.Enum([...statuses]),
  planVersion: Type.Integer(),
  seal: Type.Object({ position: Type.Integer(), sealedAt: moment() }),
  engine: nullable(Type.Integer()),
  asOf: Type.String({ description: 'The day of the net fund' }),
  limits: limitsByPool,
  netFund: nullable(amount()),
  sha256: nullable(Type.String()),
  problem: nullable(ProblemSchema, 'Why it could not be computed'),
  summary: nullable(SummarySchema, 'Null until it is computed'),
  supplements: nullable(
    Type.Object({ id: Type.String(), pool: Type.String() }),
    'The frozen allocation that it adds to, and the pool',
  ),
  createdBy: Type.String(),
  createdAt: moment(),
  computedAt: nullable(moment()),
  approval: nullable(Type.String(), 'The request to freeze it'),
  askedBy: nullable(Type.String()),
  askedAt: nullable(moment()),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(moment()),
  declineReason: Type.String(),
  frozenAt: nullable(moment()),
  finalizedAt: nullable(moment(), 'When all its claims were final'),
  waitingEntries: Type.Array(amount(), {
    description: 'Ledger entries of the fund, up to the day of the net fund, that await approval and do not count',
  }),
});
export type Allocation = Static<typeof AllocationSchema>;

const NewAllocationSchema = strictObject({
  id: Type.String({ format: 'uuid', description: 'Of the new scenario. A repeated request changes nothing' }),
  fund: Type.String({ maxLength: 40 }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  asOf: courtDay,
  seal: Type.Optional(Type.Integer({ minimum: 1, description: 'The newest without it' })),
  limits: limitsByPool,
  supplements: Type.Optional(
    strictObject({
      id: Type.String({ format: 'uuid', description: 'Pays claims that this frozen allocation could not' }),
      pool: Type.String({ maxLength: 40 }),
    }),
  ),
});
export type NewAllocation = Static<typeof NewAllocationSchema>;

const FundSchema = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  title: Type.String(),
  version: Type.Integer({ description: 'Of the plan' }),
  pools: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      share: Type.Integer({ description: 'Basis points' }),
      minimum: nullable(amount()),
      floor: nullable(amount()),
      cap: nullable(amount()),
      capMultiple: nullable(Type.String(), 'The most that a claim is paid, in percent of what it counts'),
    }),
  ),
});

export type FundPlan = Static<typeof FundSchema>;

const ChangesSchema = Type.Object({
  more: group('Claims that get more than in the other scenario, and how much more'),
  less: group('Claims that get less, and how much less'),
  added: group('Those that get something only here, among `more`'),
  dropped: group('Those that get nothing here, among `less`'),
  same: count(),
  largestGain: nullable(amount()),
  largestLoss: nullable(amount()),
});
export type AllocationChanges = Static<typeof ChangesSchema>;

const OpenClaimsSchema = Type.Object({
  claims: count(),
  groups: Type.Array(
    Type.Object({
      kind: Type.Enum(kindsOfOpenClaims),
      claims: count(),
      numbers: Type.Array(Type.String(), {
        description: `The first ${maxListedOpenClaims} claim numbers, or those after a number`,
      }),
    }),
  ),
  requested: Type.Array(Type.String(), {
    description: 'Claims of the fund whose move into the reserve awaits approval',
  }),
  outdated: nullable(Type.String(), 'What changed since it was computed, so that it can’t be frozen'),
});
export type OpenClaims = Static<typeof OpenClaimsSchema>;

/** A request names at most this many claims, which the second person reads. */
export const maxReservedClaims = 500;
const ReservedClaimsSchema = strictObject({
  fund: Type.String({ maxLength: 40 }),
  docket: Type.String({ minLength: 1, maxLength: maxDocketLength }),
  claims: Type.Array(Type.String({ pattern: '^\\d{10}$' }), { minItems: 1, maxItems: maxReservedClaims }),
  reason: Type.String({ maxLength: 1_000 }),
});
export type ReservedClaims = Static<typeof ReservedClaimsSchema>;

export const allocationsApi = {
  'GET /allocations': {
    summary: 'The scenarios of a fund or of all funds, newest first, and the plans they start from',
    querystring: Type.Object({ fund: Type.Optional(Type.String({ maxLength: 40 })) }),
    response: { 200: Type.Object({ allocations: Type.Array(AllocationSchema), funds: Type.Array(FundSchema) }) },
  },
  'POST /allocations': {
    summary: 'Compute a scenario, which pays no one',
    body: NewAllocationSchema,
    response: noContent,
  },
  'GET /allocations/:id': {
    summary: 'A scenario or a frozen allocation',
    params: uuidParams,
    response: { 200: AllocationSchema },
  },
  'GET /allocations/:id/changes': {
    summary: 'Who gets more or less than in another scenario of the fund',
    params: uuidParams,
    querystring: Type.Object({ from: Type.String({ format: 'uuid' }) }),
    response: { 200: ChangesSchema },
  },
  'GET /allocations/:id/open-claims': {
    summary: 'The claims that keep the allocation from being frozen',
    params: uuidParams,
    querystring: Type.Object({
      kind: Type.Optional(Type.Enum(kindsOfOpenClaims, { description: 'Only claims of this kind' })),
      after: Type.Optional(Type.String({ maxLength: 10, description: 'Lists claims with higher numbers' })),
    }),
    response: { 200: OpenClaimsSchema },
  },
  'POST /allocations/:id/freeze': {
    summary: 'Request to freeze it, which a second person must approve',
    params: uuidParams,
    body: strictObject({ reason: Type.String({ maxLength: 1_000 }) }),
    response: noContent,
  },
  'GET /allocations/:id/report.pdf': {
    summary: 'The report on a computed or frozen allocation, as a tagged PDF',
    params: uuidParams,
    response: { 200: file('The PDF. A frozen allocation gives the same bytes every time', 'application/pdf') },
  },
  'GET /allocations/:id/report.xlsx': {
    summary: 'The report on a computed or frozen allocation, as a spreadsheet',
    params: uuidParams,
    response: { 200: file('The spreadsheet. A frozen allocation gives the same bytes every time') },
  },
  'POST /allocations/reserve': {
    summary: 'Request to set money aside for claims that are not decided yet, by order of the court',
    body: ReservedClaimsSchema,
    response: noContent,
  },
  'GET /allocations/:id/allocation.csv': {
    summary: 'The allocation by claim number, as `npm run allocation:verify` takes it',
    params: uuidParams,
    response: { 200: file('The CSV file', 'text/csv') },
  },
};
