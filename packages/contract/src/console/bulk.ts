import { type Static, Type } from 'typebox';
import { dueLetterKinds } from '../letters.ts';
import { NamedSchema, moment, nullable, strictObject, survivingClaim } from './schema-parts.ts';

export const bulkKinds = ['assign', 'approve', 'deficient', 'deny', 'reopen', 'letter'] as const;
export type BulkKind = (typeof bulkKinds)[number];
/** More claims than this need a second person; denials of more are refused. */
export const bulkWithoutSecondPerson = 100;
/** One action takes at most this many claims. Staff split a larger one with narrower filters. */
export const maxBulkClaims = 100_000;
export const bulkOutcomesPerPage = 100;

/**
 * Selects individual claims, all claims that match a list's filters now, or those of another
 * action.
 */
const BulkSelectionSchema = Type.Union([
  strictObject({
    numbers: Type.Array(Type.String({ pattern: '^\\d{10}$' }), { minItems: 1, maxItems: 1_000, uniqueItems: true }),
  }),
  strictObject({
    query: Type.String({ maxLength: 4_000, description: 'The filters, as in the address of the list' }),
    expected: Type.Integer({ minimum: 1, description: 'The number that the screen showed. Another number is refused' }),
  }),
  strictObject({
    job: Type.String({ format: 'uuid', description: 'Claims whose decision in force is by this action' }),
  }),
  strictObject({
    letters: Type.Enum([...dueLetterKinds], { description: 'Claims whose decision needs this letter' }),
    caseId: Type.String({ maxLength: 100 }),
    expected: Type.Integer({ minimum: 1, description: 'The number that the screen showed. Another number is refused' }),
  }),
]);
export type BulkSelection = Static<typeof BulkSelectionSchema>;

export const BulkActionSchema = Type.Union([
  strictObject({
    kind: Type.Literal('assign'),
    to: nullable(
      Type.String({ format: 'uuid', description: 'Null: back to the queue, also if a reviewer has it open' }),
    ),
  }),
  strictObject({
    kind: Type.Literal('assign'),
    shares: Type.Array(
      strictObject({ to: Type.String({ format: 'uuid' }), percent: Type.Integer({ minimum: 1, maximum: 100 }) }),
      { minItems: 2, maxItems: 50, description: 'Waiting claims are distributed among these people. The sum is 100' },
    ),
    reassigns: Type.Boolean({ description: 'Also claims that are assigned already' }),
  }),
  strictObject({ kind: Type.Literal('approve') }),
  strictObject({
    kind: Type.Literal('deficient'),
    reasons: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 20 }),
  }),
  strictObject({
    kind: Type.Literal('deny', { description: 'Prepares a denial of each claim, which a second person releases' }),
    reasons: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 20 }),
    survivingClaim: Type.Optional(survivingClaim),
    earliestCounts: Type.Optional(
      Type.Literal(true, { description: 'Instead of one for all: the earliest duplicate of each claim counts' }),
    ),
  }),
  strictObject({ kind: Type.Literal('reopen') }),
  strictObject({ kind: Type.Literal('letter', { description: 'Queues the letters that the decisions need' }) }),
]);
export type BulkAction = Static<typeof BulkActionSchema>;

const BulkActionPreviewRequestSchema = strictObject({
  selection: BulkSelectionSchema,
  action: BulkActionSchema,
});
export type BulkActionPreviewRequest = Static<typeof BulkActionPreviewRequestSchema>;
const BulkActionPreviewSchema = Type.Object({
  description: Type.String({ description: 'The text for the second person: the action, with sums, flags and scores' }),
  changesNone: Type.Boolean({ description: 'Every claim would be skipped' }),
});

export const NewBulkJobSchema = strictObject({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same action is not started twice' }),
  selection: BulkSelectionSchema,
  action: BulkActionSchema,
  reason: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Needed with a second person, and to reopen claims' }),
  ),
});
export type NewBulkJob = Static<typeof NewBulkJobSchema>;

