import { type Static, Type } from 'typebox';
import { bulkKinds } from './bulk.ts';
import { maxReviewNoteLength, outcomes } from './review.ts';
import { moment, noContent, nullable } from './schema-parts.ts';

export const maxSampleSize = 1_000;

const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'The court’s day' });
const amount = Type.String({ pattern: '^\\d{1,13}(\\.\\d{1,2})?$' });

/** The server chooses the seed, so that the requester cannot try seeds until one suits them. */
const NewSampleSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: a sample is drawn once' }),
  caseId: Type.String({ maxLength: 100 }),
  formId: nullable(Type.String({ maxLength: 100 })),
  fromDay: day,
  toDay: day,
  decidedBy: nullable(Type.String({ format: 'uuid' })),
  sourceId: nullable(Type.String({ format: 'uuid', description: 'A run of a rule, or a bulk action' })),
  size: Type.Integer({ minimum: 1, maximum: maxSampleSize }),
});
export type NewSample = Static<typeof NewSampleSchema>;

const SampleSchema = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  formId: nullable(Type.String()),
  fromDay: Type.String(),
  toDay: Type.String(),
  decidedBy: nullable(Type.String({ description: 'A name' })),
  sourceId: nullable(Type.String()),
  sourceAt: nullable(moment('When that run’s release or bulk action was requested')),
  madeBy: Type.String(),
  madeAt: moment(),
  population: Type.Integer({ description: 'Decisions that it was drawn from' }),
  claims: Type.Integer(),
  reviewed: Type.Integer(),
  disagreed: Type.Integer({ description: 'Disagreements that are not settled' }),
  overturned: Type.Integer(),
});
export type Sample = Static<typeof SampleSchema>;

const SampleSourceSchema = Type.Object({
  id: Type.String(),
  caseIds: Type.Array(Type.String()),
  kind: Type.Enum([...bulkKinds, 'release']),
  rule: nullable(Type.String({ description: 'The name of the released rule' })),
  at: moment('When it was first requested'),
  claims: Type.Integer(),
});

/** `GET /api/console/quality` lists the newest samples of the person’s cases. */
const SamplesSchema = Type.Object({
  samples: Type.Array(SampleSchema),
  deciders: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), caseIds: Type.Array(Type.String()) }), {
    description: 'People who decide or decided claims of these cases, for people who draw samples',
  }),
  sources: Type.Array(SampleSourceSchema, {
    description: 'The newest releases and bulk actions that decided claims, for people who draw samples',
  }),
});
export type Samples = Static<typeof SamplesSchema>;

const RateSchema = Type.Object({
  reviews: Type.Integer({ description: 'Agreed, or settled' }),
  errors: Type.Integer({ description: 'Overturned' }),
  rate: nullable(Type.Number({ description: 'Null without a review' })),
  low: nullable(Type.Number({ description: 'Of its 95% interval (Wilson)' })),
  high: nullable(Type.Number()),
});
export type ErrorRate = Static<typeof RateSchema>;

const DecidedSchema = Type.Object({
  by: nullable(Type.String({ description: 'A name. Null: a deficiency expired' })),
  approvedBy: nullable(Type.String({ description: 'The name of the second person' })),
  rule: nullable(Type.String({ description: 'The name of the rule that chose it' })),
  outcome: Type.Enum([...outcomes]),
  reasons: Type.Array(Type.String({ description: 'Labels' })),
  amount: nullable(Type.String()),
});

const SampleResultSchema = Type.Object({
  sample: SampleSchema,
  seed: Type.String(),
  upToEntry: Type.String(),
  rate: RateSchema,
  byReviewer: Type.Array(Type.Object({ name: Type.String(), rate: RateSchema })),
  byReason: Type.Array(Type.Object({ label: Type.String(), rate: RateSchema })),
  taken: nullable(Type.Object({ position: Type.Integer(), number: Type.String() })),
  mayReview: Type.Boolean({ description: 'There is a claim left that the person may review' }),
  reviews: Type.Array(
    Type.Object({
      position: Type.Integer(),
      state: Type.Enum(['open', 'taken', 'agreed', 'disagreed', 'upheld', 'overturned']),
      reviewer: nullable(Type.String({ description: 'A name' })),
      number: nullable(Type.String({ description: 'Null until it is reviewed' })),
      first: nullable(DecidedSchema),
      second: nullable(DecidedSchema),
      note: nullable(Type.String({ description: 'Null without the permission `answers`' })),
      settledBy: nullable(Type.String()),
      verdictNote: nullable(Type.String()),
      maySettle: Type.Boolean(),
    }),
  ),
});
export type SampleResult = Static<typeof SampleResultSchema>;
export type SampledReview = SampleResult['reviews'][number];

/** `POST …/next` takes the next claim that the person did not decide. */
const TakenSchema = Type.Object({
  number: nullable(Type.String({ description: 'Null: no claim is left for the person' })),
  position: nullable(Type.Integer()),
});
export type Taken = Static<typeof TakenSchema>;

const SecondDecisionSchema = Type.Object({
  outcome: Type.Enum([...outcomes]),
  reasons: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  recognizedAmount: Type.Optional(amount),
  note: Type.String({ maxLength: maxReviewNoteLength }),
});
export type SecondDecision = Static<typeof SecondDecisionSchema>;

/** A person who made neither decision settles the disagreement. */
const SettleSchema = Type.Object({
  verdict: Type.Enum(['upheld', 'overturned']),
  note: Type.String({ maxLength: maxReviewNoteLength }),
});

const sampleParams = Type.Object({ id: Type.String({ maxLength: 40 }) });
const placeParams = Type.Object({
  ...sampleParams.properties,
  position: Type.String({ pattern: '^\\d{1,4}$' }),
});

export const qualityApi = {
  'GET /quality': { summary: 'Samples of decisions', response: { 200: SamplesSchema } },
  'POST /quality': { summary: 'Draw a sample of decisions', body: NewSampleSchema, response: noContent },
  'GET /quality/:id': {
    summary: 'A sample with its reviews and its error rate',
    params: sampleParams,
    response: { 200: SampleResultSchema },
  },
  'POST /quality/:id/next': {
    summary: 'Take the next claim of a sample, to decide it a second time',
    params: sampleParams,
    response: { 200: TakenSchema },
  },
  'POST /quality/:id/reviews/:position': {
    summary: 'Decide a claim of a sample a second time',
    params: placeParams,
    body: SecondDecisionSchema,
    response: noContent,
  },
  'POST /quality/:id/reviews/:position/give-back': {
    summary: 'Leave a claim of a sample to another person',
    params: placeParams,
    response: noContent,
  },
  'POST /quality/:id/reviews/:position/settlement': {
    summary: 'Settle a disagreement of two decisions, as a third person',
    params: placeParams,
    body: SettleSchema,
    response: noContent,
  },
};
