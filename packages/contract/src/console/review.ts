import { type Static, type TSchema, Type } from 'typebox';
import {
  NamedSchema,
  caseQuery,
  dollars,
  moment,
  noContent,
  nullable,
  receivedFields,
  strictObject,
  survivingClaim,
  versionHeaders,
} from './schema-parts.ts';

/** Claims that have not been reviewed have one of the first three statuses. */
export const reviewStatuses = [
  'received',
  'waiting-documents',
  'ready',
  'in-review',
  'deficient',
  'proposed',
  'approved',
  'reduced',
  'denied',
  'disputed',
  'withdrawn',
  'void',
  'final',
] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/**
 * The trigger `claim_review_transitions` of the database has the same table and refuses any other
 * change of status.
 */
export const transitions: Readonly<Record<ReviewStatus, readonly ReviewStatus[]>> = {
  received: ['waiting-documents', 'ready', 'in-review', 'withdrawn', 'void'],
  'waiting-documents': ['received', 'ready', 'in-review', 'withdrawn', 'void'],
  // A released rule or bulk action decides without a review.
  ready: ['received', 'waiting-documents', 'in-review', 'proposed', 'deficient', 'withdrawn', 'void'],
  'in-review': ['received', 'waiting-documents', 'ready', 'proposed', 'deficient', 'withdrawn', 'void'],
  // A deficiency is cured, expires or is undone, or staff reopen the claim.
  deficient: ['ready', 'proposed', 'in-review', 'withdrawn', 'void'],
  // A proposal is released, undone or declined.
  proposed: ['approved', 'reduced', 'denied', 'in-review', 'withdrawn', 'void'],
  // An allocation makes a decision final, the claimant disputes it, or staff reopen the claim.
  approved: ['final', 'disputed', 'in-review', 'withdrawn', 'void'],
  reduced: ['final', 'disputed', 'in-review', 'withdrawn', 'void'],
  denied: ['final', 'disputed', 'in-review', 'withdrawn', 'void'],
  disputed: ['in-review', 'withdrawn', 'void'],
  withdrawn: ['in-review'],
  void: ['in-review'],
  final: [],
};

/** A closed claim needs no more work unless staff reopen it. */
export const isClosed = (status: ReviewStatus): boolean =>
  status === 'withdrawn' || status === 'void' || status === 'final';

/** A reviewer can take a claim in these statuses. */
export const reviewableStatuses = ['received', 'waiting-documents', 'ready', 'in-review', 'disputed'] as const;

export const outcomes = ['approve', 'reduce', 'deficient', 'deny'] as const;
export type Outcome = (typeof outcomes)[number];
/** Deficiencies are not released: they take effect at once. */
export const releasedStatus = { approve: 'approved', reduce: 'reduced', deny: 'denied' } as const;

/** Reviewers can undo their own decision within this time. */
export const undoSeconds = 10;
/** A claim belongs to one reviewer for this time. An open screen renews it. */
export const leaseSeconds = 120;
export const maxReviewNoteLength = 2_000;

/** Lists and queues mark claims with these flags. */
export const claimFlags = [
  'late',
  'duplicate',
  'machine',
  'documents-missing',
  'data-errors',
  'high-value',
  'rule',
  'reopened',
] as const;
export type ClaimFlag = (typeof claimFlags)[number];
/** A claim is in the queue of each of its flags, or of `none` if it has no flags. */
export const queueReasons = [...claimFlags, 'none'] as const;
export type QueueReason = (typeof queueReasons)[number];
export const queueOrders = ['oldest', 'newest', 'amount'] as const;

/** A decision needs a second person for one of these causes. */
export const secondPersonCauses = ['fraud', 'late', 'high-value', 'expired', 'together'] as const;
export type SecondPersonCause = (typeof secondPersonCauses)[number];

const QueueSchema = Type.Object({
  case: Type.Optional(Type.String({ maxLength: 100 })),
  form: Type.Optional(Type.String({ maxLength: 100 })),
  reason: Type.Optional(Type.Enum([...queueReasons])),
  order: Type.Optional(Type.Enum([...queueOrders])),
  mine: Type.Optional(Type.Boolean({ description: 'Only claims assigned to the person' })),
});
/** The screen of a queue has these parameters in its address: `/console/queue?case=…`. */
export type Queue = Static<typeof QueueSchema>;

