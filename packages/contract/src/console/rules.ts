import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { BulkClaimsQuerySchema, BulkClaimsSchema } from './bulk.ts';
import { FlagCountsSchema } from './flag-counts.ts';
import { integrityScores, signalCodes } from './integrity.ts';
import { courtDay, dollars, moment, nullable, strictObject, versionHeaders } from './schema-parts.ts';

/** A rule never denies a claim. */
export const ruleOutcomes = ['approve', 'queue'] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

/** Conditions of rules can test these flags. */
export const ruleFlags = ['late', 'duplicate', 'machine', 'data-errors', 'high-value', 'rule'] as const;
export type RuleFlag = (typeof ruleFlags)[number];

export const maxRuleName = 80;
const maxConditions = 30;
const name = Type.String({ minLength: 1, maxLength: maxRuleName, pattern: '\\S' });
const values = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100 });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const AnswerTestSchema = Type.Union([
  strictObject({ test: Type.Literal('one-of'), values }),
  strictObject({ test: Type.Literal('at-least'), number: dollars }),
  strictObject({ test: Type.Literal('at-most'), number: dollars }),
  strictObject({ test: Type.Literal('answered'), value: Type.Boolean() }),
]);

/**
 * Conditions are plain data, without expressions. Ranges include both ends. A claim without the
 * fact, such as one that is not scored yet, does not meet the condition.
 */
const RuleConditionSchema = Type.Union([
  strictObject({ fact: Type.Literal('form'), oneOf: values }),
  strictObject({ fact: Type.Literal('filed'), from: Type.Optional(courtDay), to: Type.Optional(courtDay) }),
  strictObject({ fact: Type.Literal('state'), oneOf: values }),
  strictObject({ fact: Type.Literal('language'), oneOf: Type.Array(Type.Enum(['en', 'es']), { minItems: 1 }) }),
  strictObject({ fact: Type.Literal('channel'), is: Type.Enum(['script', 'no-script']) }),
  strictObject({
    fact: Type.Literal('answer'),
    form: Type.String({ maxLength: 100 }),
    field: Type.String({ maxLength: 100 }),
    is: AnswerTestSchema,
  }),
  strictObject({ fact: Type.Literal('amount'), atLeast: Type.Optional(dollars), atMost: Type.Optional(dollars) }),
  strictObject({
    fact: Type.Literal('documents'),
    atLeast: Type.Optional(count),
    atMost: Type.Optional(count),
    allClean: Type.Optional(Type.Boolean()),
  }),
  strictObject({
    fact: Type.Literal('data-report'),
    rowsAtLeast: Type.Optional(count),
    rowsAtMost: Type.Optional(count),
    errorsAtMost: Type.Optional(count),
    coversClaimed: Type.Optional(
      Type.Boolean({ description: 'Whether the counted amount is at least the claimed one' }),
    ),
  }),
  strictObject({ fact: Type.Literal('flag'), flag: Type.Enum([...ruleFlags]), is: Type.Boolean() }),
  strictObject({
    fact: Type.Literal('score'),
    score: Type.Enum([...integrityScores]),
    atLeast: Type.Optional(Type.Number({ minimum: -1_000, maximum: 1_000, description: 'Decibans' })),
    atMost: Type.Optional(Type.Number({ minimum: -1_000, maximum: 1_000 })),
  }),
  strictObject({ fact: Type.Literal('signal'), signal: Type.Enum([...signalCodes]), is: Type.Boolean() }),
  strictObject({ fact: Type.Literal('corrected'), is: Type.Boolean() }),
]);
export type RuleCondition = Static<typeof RuleConditionSchema>;

/** All conditions must be met. `POST /api/console/rules/:id/versions` takes it, with `If-Match`. */
const RuleContentSchema = strictObject({
  outcome: Type.Enum([...ruleOutcomes]),
  conditions: Type.Array(RuleConditionSchema, { minItems: 1, maxItems: maxConditions }),
});
export type RuleContent = Static<typeof RuleContentSchema>;

const NewRuleSchema = strictObject({
  caseId: Type.String({ maxLength: 100 }),
  name,
  ...RuleContentSchema.properties,
});
export type NewRule = Static<typeof NewRuleSchema>;

const RuleVersionSchema = Type.Object({
  version: Type.Integer(),
  ...RuleContentSchema.properties,
  sha256: Type.String({ description: 'Of the canonical JSON of outcome and conditions' }),
  by: Type.String({ description: 'A name' }),
  at: moment(),
});
export type RuleVersion = Static<typeof RuleVersionSchema>;

const DifferenceSchema = Type.Object({
  run: Type.String({ description: 'The run that it is compared with' }),
  added: Type.Integer(),
  removed: Type.Integer(),
  addedClaims: Type.Array(Type.String(), { description: 'Claim numbers, not all of them' }),
  removedClaims: Type.Array(Type.String()),
});

