import type { IntegrityModel } from '@redress/contract/console/integrity';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { titleOfSignal } from './integrity-messages.ts';
import { runInProcess } from '../../platform/jobs/task-process.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { askForApproval, registerApproval } from '../approvals/approvals.ts';
import { type IntegrityContext } from './load-claims.ts';
import { fitModel, type FittedModel, type FitTask, hashModel, listVerdicts, readJudged } from './model-data.ts';
import { scoreAllAgain } from './queue-rescoring.ts';
import { catalogVersion, isSignal, publishedWeights } from './signal-catalog.ts';

/** From fewer verdicts, a model would learn chance. */
export const minVerdicts = 30;

/** Fitting takes a second for tens of thousands of verdicts: requests must not wait for it. */
const fitScript = new URL('./model-process.ts', import.meta.url);
const maxFitMilliseconds = 60_000;

const fitInProcess = ({ judged, options }: FitTask): Promise<FittedModel> =>
  runInProcess<FittedModel>(fitScript, { judged, options }, new AbortController().signal, {
    maxMilliseconds: maxFitMilliseconds,
  });

/** Fits a model to all verdicts of a case, and stores it. `too-few`: nothing to learn from yet. */
export async function fitNewModel(
  { database, settlement, now }: Pick<IntegrityContext, 'database' | 'settlement' | 'now'>,
  { caseId, staffId }: { readonly caseId: string; readonly staffId: string },
): Promise<number | 'too-few'> {
  const verdictIds = await listVerdicts(database, caseId);
  if (verdictIds.length < minVerdicts) return 'too-few';
  const judged = await readJudged(database, verdictIds);
  const defaults = Object.fromEntries(publishedWeights(settlement.integrity?.weights));
  const model = await fitInProcess({ judged, options: { caseId, catalog: catalogVersion, defaults } });
  const sha256 = hashModel(model);
  const at = now();
  return database.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('integrity_models')
      .values({
        case_id: caseId,
        catalog: model.catalog,
        verdict_ids: [...model.verdictIds],
        hyperparameters: JSON.stringify(model.hyperparameters),
        defaults: JSON.stringify(model.defaults),
        weights: JSON.stringify(model.weights),
        metrics: JSON.stringify(model.metrics),
        sha256,
        fitted_at: at,
        fitted_by: staffId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addRecordEntry(transaction, { kind: 'integrity-model', id: String(id) }, at, {
      kind: 'model-fitted',
      details: { by: staffId, caseId, verdicts: verdictIds.length, sha256: sha256.toString('hex') },
    });
    return id;
  });
}

/** Fits a stored model again from what it was fitted from. `different`: its row or verdicts were changed. */
export async function fitAgain(database: Kysely<Tables>, id: number): Promise<'identical' | 'different' | undefined> {
  const row = await database.selectFrom('integrity_models').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const judged = await readJudged(database, row.verdict_ids);
  const { prior = 0, deviation = 0, maxIterations = 0, tolerance = 0 } = row.hyperparameters;
  const hyperparameters = { prior, deviation, maxIterations, tolerance };
  const model = fitModel(judged, {
    caseId: row.case_id,
    catalog: row.catalog,
    defaults: row.defaults,
    hyperparameters,
  });
  return hashModel(model).equals(row.sha256) && isStored(row, model.weights) ? 'identical' : 'different';
}

const isStored = (
  row: { readonly weights: Readonly<Record<string, number>> },
  weights: Readonly<Record<string, number>>,
) =>
  Object.keys(weights).length === Object.keys(row.weights).length &&
  Object.entries(weights).every(([key, weight]) => row.weights[key] === weight);

const kind = 'integrity-model';
const DetailsSchema = Type.Object({ modelId: Type.Integer(), sha256: Type.String() });

/**
 * Asks a second person to let a model score the claims of its case. Returns the approval, or why it
 * cannot be asked for.
 */