export const bulkStatuses = ['asking', 'waiting', 'done', 'cancelled', 'refused', 'failed'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];
/** The outcome for one claim. `skipped`: its state had changed since it was chosen. */
export const bulkOutcomes = ['done', 'skipped', 'failed'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

export const BulkJobSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...bulkKinds, 'release']),
  what: Type.String({ description: 'In a sentence' }),
  letter: nullable(Type.Enum([...dueLetterKinds]), 'The kind of letters. Null: what each claim needs, or none'),
  run: nullable(Type.Object({ id: Type.String(), rule: Type.String(), name: Type.String() })),
  retries: nullable(Type.String({ description: 'The action whose failed claims this one tries again' })),
  claimsOf: nullable(Type.String({ description: 'The action whose claims were chosen' })),
  reopenings: Type.Array(
    Type.Object({
      id: Type.String(),
      by: Type.String({ description: 'A name' }),
      at: moment(),
      claims: Type.Integer(),
      status: Type.Enum([...bulkStatuses]),
    }),
    { description: 'The actions that reopen its claims, the oldest first' },
  ),
  askedBy: Type.String(),
  isOwn: Type.Boolean(),
  askedAt: moment(),
  reason: Type.String(),
  status: Type.Enum([...bulkStatuses]),
  approved: nullable(
    Type.Object({ by: Type.String({ description: 'A name' }), at: moment() }),
    'When a second person approved the request',
  ),
  declined: nullable(
    Type.Object({ by: Type.String({ description: 'A name' }), reason: Type.String() }),
    'When the second person declined the request',
  ),
  finishedAt: nullable(moment()),
  claims: Type.Integer(),
  sha256: Type.String({ description: 'Of the list of claims and amounts' }),
  counts: Type.Object({
    waiting: Type.Integer(),
    done: Type.Integer(),
    queued: Type.Integer({ description: 'Of those done: only queued for a reviewer or a second approval' }),
    skipped: Type.Integer(),
    failed: Type.Integer(),
  }),
  reasons: Type.Array(
    Type.Object({ outcome: Type.Enum([...bulkOutcomes]), reason: Type.String(), claims: Type.Integer() }),
    {
      description: 'Why claims were skipped or failed',
    },
  ),
});
export type BulkJob = Static<typeof BulkJobSchema>;
/** `GET /api/console/bulk` lists the newest first. */
const BulkJobsSchema = Type.Object({ jobs: Type.Array(BulkJobSchema) });

/** `queued` are claims that a person still has to decide, `late` those filed after the deadline. */
export const bulkClaimFilters = [...bulkOutcomes, 'queued', 'late', 'waiting'] as const;
export type BulkClaimFilter = (typeof bulkClaimFilters)[number];

export const BulkClaimsQuerySchema = Type.Object({
  outcome: Type.Optional(Type.Enum([...bulkClaimFilters])),
  after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
});
export const BulkClaimsSchema = Type.Object({
  claims: Type.Array(
    Type.Object({
      number: Type.String(),
      outcome: nullable(Type.Enum([...bulkOutcomes])),
      queued: nullable(
        Type.Enum(['reviewer', 'second-person']),
        'Who decides the claim; null if the action itself does. Also before a release is carried out',
      ),
      late: Type.Boolean(),
      reason: nullable(Type.String({ description: 'Why it was skipped, failed, or is left to a reviewer' })),
      amount: nullable(Type.String({ description: 'The recognized amount that a second person agrees to' })),
      assignedTo: nullable(Type.String({ description: 'A name, if claims are assigned by share' })),
      at: nullable(moment()),
    }),
  ),
  next: Type.Optional(Type.String({ description: 'For `after`' })),
});
export type BulkClaims = Static<typeof BulkClaimsSchema>;

const BulkOptionsRequestSchema = strictObject({
  selection: BulkSelectionSchema,
  kind: Type.Enum(['assign', 'deficient', 'deny']),
});
const BulkOptionsSchema = Type.Object({
  reviewers: Type.Array(NamedSchema),
  reasons: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      isDuplicate: Type.Boolean({ description: 'The action has to name the claim that counts' }),
    }),
    { description: 'Of deficiencies or denials: those that apply to at least one of the claims' },
  ),
});

export const bulkApi = {
  'GET /bulk': { summary: 'The latest actions on many claims', response: { 200: BulkJobsSchema } },
  'POST /bulk/options': {
    summary: 'People to whom claims can be assigned, and reasons that apply to them',
    body: BulkOptionsRequestSchema,
    response: { 200: BulkOptionsSchema },
  },
  'POST /bulk/preview': {
    summary: 'Describe the effect of an action on many claims for a second person, without starting it',
    body: BulkActionPreviewRequestSchema,
    response: { 200: BulkActionPreviewSchema },
  },
  'POST /bulk': {
    summary: 'Act on many claims',
    description: 'More than 100 claims wait for a second person.',
    body: NewBulkJobSchema,
    response: { 201: BulkJobSchema },
  },
  'GET /bulk/:id': { summary: 'An action on many claims: its progress and counts', response: { 200: BulkJobSchema } },
  'GET /bulk/:id/claims': {
    summary: 'The outcome of each claim of an action, by claim number',
    querystring: BulkClaimsQuerySchema,
    response: { 200: BulkClaimsSchema },
  },
  'DELETE /bulk/:id': {
    summary: 'Stop an action, or withdraw the request. Finished claims stay changed',
    response: { 200: BulkJobSchema },
  },
  'POST /bulk/:id/retry': { summary: 'Try the failed claims of an action again', response: { 201: BulkJobSchema } },
};
