import type { Kysely } from 'kysely';
import type { IntegrityScore } from '@redress/contract/console/integrity';
import type { Tables } from '../../platform/database/tables.ts';
import type { IntegrityContext } from './load-claims.ts';
import { defaultThresholds } from './score-claim.ts';
import { publishedWeights, type Weights } from './signal-catalog.ts';

/** By what claims of a case are scored. */
export interface ActiveWeights {
  /** Null: the published weights. */
  readonly model: number | null;
  readonly weights: Weights;
  readonly thresholds: Readonly<Record<IntegrityScore, number>>;
}

/** The weights of the active model of each case; of cases without one, the published ones. */
export async function readActiveWeights(
  database: Kysely<Tables>,
  { settlement }: Pick<IntegrityContext, 'settlement'>,
): Promise<(caseId: string) => ActiveWeights> {
  const models = await database
    .selectFrom('integrity_models')
    .select(['id', 'case_id', 'weights'])
    .where('status', '=', 'active')
    .execute();
  const published = publishedWeights(settlement.integrity?.weights);
  const thresholds = thresholdsOf(settlement);
  const byCase = new Map(
    models.map(({ id, case_id: caseId, weights }): [string, ActiveWeights] => [
      caseId,
      // A signal that is newer than the model keeps its published weight.
      { model: id, weights: new Map([...published, ...Object.entries(weights)]), thresholds },
    ]),
  );
  return (caseId) => byCase.get(caseId) ?? { model: null, weights: published, thresholds };
}

export const thresholdsOf = ({
  integrity,
}: IntegrityContext['settlement']): Readonly<Record<IntegrityScore, number>> => ({
  duplicate: integrity?.thresholds?.duplicate ?? defaultThresholds.duplicate,
  machine: integrity?.thresholds?.machine ?? defaultThresholds.machine,
});