export async function askForModel(
  transaction: Transaction<Tables>,
  context: Pick<ConsoleContext, 'now'>,
  { id, reason, staffId }: { readonly id: number; readonly reason: string; readonly staffId: string },
): Promise<{ readonly approvalId: string } | 'not-found' | 'not-open'> {
  const model = await transaction
    .selectFrom('integrity_models')
    .select(['case_id', 'status', 'sha256'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!model) return 'not-found';
  if (model.status !== 'fitted') return 'not-open';
  const approvalId = await askForApproval(transaction, context, {
    kind,
    caseId: model.case_id,
    details: { modelId: id, sha256: model.sha256.toString('hex') },
    reason,
    askedBy: staffId,
  });
  await transaction
    .updateTable('integrity_models')
    .set({ status: 'asked', asked_by: staffId, approval_id: approvalId })
    .where('id', '=', id)
    .execute();
  await addRecordEntry(transaction, { kind, id: String(id) }, context.now(), {
    kind: 'model-asked',
    details: { by: staffId, approval: approvalId },
  });
  return { approvalId };
}

registerApproval(kind, {
  label: 'Models',
  permission: 'supervise',
  details: DetailsSchema,
  describe: (_database, { modelId, sha256 }) =>
    `Score the claims of this case by model ${modelId} (${sha256.slice(0, 12)}…), which was fitted to the verdicts.`,
  carryOut: async (transaction, { now }, { details: { modelId }, askedBy, decidedBy, caseId }) => {
    const at = now();
    // In turn: of two models that are activated at once, the later one retires the other.
    await sql`select from integrity_models where case_id = ${caseId} order by id for update`.execute(transaction);
    await sql`
      update integrity_models set status = 'retired' where case_id = ${caseId} and status = 'active'`.execute(
      transaction,
    );
    const { sha256 } = await transaction
      .updateTable('integrity_models')
      .set({ status: 'active', asked_by: askedBy, approved_by: decidedBy, activated_at: at })
      .where('id', '=', modelId)
      .returning('sha256')
      .executeTakeFirstOrThrow();
    await scoreAllAgain(transaction);
    await addRecordEntry(transaction, { kind, id: String(modelId) }, at, {
      kind: 'model-activated',
      details: { by: decidedBy, sha256: sha256.toString('hex') },
    });
  },
  drop: async (transaction, { now }, { details: { modelId }, decidedBy }) => {
    await transaction.updateTable('integrity_models').set({ status: 'declined' }).where('id', '=', modelId).execute();
    await addRecordEntry(transaction, { kind, id: String(modelId) }, now(), {
      kind: 'model-declined',
      details: { by: decidedBy },
    });
  },
});

/** The models of some cases, the newest first. */
export async function readModels(database: Kysely<Tables>, cases: readonly string[]): Promise<IntegrityModel[]> {
  const rows = await database
    .selectFrom('integrity_models as model')
    .innerJoin('staff as fitter', 'fitter.id', 'fitted_by')
    .leftJoin('staff as asker', 'asker.id', 'asked_by')
    .leftJoin('staff as approver', 'approver.id', 'approved_by')
    .selectAll('model')
    .select(['fitter.name as fitter_name', 'asker.name as asker_name', 'approver.name as approver_name'])
    .where('case_id', '=', sql<string>`any(${cases}::text[])`)
    .orderBy('model.id', 'desc')
    .limit(100)
    .execute();
  const person = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });
  return rows.map((row) => ({
    id: row.id,
    caseId: row.case_id,
    status: row.status,
    catalog: row.catalog,
    verdicts: row.verdict_ids.length,
    sha256: row.sha256.toString('hex'),
    metrics: row.metrics,
    hyperparameters: row.hyperparameters,
    weights: Object.entries(row.weights).map(([key, fitted]) => {
      const [signal = '', level = ''] = key.split('/');
      const title = isSignal(signal) ? titleOfSignal(signal) : signal;
      return { signal, level, title, published: row.defaults[key] ?? 0, fitted };
    }),
    fittedAt: row.fitted_at.toISOString(),
    fittedBy: { id: row.fitted_by, name: row.fitter_name },
    askedBy: person(row.asked_by, row.asker_name),
    approvedBy: person(row.approved_by, row.approver_name),
    activatedAt: row.activated_at?.toISOString() ?? null,
  }));
}

/** How many verdicts models of each case can be fitted from, and how many of them are of random samples. */
export async function countVerdicts(
  database: Kysely<Tables>,
  cases: readonly string[],
): Promise<{ caseId: string; verdicts: number; sampled: number }[]> {
  const { rows } = await sql<{ caseId: string; verdicts: number; sampled: number }>`
    select one.case_id as "caseId", count(distinct verdict.claim_id)::int as verdicts,
      (count(distinct verdict.claim_id) filter (where verdict.probability < 1))::int as sampled
    from unnest(${cases}::text[]) as one (case_id)
    left join (
      select claim_verdicts.claim_id, claim_verdicts.probability, score.case_id
      from claim_verdicts
      -- One look-up each: there are far more claims than verdicts.
      cross join lateral (select case_id from claim_scores where claim_id = claim_verdicts.claim_id offset 0) as score
      where verdict <> 'unclear'
    ) as verdict on verdict.case_id = one.case_id
    group by one.case_id order by one.case_id`.execute(database);
  return rows;
}
