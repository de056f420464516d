import type { HiddenReason } from '@redress/contract/console/integrity';
import { everyCase } from '@redress/contract/console/staff';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';

/**
 * A claim that a person is reviewing a second time. Until their decision is saved, no answer of the
 * console may depend on the first decision: lists, counts and figures leave the claim out, and its
 * own screens show it as in review.
 */
export interface BlindClaim {
  readonly id: string;
  readonly number: string;
  readonly case_id: string;
}

/** The status in which a second reviewer sees the claim. */
export const blindStatus = 'in-review' as const;

/** These flags reveal that a decision ended, or that a rule chose the claim before its decision. */
const tellingFlags: readonly string[] = ['reopened', 'rule'];
export const isShownBlind = (flag: string): boolean => !tellingFlags.includes(flag);

/** The reason why a second reviewer cannot change the claim in any status. */
export const blindRefusal = 'You’re reviewing this claim a second time.';

/** The claims that a person is reviewing a second time: at most one per sample, usually none. */
export async function listReviewedBlind(database: Kysely<Tables>, staffId: string): Promise<BlindClaim[]> {
  const taken = await database
    .selectFrom('quality_reviews')
    .select('claim_id')
    .where('reviewer', '=', staffId)
    .where('outcome', 'is', null)
    .execute();
  if (taken.length === 0) return [];
  const ids = taken.map(({ claim_id: id }) => id);
  return database.selectFrom('claims').select(['id', 'number', 'case_id']).where('id', 'in', ids).execute();
}

/** The IDs of these claims, which lists, counts and figures leave out. */
export const listBlindClaimIds = async (database: Kysely<Tables>, staffId: string): Promise<readonly string[]> =>
  (await listReviewedBlind(database, staffId)).map(({ id }) => id);

/** The sample for which a person is reviewing a claim a second time. */
export async function findBlindSample(
  database: Kysely<Tables>,
  claimId: string,
  staffId: string,
): Promise<string | null> {
  const taken = await database
    .selectFrom('quality_reviews')
    .select('sample_id')
    .where('claim_id', '=', claimId)
    .where('reviewer', '=', staffId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return taken?.sample_id ?? null;
}

/** Whether a person is reviewing a claim a second time. */
export const isReviewedBlind = async (database: Kysely<Tables>, claimId: string, staffId: string): Promise<boolean> =>
  (await findBlindSample(database, claimId, staffId)) !== null;

/**
 * @throws ProblemError `conflict` for a second reviewer: the answer would reveal the claim's
 *   status
 */
export async function refuseBlind(database: Kysely<Tables>, claimId: string, staffId: string): Promise<void> {
  if (await isReviewedBlind(database, claimId, staffId)) throw consoleProblem('conflict', blindRefusal);
}

/**
 * @throws ProblemError `conflict` for a request that cannot leave one claim out, for example a
 *   file, while the person is reviewing a claim of these cases a second time
 */
export async function refuseWhileBlind(
  database: Kysely<Tables>,
  staffId: string,
  cases: readonly string[],
): Promise<void> {
  if ((await listReviewedBlind(database, staffId)).some(({ case_id: caseId }) => cases.includes(caseId)))
    throw consoleProblem(
      'conflict',
      'You’re reviewing a claim a second time. Decide it or return it to the queue first: this would show the original decision.',
    );
}

/**
 * SQL: whether a row of `approvals` is about one of these claims, by `claimOf` of its kind, names
 * one as the claim that counts, or is about many claims of its case, which may include one. Usually
 * there are none; a join would keep PostgreSQL from using the indexes for lists of requests.
 */
export function isAboutBlindClaim(blind: readonly BlindClaim[]): RawBuilder<boolean> {
  if (blind.length === 0) return sql`false`;
  const numbers = blind.map(({ number }) => number);
  const cases = [everyCase, ...blind.map(({ case_id: caseId }) => caseId)];
  return sql`(approvals.details->>'claim' is not null and approvals.details->>'claim' = any(${numbers}::text[])
    or approvals.details->>'survivor' is not null and approvals.details->>'survivor' = any(${numbers}::text[])
    or approvals.details->>'jobId' is not null and approvals.case_id = any(${cases}::text[]))`;
}

/** SQL: whether the sample of a cluster with this ID was returned unfinished. */
export const isSampleReturned = (id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from record_history
  where record_kind = 'cluster-verdict' and record_id = ${id}::text and kind = 'cluster-sample-returned')`;

/**
 * SQL: whether a row `own` of `cluster_verdicts` is a sample that its person still reviews. It ends,
 * too, when every other claim has a finding: then there is nothing to ask a second person for.
 */
const isReviewingSample = sql<boolean>`(
  own.state = 'sample' and not ${isSampleReturned(sql.ref('own.id'))}
  and exists (
    select from claims where claims.id = any (own.sample_ids) and claims.status = 'filed'
      and not exists (select from claim_verdicts where claim_id = claims.id and staff_id = own.staff_id))
  and exists (
    select from claims where claims.id = any (own.claim_ids) and claims.id <> all (own.sample_ids)
      and claims.status = 'filed' and not exists (select from claim_verdicts where claim_id = claims.id)))`;

/** The claims of the samples of clusters that a person is reviewing, who cannot decide them now. */
export async function listInClusterSamples(
  database: Kysely<Tables>,
  staffId: string,
): Promise<{ readonly id: string; readonly number: string }[]> {
  const begun = await database
    .selectFrom('cluster_verdicts')
    .select('id')
    .where('staff_id', '=', staffId)
    // The index has the same condition.
    .where(sql<boolean>`state = 'sample'`)
    .execute();
  if (begun.length === 0) return [];
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from claims where id in (
      select unnest(own.sample_ids) from cluster_verdicts own
      where own.id = any(${begun.map(({ id }) => id)}::uuid[]) and ${isReviewingSample}
    )`.execute(database);
  return rows;
}

