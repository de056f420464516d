import { type Static, Type } from 'typebox';
import { NamedSchema, caseQuery, moment, noContent, nullable, strictObject, uuidParams } from './schema-parts.ts';

/** The scores: two claims have the same claimant, or a machine made a claim. */
export const integrityScores = ['duplicate', 'machine'] as const;
export type IntegrityScore = (typeof integrityScores)[number];
/** Decibans below or above a review threshold at which the words for a score change. */
export const scoreStep = 10;

/** Signals of the group `favor` count for a claim, all others against it. */
const signalGroups = ['duplicate', 'cluster', 'machine', 'content', 'network', 'favor'] as const;
export type SignalGroup = (typeof signalGroups)[number];

/** Screens list signals in the order of these codes. */
export const signalCodes = [
  ...(['same-notice', 'same-answers', 'same-person', 'same-document', 'same-tax-id'] as const),
  ...([
    'many-alike',
    'same-data-rows',
    'one-family',
    'mailbox-spellings',
    'other-name',
    'shared-phone',
    'shared-mailbox',
    'shared-domain',
  ] as const),
  ...(['house-without-unit', 'email-pattern', 'phone-run', 'mailbox-run', 'same-amounts', 'name-grid'] as const),
  ...(['scattered', 'regular-times', 'burst', 'linked', 'fraud-contact', 'hidden-field'] as const),
  ...(['filling', 'automation', 'shared-browser', 'throwaway-mail', 'area-code'] as const),
  ...(['zip-state', 'keyboard-walk', 'unit-price', 'top-range', 'unknown-notice'] as const),
  ...(['ein-prefix', 'shared-network', 'network-kind', 'own-notice', 'proof-sent'] as const),
] as const;
export type SignalCode = (typeof signalCodes)[number];

export const claimVerdicts = ['genuine', 'duplicate', 'machine', 'unclear'] as const;
export type ClaimVerdict = (typeof claimVerdicts)[number];

export const neutralMarkKinds = ['shared-place', 'known-helper'] as const;
export type NeutralMarkKind = (typeof neutralMarkKinds)[number];

/** The facts that two linked claims can share. */
export const linkKinds = [
  ...(['notice', 'answers', 'person', 'document', 'tax-id', 'phone', 'mailbox', 'address'] as const),
  ...(['building', 'domain', 'browser', 'network', 'amount', 'phone-run', 'data-rows'] as const),
] as const;
export type LinkKind = (typeof linkKinds)[number];

const reason = Type.String({ minLength: 1, maxLength: 2_000 });

const SignalSchema = Type.Object({
  signal: Type.String({ description: 'Its code in the catalog' }),
  group: Type.Enum([...signalGroups]),
  level: Type.String(),
  points: Type.Number({ description: 'Decibans, before the cap of its group. Negative: for the claim' }),
  counted: Type.Number({ description: 'Decibans that count: less than `points` if the group is capped' }),
  evidence: Type.String({ description: 'In English. Names other claims by their numbers, never people' }),
  evidenceInSpanish: Type.String(),
  claims: Type.Array(Type.String(), { description: 'Numbers of claims that the evidence names' }),
});
export type IntegritySignal = Static<typeof SignalSchema>;

const ScoreSchema = Type.Object({
  decibans: Type.Number({ description: '10 more: ten times as likely. 0: as likely as not' }),
  threshold: Type.Number(),
  reached: Type.Boolean({ description: 'The claim has the flag' }),
  prior: Type.Number({ description: 'Where the waterfall begins, before any signal' }),
  signals: Type.Array(SignalSchema, { description: 'From the strongest against the claim to the strongest for it' }),
  limited: Type.Boolean({
    description: 'Only signals spoke against it that never queue a claim by themselves: the score stays below',
  }),
});
export type IntegrityScoreDetails = Static<typeof ScoreSchema>;

const VerdictSchema = Type.Object({
  id: Type.String(),
  verdict: Type.Enum([...claimVerdicts]),
  reason: Type.String(),
  at: moment(),
  by: NamedSchema,
  clusterId: nullable(Type.String()),
  second: Type.Boolean({ description: 'By a second reviewer' }),
});
export type StoredVerdict = Static<typeof VerdictSchema>;

const NeutralMarkSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...neutralMarkKinds]),
  caseId: Type.String(),
  claim: Type.String({ description: 'The number of the claim by which it was found' }),
  claims: Type.Integer({ description: 'How many claims have it, as far as they are counted' }),
  reason: Type.String(),
  at: moment(),
  by: NamedSchema,
  withdrawnAt: nullable(moment()),
});
export type NeutralMark = Static<typeof NeutralMarkSchema>;

/**
 * Scores are hidden from reviewers whose verdict they could influence. `cluster-sample`: the claim
 * is in the reviewer's own sample of a cluster, which lacks verdicts. `random-sample`: the claim
 * was drawn at random and has no verdict yet.
 */
export const hiddenReasons = ['cluster-sample', 'random-sample'] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

const ClaimIntegritySchema = Type.Object({
  scored: Type.Boolean({ description: 'False until the job has looked at the claim, some seconds after its filing' }),
  scoredAt: nullable(moment()),
  duplicate: ScoreSchema,
  machine: ScoreSchema,
  catalog: Type.Integer({ description: 'The version of the signals' }),
  networkListDate: nullable(Type.String({ description: 'YYYY-MM-DD' })),
  notMeasured: Type.Array(Type.String(), {
    description: 'Observations that the browser did not send, in words. They count as zero',
  }),
  cluster: nullable(Type.Object({ id: Type.String(), size: Type.Integer() })),
  links: Type.Array(
    Type.Object({
      claim: Type.String({ description: 'Number' }),
      isLater: Type.Boolean({ description: 'It was filed after this one' }),
      kinds: Type.Array(Type.Enum([...linkKinds])),
      decibans: Type.Number({ description: 'By which both may be of one person' }),
    }),
  ),
  sampled: Type.Boolean({ description: 'Drawn by chance among claims that no score queued' }),
  verdicts: Type.Array(VerdictSchema),
  neutralMarks: Type.Array(NeutralMarkSchema, { description: 'Marks that keep signals of this claim from counting' }),
});
export type ClaimIntegrity = Static<typeof ClaimIntegritySchema>;

export const ShownIntegritySchema = Type.Object({
  hidden: nullable(Type.Enum([...hiddenReasons])),
  integrity: nullable(ClaimIntegritySchema, 'Null while it is hidden'),
});
export type ShownIntegrity = Static<typeof ShownIntegritySchema>;

/**
 * `sample`: its sample is being reviewed. `asked`: a second person was asked. `approved`: they
 * agreed, and the verdict is being recorded. `recorded`: every claim has it. `returned`: the sample
 * was left unfinished.
 */
const clusterVerdictStates = ['sample', 'asked', 'approved', 'recorded', 'declined', 'returned'] as const;
export type ClusterVerdictState = (typeof clusterVerdictStates)[number];

/** The server counts the first 1,000 members. */
const ClusterSummarySchema = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  forms: Type.Array(Type.String(), { description: 'IDs' }),
  size: Type.Integer(),
  firstFiled: moment(),
  lastFiled: moment(),
  machine: Type.Integer({ description: 'Members with the flag' }),
  duplicate: Type.Integer({ description: 'Members with the flag' }),
  highestMachine: nullable(Type.Number(), 'Decibans'),
  highestDuplicate: nullable(Type.Number(), 'Decibans'),
  judged: Type.Integer({ description: 'Members with a verdict' }),
  state: nullable(Type.Enum([...clusterVerdictStates]), 'Of the newest verdict on the cluster'),
});
export type ClusterSummary = Static<typeof ClusterSummarySchema>;

export const clusterPageRows = 50;
const clusterCursor = Type.String({ pattern: '^\\d{1,9}-\\d{1,18}$', description: 'Size and ID' });
const ClusterSearchSchema = strictObject({
  case: Type.Optional(Type.String({ maxLength: 100 })),
  after: Type.Optional(clusterCursor),
  before: Type.Optional(clusterCursor),
});
export type ClusterSearch = Static<typeof ClusterSearchSchema>;

/** `GET /api/console/clusters` lists the largest first. */
const ClustersSchema = Type.Object({
  clusters: Type.Array(ClusterSummarySchema),
  next: Type.Optional(Type.String()),
  previous: Type.Optional(Type.String()),
});
export type Clusters = Static<typeof ClustersSchema>;

const maybeVerdict = nullable(Type.Enum([...claimVerdicts]));