const QueuesSchema = Type.Object({
  queues: Type.Array(
    Type.Object({
      caseId: Type.String(),
      formId: Type.String(),
      reason: Type.Enum([...queueReasons]),
      claims: Type.Integer({ description: 'That can be reviewed' }),
      others: Type.Integer({ description: 'Those of them that are assigned to others' }),
      oldest: Type.String({ description: 'The court’s day of the oldest claim, as YYYY-MM-DD' }),
    }),
  ),
  assignedToMe: Type.Integer(),
  returnedToMe: Type.Integer({
    description: 'Claims assigned to the person that were reopened, such as after a second person declined',
  }),
});
export type Queues = Static<typeof QueuesSchema>;

const NextClaimSchema = Type.Object({
  queue: QueueSchema,
  skip: Type.Array(Type.String(), {
    maxItems: 200,
    description: 'Numbers of claims that the person has skipped, or holds already',
  }),
});
const LeasedClaimSchema = Type.Object({
  number: nullable(Type.String({ description: 'Null: the queue has no claim that is free' })),
  remaining: Type.Integer({ description: 'Claims of the queue, with those that others hold' }),
});
export type LeasedClaim = Static<typeof LeasedClaimSchema>;

const DecisionSchema = Type.Object({
  id: Type.String(),
  at: moment(),
  by: nullable(NamedSchema, 'Null: a deficiency was not cured in time'),
  outcome: Type.Enum([...outcomes]),
  reasons: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  recognizedAmount: nullable(Type.String()),
  survivingClaim: nullable(
    Type.String({ description: 'Number of the claim that counts. Only of a denial as a duplicate' }),
  ),
  note: nullable(Type.String({ description: 'Null without the permission `answers`' })),
  source: Type.Enum(['reviewer', 'rule', 'bulk', 'expiry']),
  undoUntil: nullable(moment('Null: it cannot be undone')),
  waitsFor: Type.Array(Type.Enum([...secondPersonCauses]), {
    description: 'Why a second person has to approve it. Empty: no approval is needed, or it is approved',
  }),
});
export type ClaimDecision = Static<typeof DecisionSchema>;

export const ClaimReviewSchema = Type.Object({
  number: Type.String(),
  status: Type.Enum([...reviewStatuses, 'purged']),
  version: Type.Integer({ description: 'For `If-Match`. 0: the claim has not been touched' }),
  assignee: nullable(NamedSchema),
  lease: nullable(Type.Object({ by: NamedSchema, isOwn: Type.Boolean(), until: moment() })),
  decision: nullable(DecisionSchema),
  returned: nullable(
    Type.Object(
      {
        by: NamedSchema,
        at: moment(),
        reason: nullable(Type.String({ description: 'Null without the permission `answers`' })),
      },
      { description: 'A second person declined the last decision' },
    ),
  ),
  duplicates: Type.Array(Type.String(), {
    description: 'Numbers of claims that are denied because this one counts, oldest first',
  }),
  recognizedAmount: nullable(Type.String()),
  cureDue: nullable(Type.String({ description: 'The court’s day until which a deficiency can be cured' })),
  unsentFiles: Type.Integer({
    description: 'Files that the claimant uploaded for the deficiency, without sending an answer',
  }),
  options: Type.Object({
    reasons: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.Enum(['reduce', 'deficient', 'deny']),
        label: Type.String(),
        causes: Type.Array(Type.Enum([...secondPersonCauses]), {
          description: 'Why a second person has to approve it',
        }),
        isDuplicate: Type.Boolean({ description: 'The decision has to name the claim that counts' }),
        place: Type.Integer({
          description:
            'From 1, among all reasons of the form for the outcome, also those that this claim does not allow: a digit means the same for every claim',
        }),
      }),
      { description: 'In the order of their digits' },
    ),
    recognized: Type.Object({
      suggested: nullable(dollars),
      from: nullable(dollars),
      to: nullable(dollars),
      rule: Type.String({ description: 'How it was computed, in a sentence' }),
    }),
    secondPersonFrom: nullable(Type.String({ description: 'Dollars from which a second person approves' })),
    cureDue: Type.String({ description: 'The last day to cure a deficiency that is found now' }),
  }),
  refusal: nullable(Type.String({ description: 'Why the person cannot decide the claim now. Null: they can' })),
  sampleId: nullable(Type.String({ description: 'The sample for which the person reviews the claim a second time' })),
});
export type ClaimReview = Static<typeof ClaimReviewSchema>;

