import type { IntegrityScore } from '@redress/contract/console/integrity';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** Percentages are shown once so many claims of random samples have a verdict. */
export const minSampleVerdicts = 300;

/** The percentage at a score: null before there are enough verdicts. */
export type PercentOf = (score: IntegrityScore, decibans: number) => number | null;

interface Judged {
  readonly duplicate: number;
  readonly machine: number;
  readonly verdict: string;
  readonly weight: number;
}

/**
 * What share of claims with such a score was found to be so, by the verdicts of a case. Claims of
 * random samples stand for those that nobody looked at.
 */
export async function readCalibration(database: Kysely<Tables>, caseId: string): Promise<PercentOf> {
  const counted = await database
    .selectFrom('claim_verdicts')
    .innerJoin('claim_scores', 'claim_scores.claim_id', 'claim_verdicts.claim_id')
    .select(({ fn }) => fn.countAll<string>().as('verdicts'))
    .where('claim_scores.case_id', '=', caseId)
    .where('probability', '<', 1)
    .executeTakeFirstOrThrow();
  if (Number(counted.verdicts) < minSampleVerdicts) return () => null;
  const known = curves.get(database)?.get(caseId);
  if (known && known.until > Date.now()) return known.percentOf;
  const percentOf = await calibrate(database, caseId);
  const ofDatabase = curves.get(database) ?? new Map<string, Calibration>();
  curves.set(database, ofDatabase.set(caseId, { percentOf, until: Date.now() + curveMilliseconds }));
  return percentOf;
}

interface Calibration {
  readonly percentOf: PercentOf;
  readonly until: number;
}
/** Reading all verdicts for every claim that somebody opens would take too long. */
const curveMilliseconds = 60_000;
const curves = new WeakMap<Kysely<Tables>, Map<string, Calibration>>();

async function calibrate(database: Kysely<Tables>, caseId: string): Promise<PercentOf> {
  const rows = await database
    .selectFrom('claim_verdicts')
    .innerJoin('claim_scores', 'claim_scores.claim_id', 'claim_verdicts.claim_id')
    .select(['claim_verdicts.evidence', 'verdict', 'probability'])
    .where('claim_scores.case_id', '=', caseId)
    .where('verdict', '<>', 'unclear')
    .orderBy('claim_verdicts.id')
    .execute();
  const judged = rows.map(({ evidence, verdict, probability }): Judged => {
    return { duplicate: evidence.duplicate, machine: evidence.machine, verdict, weight: 1 / probability };
  });
  const curveOf = { duplicate: isotonicCurve(judged, 'duplicate'), machine: isotonicCurve(judged, 'machine') };
  return (score, decibans) => Math.round(100 * shareAt(curveOf[score], decibans));
}

interface Step {
  readonly from: number;
  readonly share: number;
}

/**
 * A rising curve of shares by pooling neighbors that fall (isotonic regression). Ties are pooled
 * first, so the order of verdicts does not matter.
 */
export function isotonicCurve(judged: readonly Judged[], score: IntegrityScore): Step[] {
  const byScore = new Map<number, { weight: number; hits: number }>();
  for (const each of judged) {
    const at = byScore.get(each[score]) ?? { weight: 0, hits: 0 };
    at.weight += each.weight;
    if (each.verdict === score) at.hits += each.weight;
    byScore.set(each[score], at);
  }
  const pools: { from: number; weight: number; hits: number }[] = [];
  for (const [from, { weight, hits }] of [...byScore].sort(([a], [b]) => a - b)) {
    pools.push({ from, weight, hits });
    for (;;) {
      const last = pools.at(-1);
      const before = pools.at(-2);
      if (!last || !before || before.hits / before.weight < last.hits / last.weight) break;
      pools.splice(-2, 2, { from: before.from, weight: before.weight + last.weight, hits: before.hits + last.hits });
    }
  }
  return pools.map((pool) => ({ from: pool.from, share: pool.hits / pool.weight }));
}

export function shareAt(curve: readonly Step[], decibans: number): number {
  return curve.findLast(({ from }) => from <= decibans)?.share ?? curve[0]?.share ?? 0;
}