/**
 * The reason why a person may not see the scores of a claim: a verdict influenced by a score would
 * not measure the score.
 */
export async function readHiddenReason(
  database: Kysely<Tables>,
  claimId: string,
  staffId: string,
): Promise<HiddenReason | null> {
  const { rows } = await sql<{ inCluster: boolean; inRandom: boolean }>`
    select exists (
        select from cluster_verdicts own
        where own.staff_id = ${staffId} and ${claimId} = any (own.sample_ids) and ${isReviewingSample}
      ) as "inCluster",
      exists (
        select from claim_scores join claims on claims.id = claim_id
        where claim_id = ${claimId} and sampled and claims.status = 'filed'
          and not exists (select from claim_verdicts where claim_verdicts.claim_id = claim_scores.claim_id)
      ) as "inRandom"`.execute(database);
  return rows[0]?.inCluster ? 'cluster-sample' : rows[0]?.inRandom ? 'random-sample' : null;
}

/** Kinds of history entries with facts about a claim, not about its decision. */
const factualKinds: ReadonlySet<string> = new Set([
  'claim-filed',
  'document-stored',
  'document-scanned',
  'data-checked',
  'receipt-sent',
  'receipt-refused',
  'claim-corrected',
  'claim-scored',
  'verdict',
  'claim-purged',
]);
const remarkKinds: ReadonlySet<string> = new Set(['note-added', 'call-logged']);

/**
 * The history as shown to a second reviewer: the facts about the claim. Notes and calls may mention
 * the decision, so other people's notes end with the first decision.
 */
export function withoutDecisions<
  Entry extends { readonly kind: string; readonly details: Readonly<Record<string, unknown>> },
>(entries: readonly Entry[], staffId: string): Entry[] {
  const decided = entries.findIndex(({ kind }) => kind === 'claim-decided');
  return entries.filter(
    ({ kind, details }, index) =>
      factualKinds.has(kind) ||
      (remarkKinds.has(kind) && (decided === -1 || index < decided || details['by'] === staffId)),
  );
}

/** History as shown to people who may not see scores. */
export function withoutScores<
  Entry extends { readonly kind: string; readonly details: Readonly<Record<string, unknown>> },
>(entries: Entry[], hidden: HiddenReason | null, staffId: string): Entry[] {
  if (hidden === null) return entries;
  const scoreless = entries.filter(({ kind }) => kind !== 'claim-scored' && kind !== 'verdict');
  return hidden === 'cluster-sample' ? withoutDecisions(scoreless, staffId) : scoreless;
}

const qualityKinds: ReadonlySet<string> = new Set(['quality-reviewed', 'quality-settled']);

/** History as shown to people who decide no claims: a disagreement between reviewers is not for callers. */
export const withoutQuality = <Entry extends { readonly kind: string }>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind }) => !qualityKinds.has(kind));