/**
 * `POST /api/console/claims/:number/decisions` needs `If-Match`, `…/decisions/:id/undo` does not.
 * Both answer with the new `ClaimReview`. After an undo, the claim belongs to the person again.
 */
const DecideSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same decision is not made twice' }),
  outcome: Type.Enum([...outcomes]),
  reasons: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  recognizedAmount: Type.Optional(dollars),
  survivingClaim: Type.Optional(survivingClaim),
  note: Type.Optional(Type.String({ maxLength: maxReviewNoteLength })),
});
export type Decide = Static<typeof DecideSchema>;

/** `POST /api/console/claims/:number/presence` renews the lease and lists the other viewers. */
const PresenceSchema = Type.Object({
  others: Type.Array(Type.String({ description: 'Names' })),
  lease: ClaimReviewSchema.properties.lease,
});
export type Presence = Static<typeof PresenceSchema>;

const AssignSchema = Type.Object({ to: nullable(Type.String({ format: 'uuid' })) });
const ReviewersSchema = Type.Object({ reviewers: Type.Array(NamedSchema) });
export type Reviewers = Static<typeof ReviewersSchema>;

/** `POST …/cure` (a deficiency is cured), `…/reopen`, `…/withdraw` and `…/void` need a reason. */
const ChangeWithReasonSchema = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 500 }),
});
const ReceivedDisputeSchema = strictObject({ ...ChangeWithReasonSchema.properties, ...receivedFields });
export type ReceivedDispute = Static<typeof ReceivedDisputeSchema>;
/**
 * `dispute`: the claimant disputes the decision in a letter, and the reason says why. It is not
 * beside a reason: a process of 1.0.0 would reopen the claim without it.
 */
const ReopenSchema = Type.Union([
  strictObject(ChangeWithReasonSchema.properties),
  strictObject({ dispute: ReceivedDisputeSchema }),
]);

const changeRoute = <Body extends TSchema>(summary: string, body: Body) => ({
  summary,
  headers: versionHeaders,
  body,
  response: { 200: ClaimReviewSchema },
});

export const reviewApi = {
  'GET /review/queues': {
    summary: 'How many claims wait for a decision, by the reason why they need a reviewer',
    response: { 200: QueuesSchema },
  },
  'POST /review/next': {
    summary: 'Lease the next claim of a queue, so that no other reviewer decides it',
    body: NextClaimSchema,
    response: { 200: LeasedClaimSchema },
  },
  'GET /review/reviewers': {
    summary: 'People to whom claims of a case can be assigned',
    querystring: caseQuery,
    response: { 200: ReviewersSchema },
  },
  'GET /claims/:number/review': {
    summary: 'The status of a claim, and the possible decisions',
    response: { 200: ClaimReviewSchema },
  },
  'POST /claims/:number/decisions': {
    summary: 'Decide a claim',
    description: 'Takes effect after ten seconds, or when a second person approves it. A deficiency does at once.',
    headers: versionHeaders,
    body: DecideSchema,
    response: { 200: ClaimReviewSchema },
  },
  'POST /claims/:number/decisions/:id/undo': {
    summary: 'Undo one’s decision within ten seconds',
    response: { 200: ClaimReviewSchema },
  },
  'POST /claims/:number/cure': changeRoute(
    'A deficiency is cured: the claim is reviewed again',
    ChangeWithReasonSchema,
  ),
  'POST /claims/:number/reopen': changeRoute('Review a claim again whose decision took effect', ReopenSchema),
  'POST /claims/:number/withdraw': changeRoute('The claimant withdraws the claim', ChangeWithReasonSchema),
  'POST /claims/:number/void': changeRoute('Make a claim void that was never one', ChangeWithReasonSchema),
  'POST /claims/:number/assignment': {
    summary: 'Assign a claim to a reviewer; without supervising, only to oneself',
    body: AssignSchema,
    response: { 200: ClaimReviewSchema },
  },
  'POST /claims/:number/presence': {
    summary: 'Renew one’s lease of a claim, and list its other viewers',
    response: { 200: PresenceSchema },
  },
  'DELETE /claims/:number/lease': { summary: 'Give a leased claim back to its queue', response: noContent },
};
