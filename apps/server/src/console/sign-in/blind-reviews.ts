import type { HiddenReason } from '@redress/contract/console/integrity';
import { everyCase } from '@redress/contract/console/staff';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';

/**
 * A claim that a person reviews a second time now. Until their decision is saved, no answer of the
 * console may depend on how it was decided: lists, counts and figures leave it out, and what is
 * about it alone shows it as in review.
 */
export interface BlindClaim {
  readonly id: string;
  readonly number: string;
  readonly case_id: string;
}

/** The status in which its second reviewer sees a claim. */
export const blindStatus = 'in-review' as const;

/** Flags that say that a decision ended, or a rule chose the claim before it was decided. */
const tellingFlags: readonly string[] = ['reopened', 'rule'];
export const isShownBlind = (flag: string): boolean => !tellingFlags.includes(flag);

/** Why a second reviewer can do nothing with the claim, whatever its status is. */
export const blindRefusal = 'You’re reviewing this claim a second time.';

/** The claims that somebody reviews a second time now: one for each sample at most, and mostly none. */
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

/** The sample for which somebody reviews a claim a second time now. */
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

/** Whether somebody reviews a claim a second time now. */
export const isReviewedBlind = async (database: Kysely<Tables>, claimId: string, staffId: string): Promise<boolean> =>
  (await findBlindSample(database, claimId, staffId)) !== null;

/**
 * @throws ProblemError `conflict` for whatever a second reviewer would do with the claim: its answer
 *   would tell where the claim stands
 */
export async function refuseBlind(database: Kysely<Tables>, claimId: string, staffId: string): Promise<void> {
  if (await isReviewedBlind(database, claimId, staffId)) throw consoleProblem('conflict', blindRefusal);
}

/**
 * @throws ProblemError `conflict` for what cannot leave one claim out, such as a file, while somebody
 *   reviews a claim of these cases a second time
 */
export async function refuseWhileBlind(
  database: Kysely<Tables>,
  staffId: string,
  cases: readonly string[],
): Promise<void> {
  if ((await listReviewedBlind(database, staffId)).some(({ case_id: caseId }) => cases.includes(caseId)))
    throw consoleProblem(
      'conflict',
      'You’re reviewing a claim a second time. Decide it or give it back first: this would show how it was decided.',
    );
}

/**
 * SQL: whether a row of `approvals` is about one of these claims, as `claimOf` of its kind has it, or
 * about many claims of its case: which of them it has would tell. Mostly there are none, and a join
 * would keep the lists of requests from their indexes.
 */
export function isAboutBlindClaim(blind: readonly BlindClaim[]): RawBuilder<boolean> {
  if (blind.length === 0) return sql`false`;
  const numbers = blind.map(({ number }) => number);
  const cases = [everyCase, ...blind.map(({ case_id: caseId }) => caseId)];
  return sql`(approvals.details->>'claim' is not null and approvals.details->>'claim' = any(${numbers}::text[])
    or approvals.details->>'jobId' is not null and approvals.case_id = any(${cases}::text[]))`;
}

/**
 * Why somebody may not see the scores of a claim. A verdict that a score has led says nothing about
 * the score.
 */
export async function readHiddenReason(
  database: Kysely<Tables>,
  claimId: string,
  staffId: string,
): Promise<HiddenReason | null> {
  const { rows } = await sql<{ inCluster: boolean; inRandom: boolean }>`
    select exists (
        select from cluster_verdicts own
        where own.staff_id = ${staffId} and own.state = 'sample' and ${claimId} = any (own.sample_ids)
          and exists (
            select from claims where claims.id = any (own.sample_ids) and claims.status = 'filed'
              and not exists (select from claim_verdicts where claim_id = claims.id and staff_id = own.staff_id))
      ) as "inCluster",
      exists (
        select from claim_scores join claims on claims.id = claim_id
        where claim_id = ${claimId} and sampled and claims.status = 'filed'
          and not exists (select from claim_verdicts where claim_verdicts.claim_id = claim_scores.claim_id)
      ) as "inRandom"`.execute(database);
  return rows[0]?.inCluster ? 'cluster-sample' : rows[0]?.inRandom ? 'random-sample' : null;
}

/** The kinds of history entries that say what a claim is, and not how it was decided. */
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
 * What a second reviewer sees of a history: what is known of the claim. Notes and calls may speak of
 * the decision, so those of others end with it.
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

/** What somebody sees of a history who may not see the scores. */
export function withoutScores<
  Entry extends { readonly kind: string; readonly details: Readonly<Record<string, unknown>> },
>(entries: Entry[], hidden: HiddenReason | null, staffId: string): Entry[] {
  if (hidden === null) return entries;
  const scoreless = entries.filter(({ kind }) => kind !== 'claim-scored' && kind !== 'verdict');
  return hidden === 'cluster-sample' ? withoutDecisions(scoreless, staffId) : scoreless;
}