/** One reviewer's verdict on a cluster, and its progress. */
const ClusterVerdictSchema = Type.Object({
  id: Type.String(),
  by: NamedSchema,
  isOwn: Type.Boolean(),
  state: Type.Enum([...clusterVerdictStates]),
  startedAt: moment(),
  seed: Type.String({ description: 'By which the sample was drawn' }),
  claims: Type.Integer({ description: 'Members when the sample was drawn' }),
  sample: Type.Array(Type.Object({ claim: Type.String(), verdict: maybeVerdict }), {
    description: 'With the verdicts of this person. Another person sees them when the sample is complete',
  }),
  rest: Type.Integer({ description: 'Claims without a verdict: this one is for them' }),
  verdict: maybeVerdict,
  reason: nullable(Type.String()),
  recorded: Type.Integer({ description: 'Claims that have the verdict so far' }),
  decidedBy: nullable(Type.String({ description: 'The name of the second person' })),
});
export type ClusterVerdict = Static<typeof ClusterVerdictSchema>;

/** `GET /api/console/clusters/:id` lists the first 200 members in order of filing. */
const ClusterSchema = Type.Object({
  ...ClusterSummarySchema.properties,
  members: Type.Array(
    Type.Object({
      number: Type.String(),
      filedAt: moment(),
      name: nullable(Type.String({ description: 'Null without the permission to see answers' })),
      duplicate: nullable(Type.Number(), 'Null in the random sample until it has a verdict'),
      machine: nullable(Type.Number()),
      duplicateReached: Type.Boolean(),
      machineReached: Type.Boolean(),
      status: Type.String(),
      verdict: maybeVerdict,
      values: Type.Array(nullable(Type.String()), { description: 'Of `fields`. Null without an answer or permission' }),
    }),
  ),
  more: Type.Boolean(),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      distinct: Type.Integer({ description: 'Different values among the members' }),
      template: nullable(
        Type.String({
          description: 'The pattern of most values: equal parts as filed, other letters as a, other digits as 0',
        }),
      ),
    }),
  ),
  links: Type.Array(
    Type.Object({
      claim: Type.String(),
      other: Type.String(),
      kinds: Type.Array(Type.Enum([...linkKinds])),
      strong: Type.Boolean(),
    }),
  ),
  perMinute: Type.Array(Type.Object({ at: moment(), claims: Type.Integer() }), {
    description: 'The timeline: minutes with claims, in order',
  }),
  verdicts: Type.Array(ClusterVerdictSchema, { description: 'On the cluster as a whole, the newest first' }),
});
export type Cluster = Static<typeof ClusterSchema>;

/**
 * A cluster's scores and claims are hidden from a reviewer whose own sample lacks verdicts, as long
 * as other claims do, too.
 */
export const hasOpenSample = (
  verdicts: readonly Pick<ClusterVerdict, 'isOwn' | 'state' | 'sample' | 'rest'>[],
): boolean =>
  verdicts.some(
    ({ isOwn, state, sample, rest }) =>
      isOwn && state === 'sample' && rest > 0 && sample.some(({ verdict }) => verdict === null),
  );

const RecordVerdictSchema = strictObject({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same verdict is not added twice' }),
  verdict: Type.Enum([...claimVerdicts]),
  reason,
  clusterVerdict: Type.Optional(
    Type.String({ format: 'uuid', description: 'The verdict on a cluster in whose sample the claim is' }),
  ),
});

/** `POST /api/console/clusters/:id/verdicts` draws the sample that the person reviews first. */
const StartClusterVerdictSchema = strictObject({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same sample is not drawn twice' }),
});

/** `GET /api/console/cluster-verdicts/:id` answers without scores and signals. */
const ClusterSampleSchema = Type.Object({
  ...ClusterVerdictSchema.properties,
  clusterId: Type.String(),
  fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
  members: Type.Array(
    Type.Object({
      number: Type.String(),
      filedAt: moment(),
      name: nullable(Type.String()),
      verdict: maybeVerdict,
      values: Type.Array(nullable(Type.String()), { description: 'Of `fields`' }),
    }),
  ),
});
export type ClusterSample = Static<typeof ClusterSampleSchema>;

/** `POST …/cluster-verdicts/:id/request` asks a second person to apply it to the rest. */
const AskForClusterVerdictSchema = strictObject({
  verdict: Type.Enum(['genuine', 'duplicate', 'machine']),
  reason,
});