const RunResultSchema = Type.Object({
  approve: Type.Integer(),
  queue: Type.Integer({ description: 'Also claims that meet a rule that approves, but are left to people' }),
  leftToPeople: Type.Integer({
    description:
      'Of `queue`: the recognized amount is open or zero, answers were corrected, a rule has queued the claim, the last verdict is that it is a duplicate or machine-made, or it is flagged as one and the rule does not ask for the flag',
  }),
  amount: Type.String({ description: 'The sum of the recognized amounts' }),
  largest: nullable(Type.String({ description: 'The largest recognized amount' })),
  secondPerson: Type.Integer({ description: 'Claims that would need a second person one by one' }),
  flags: Type.Optional(
    Type.Object(
      { approve: FlagCountsSchema, queue: FlagCountsSchema },
      { description: 'As of the end of the run. Missing in runs of earlier releases' },
    ),
  ),
  sample: Type.Array(
    Type.Object({ number: Type.String(), outcome: Type.Enum([...ruleOutcomes]), amount: nullable(Type.String()) }),
    { description: 'Claims drawn by the seed' },
  ),
  difference: nullable(DifferenceSchema),
});
export type RunResult = Static<typeof RunResultSchema>;

const runStatuses = ['waiting', 'done', 'cancelled', 'failed'] as const;
const RuleRunSchema = Type.Object({
  id: Type.String(),
  rule: Type.String(),
  version: Type.Integer(),
  seal: Type.Integer({ description: 'Claims count as the history said when this seal was made' }),
  sealedAt: moment(),
  seed: Type.String({ description: 'By which the sample is drawn' }),
  askedBy: Type.String({ description: 'A name' }),
  askedAt: moment(),
  finishedAt: nullable(moment()),
  status: Type.Enum([...runStatuses]),
  progress: Type.Number({ description: 'From 0 to 1' }),
  sha256: nullable(Type.String({ description: 'Of the list of claims with outcomes and amounts' })),
  result: nullable(RunResultSchema),
  repeats: nullable(Type.String({ description: 'The run that this one repeated' })),
  isIdentical: nullable(Type.Boolean({ description: 'For a repeated run: whether the result is the same' })),
  isNewest: Type.Boolean({ description: 'Only the newest run of a rule’s newest version can be released' }),
  release: nullable(
    Type.Object({ job: Type.String(), status: Type.String({ description: 'The status of the bulk action' }) }),
  ),
  declined: nullable(Type.String({ description: 'The bulk action of the last release that was declined' })),
});
export type RuleRun = Static<typeof RuleRunSchema>;

const RuleSchema = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  name: Type.String(),
  newest: RuleVersionSchema,
  lastRun: nullable(RuleRunSchema),
});
export type Rule = Static<typeof RuleSchema>;
const RuleDetailsSchema = Type.Object({
  ...RuleSchema.properties,
  versions: Type.Array(RuleVersionSchema, { description: 'The newest first' }),
  runs: Type.Array(RuleRunSchema, { description: 'The newest first' }),
});
export type RuleDetails = Static<typeof RuleDetailsSchema>;

/** Conditions can test these fields of a form. */
const RuleFieldSchema = Type.Object({
  name: Type.String(),
  label: Type.String(),
  options: Type.Array(Type.String(), { description: 'Empty: anything can be typed' }),
  isNumber: Type.Boolean(),
});
export type RuleField = Static<typeof RuleFieldSchema>;
/** `GET /api/console/rules` lists the rules of the person’s cases, and the facts for conditions. */
const RulesSchema = Type.Object({
  rules: Type.Array(RuleSchema),
  cases: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      forms: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), fields: Type.Array(RuleFieldSchema) })),
      states: Type.Array(Type.String()),
    }),
  ),
});
export type Rules = Static<typeof RulesSchema>;
export type RuleCase = Rules['cases'][number];

const ReleaseRunSchema = strictObject({
  reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
});

export const isRuleCondition = (value: unknown): value is RuleCondition => Check(RuleConditionSchema, value);

export const rulesApi = {
  'GET /rules': {
    summary: 'The rules of one’s cases, and the facts that conditions can test',
    response: { 200: RulesSchema },
  },
  'POST /rules': { summary: 'Create a rule', body: NewRuleSchema, response: { 201: RuleDetailsSchema } },
  'GET /rules/:id': { summary: 'A rule with its versions and dry runs', response: { 200: RuleDetailsSchema } },
  'POST /rules/:id/versions': {
    summary: 'Change a rule: a new version, because a version never changes',
    headers: versionHeaders,
    body: RuleContentSchema,
    response: { 201: RuleDetailsSchema },
  },
  'POST /rules/:id/runs': {
    summary: 'Start a dry run: which claims meet the rule, as of the newest seal',
    response: { 202: RuleRunSchema },
  },
  'GET /rules/runs/:id': { summary: 'A dry run: its progress or its result', response: { 200: RuleRunSchema } },
  'GET /rules/runs/:id/claims': {
    summary: 'The claims of a dry run, and what the rule would do with each',
    querystring: BulkClaimsQuerySchema,
    response: { 200: BulkClaimsSchema },
  },
  'POST /rules/runs/:id/repeat': {
    summary: 'Repeat a dry run with its stored parameters, and compare',
    response: { 202: RuleRunSchema },
  },
  'DELETE /rules/runs/:id': { summary: 'Cancel a dry run', response: { 200: RuleRunSchema } },
  'POST /rules/runs/:id/release': {
    summary: 'Ask a second person to release the result of a dry run',
    body: ReleaseRunSchema,
    response: { 202: RuleRunSchema },
  },
};
