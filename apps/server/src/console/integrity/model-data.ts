import { hash } from 'node:crypto';
import type { IntegrityScore } from '@redress/contract/console/integrity';
import { type Kysely } from 'kysely';
import type { VerdictEvidence } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { defaultHyperparameters, type Example, fitWeights, type Hyperparameters, logistic } from './fit-weights.ts';
import { anyOf } from './load-claims.ts';
import { definitionOf, isSignal, weightKey } from './signal-catalog.ts';

/** The newest verdict of one claim, from which a model learns. */
export interface JudgedClaim {
  readonly id: string;
  readonly claimId: string;
  readonly verdict: 'genuine' | 'duplicate' | 'machine';
  readonly clusterId: string | null;
  readonly probability: number;
  readonly evidence: VerdictEvidence;
}

/** Reads verdicts by their IDs, in order. */
export async function readJudged(database: Kysely<Tables>, verdictIds: readonly string[]): Promise<JudgedClaim[]> {
  const rows = await database
    .selectFrom('claim_verdicts')
    .select(['id', 'claim_id', 'verdict', 'cluster_id', 'probability', 'evidence'])
    .where('id', '=', anyOf(verdictIds))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ verdict, claim_id: claimId, cluster_id: clusterId, ...row }) =>
    verdict === 'unclear' ? [] : [{ ...row, claimId, clusterId, verdict }],
  );
}

/** The verdicts that count: the last one of each claim of a case, in order of their IDs. */
export async function listVerdicts(database: Kysely<Tables>, caseId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('claim_verdicts')
    .innerJoin('claim_scores', 'claim_scores.claim_id', 'claim_verdicts.claim_id')
    .distinctOn('claim_verdicts.claim_id')
    .select(['claim_verdicts.id', 'verdict'])
    .where('claim_scores.case_id', '=', caseId)
    .orderBy('claim_verdicts.claim_id')
    .orderBy('claim_verdicts.id', 'desc')
    .execute();
  return rows
    .filter(({ verdict }) => verdict !== 'unclear')
    .map(({ id }) => id)
    .sort((a, b) => Number(a) - Number(b));
}

/** A claim of a sample stands for at most so many others, so that one of them cannot turn a model. */
const maxWeight = 100;

/**
 * Examples for one score. A campaign of n claims with one verdict counts as √n; a claim of
 * a random sample counts for those that nobody looked at.
 */
export function examplesOf(judged: readonly JudgedClaim[], score: IntegrityScore): Example[] {
  const sizes = new Map<string, number>();
  for (const { clusterId } of judged) if (clusterId !== null) sizes.set(clusterId, (sizes.get(clusterId) ?? 0) + 1);
  return judged.map(({ verdict, clusterId, probability, evidence }) => ({
    features: new Map(
      evidence.signals.flatMap(({ signal, level, strength }) =>
        isSignal(signal) && definitionOf(signal).score === score ? [[weightKey(signal, level), strength] as const] : [],
      ),
    ),
    positive: verdict === score,
    weight: Math.min(maxWeight, 1 / probability) / Math.sqrt(clusterId === null ? 1 : (sizes.get(clusterId) ?? 1)),
  }));
}

/** What a model is: all of this decides its hash. */
export interface FittedModel {
  readonly caseId: string;
  readonly catalog: number;
  readonly verdictIds: readonly string[];
  readonly hyperparameters: Hyperparameters;
  readonly defaults: Readonly<Record<string, number>>;
  readonly weights: Readonly<Record<string, number>>;
  readonly metrics: Readonly<Record<string, number>>;
}

/** What a model is fitted by. Without hyperparameters, by the default ones. */
interface FitOptions extends Pick<FittedModel, 'caseId' | 'catalog' | 'defaults'> {
  readonly hyperparameters?: Hyperparameters;
}

/** What the process that fits models is sent. */
export interface FitTask {
  readonly judged: readonly JudgedClaim[];
  readonly options: FitOptions;
}

/** Fits both scores to the verdicts. Equal arguments give an equal model, bit for bit. */
export function fitModel(
  judged: readonly JudgedClaim[],
  { caseId, catalog, defaults, hyperparameters = defaultHyperparameters }: FitOptions,
): FittedModel {
  const sorted = judged.toSorted((a, b) => Number(a.id) - Number(b.id));
  const weights: Record<string, number> = {};
  const metrics: Record<string, number> = { verdicts: sorted.length };
  for (const score of ['duplicate', 'machine'] as const) {
    const examples = examplesOf(sorted, score);
    const ofScore = new Map(
      Object.entries(defaults).filter(([key]) => {
        const [signal = ''] = key.split('/');
        return isSignal(signal) && definitionOf(signal).score === score;
      }),
    );
    const fitted = fitWeights(examples, ofScore, hyperparameters);
    for (const [key, weight] of fitted) weights[key] = weight;
    Object.assign(metrics, metricsOf(score, examples, ofScore, fitted, hyperparameters.prior));
  }
  return { caseId, catalog, verdictIds: sorted.map(({ id }) => id), hyperparameters, defaults, weights, metrics };
}

/** Mean loss in nats for each example, before and after; how many were found, and how many falsely. */
function metricsOf(
  score: IntegrityScore,
  examples: readonly Example[],
  defaults: ReadonlyMap<string, number>,
  fitted: ReadonlyMap<string, number>,
  prior: number,
): Record<string, number> {
  const chanceOf = ({ features }: Example, weights: ReadonlyMap<string, number>) => {
    let decibans = prior;
    for (const [key, strength] of [...features].sort(([a], [b]) => (a < b ? -1 : 1)))
      decibans += (weights.get(key) ?? 0) * strength;
    return logistic((decibans * Math.LN10) / 10);
  };
  const lossOf = (weights: ReadonlyMap<string, number>) => {
    let [loss, total] = [0, 0];
    for (const example of examples) {
      const chance = Math.min(1 - 1e-12, Math.max(1e-12, chanceOf(example, weights)));
      loss -= example.weight * Math.log(example.positive ? chance : 1 - chance);
      total += example.weight;
    }
    return total === 0 ? 0 : Math.round((loss / total) * 1e6) / 1e6;
  };
  const positive = examples.filter((example) => example.positive);
  const count = (of: readonly Example[], weights: ReadonlyMap<string, number>) =>
    of.filter((example) => chanceOf(example, weights) >= 0.5).length;
  const negative = examples.filter((example) => !example.positive);
  return {
    [`${score}Positive`]: positive.length,
    [`${score}LossBefore`]: lossOf(defaults),
    [`${score}LossAfter`]: lossOf(fitted),
    [`${score}FoundBefore`]: count(positive, defaults),
    [`${score}FoundAfter`]: count(positive, fitted),
    [`${score}FalseBefore`]: count(negative, defaults),
    [`${score}FalseAfter`]: count(negative, fitted),
  };
}

/** SHA-256 of all that a model is. */
export function hashModel(model: FittedModel): Buffer {
  const { caseId, catalog, verdictIds, hyperparameters, defaults, weights, metrics } = model;
  return hash(
    'sha256',
    canonicalJson({ caseId, catalog, verdictIds, hyperparameters: { ...hyperparameters }, defaults, weights, metrics }),
    'buffer',
  );
}