const AddNeutralMarkSchema = strictObject({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same mark is not added twice' }),
  kind: Type.Enum([...neutralMarkKinds]),
  reason,
});
const NeutralMarksSchema = Type.Object({ marks: Type.Array(NeutralMarkSchema) });
export type NeutralMarks = Static<typeof NeutralMarksSchema>;

/** `GET /api/console/integrity-sample?case=` draws at random from claims that no score queued. */
const RandomSampleSchema = Type.Object({
  left: Type.Integer({ description: 'Without a verdict' }),
  isExact: Type.Boolean({ description: 'False: there are more' }),
  next: nullable(Type.String({ description: 'The number of one of them' })),
});
export type RandomSample = Static<typeof RandomSampleSchema>;

const fairnessGroups = ['script', 'language', 'unit', 'helper', 'surname-frequency'] as const;

/** `GET …/integrity-fairness?case=` counts flags among claims that were found genuine. */
const IntegrityFairnessSchema = Type.Object({
  groups: Type.Array(
    Type.Object({
      by: Type.Enum([...fairnessGroups]),
      value: Type.String({ description: 'For example `without script`' }),
      genuine: Type.Integer({ description: 'Verdicts' }),
      flagged: Type.Integer({ description: 'Of these, with a flag' }),
      rate: nullable(Type.Number(), '0 to 1, weighted by the chance of being looked at. Null without verdicts'),
      low: nullable(Type.Number(), '95% interval (Wilson, by the effective size of the weighted sample)'),
      high: nullable(Type.Number()),
    }),
  ),
});
export type IntegrityFairness = Static<typeof IntegrityFairnessSchema>;

export const integrityApi = {
  'GET /clusters': {
    summary: 'Clusters of linked claims, the largest first',
    querystring: ClusterSearchSchema,
    response: { 200: ClustersSchema },
  },
  'GET /clusters/:id': { summary: 'The claims of a cluster side by side', response: { 200: ClusterSchema } },
  'POST /clusters/:id/verdicts': {
    summary: 'Begin a verdict on a cluster: draws the sample that the person reviews first',
    body: StartClusterVerdictSchema,
    response: {
      201: Type.Object({ id: Type.String({ description: 'Of the one that the person began before, if any' }) }),
    },
  },
  'GET /cluster-verdicts/:id': {
    summary: 'The claims of one’s own sample, without scores',
    params: uuidParams,
    response: { 200: ClusterSampleSchema },
  },
  'POST /cluster-verdicts/:id/request': {
    summary: 'Ask a second person to agree to a verdict on the rest of a cluster',
    description: 'A verdict marks claims for reviewers. It never decides one.',
    params: uuidParams,
    body: AskForClusterVerdictSchema,
    response: { 202: Type.Object({ approval: Type.String() }) },
  },
  'POST /cluster-verdicts/:id/return': {
    summary: 'Leave one’s own sample of a cluster unfinished, for another person to draw one',
    params: uuidParams,
    response: noContent,
  },
  'GET /claims/:number/integrity': {
    summary: 'Signals of a claim with their evidence, its scores, cluster and verdicts',
    response: { 200: ShownIntegritySchema },
  },
  'POST /claims/:number/verdicts': {
    summary: 'Record a verdict on a claim',
    description: 'It decides nothing. If another person gave a verdict before, this is the second one.',
    body: RecordVerdictSchema,
    response: noContent,
  },
  'POST /claims/:number/neutral-marks': {
    summary: 'Attribute the facts that a claim shares with others to a shared place or a known helper',
    body: AddNeutralMarkSchema,
    response: noContent,
  },
  'GET /neutral-marks': { summary: 'Shared places and known helpers', response: { 200: NeutralMarksSchema } },
  'POST /neutral-marks/:id/withdraw': {
    summary: 'Withdraw a neutral mark: the signals that it covered count again',
    params: uuidParams,
    response: noContent,
  },
  'GET /integrity-sample': {
    summary: 'The next claim in the random sample without a verdict, and how many there are',
    querystring: caseQuery,
    response: { 200: RandomSampleSchema },
  },
  'GET /integrity-fairness': {
    summary: 'Among claims that were found genuine, how many had a flag, by group',
    querystring: caseQuery,
    response: { 200: IntegrityFairnessSchema },
  },
};
