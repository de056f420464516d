import type { ClaimVerdict } from '@redress/contract/console/integrity';
import type { Kysely, Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { addHistoryEntry, lockClaim } from '../../claims/history/claim-history.ts';
import type { VerdictEvidence } from './tables.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { IntegrityContext } from './load-claims.ts';
import { prior } from './score-claim.ts';
import { sampleProbability } from './write-scores.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

export interface NewVerdict {
  /** The client chooses the ID, so that the same verdict is not added twice. */
  readonly requestId: string;
  readonly claim: { readonly id: string; readonly number: string };
  readonly verdict: ClaimVerdict;
  readonly reason: string;
  readonly staffId: string;
  /** The cluster that was reviewed as a whole. */
  readonly cluster?: { readonly id: string; readonly size: number };
}

/**
 * `judged-before`: by the same person, who cannot be their own second reviewer, also if an earlier
 * request with this ID recorded something else.
 */
export type RecordedVerdict = 'recorded' | 'judged-before';

/**
 * Records a person's finding about a claim, with the facts known then, and an entry in the claim's
 * history, which makes the job rescore claims with the same contacts. After another person's
 * verdict, this one is a second reviewer's.
 */
export async function recordVerdict(
  transaction: Transaction<Tables>,
  { now, keys }: Pick<IntegrityContext, 'now' | 'keys'>,
  { requestId, claim, verdict, reason, staffId, cluster }: NewVerdict,
): Promise<RecordedVerdict> {
  const given = {
    request_id: requestId,
    verdict,
    reason: stripNulAndSurrogates(reason),
    staff_id: staffId,
    cluster_id: cluster?.id ?? null,
  };
  // Locked, so that two simultaneous verdicts see each other.
  await lockClaim(transaction, claim);
  const earlier = await transaction
    .selectFrom('claim_verdicts')
    .select(['request_id', 'verdict', 'reason', 'staff_id', 'cluster_id'])
    .where('claim_id', '=', claim.id)
    .execute();
  if (earlier.some((row) => isDeepStrictEqual(row, given))) return 'recorded';
  if (earlier.some((row) => row.staff_id === staffId)) return 'judged-before';
  const { evidence, probability } = await readEvidence(transaction, claim.id);
  const at = now();
  const second = earlier.length > 0;
  const stored = await transaction
    .insertInto('claim_verdicts')
    .values({
      ...given,
      claim_id: claim.id,
      at,
      cluster_size: cluster?.size ?? null,
      second,
      probability,
      evidence: JSON.stringify(evidence),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addHistoryEntry(transaction, claim, at, {
    kind: 'verdict',
    details: {
      verdictId: stored.id,
      by: staffId,
      verdict,
      ...(cluster && { cluster: cluster.id }),
      second,
    },
    rows: hashRow('claim_verdicts', stored, keys),
  });
  return 'recorded';
}

/** The facts known about a claim now, and the chance with which it was selected for review. */
async function readEvidence(transaction: Kysely<Tables>, claimId: string) {
  const score = await transaction
    .selectFrom('claim_scores')
    .select(['duplicate', 'machine', 'duplicate_reached', 'machine_reached', 'sampled'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  const signals = await transaction
    .selectFrom('claim_signals')
    .select(['signal', 'level', 'strength'])
    .where('claim_id', '=', claimId)
    .orderBy('signal')
    .execute();
  const evidence: VerdictEvidence = {
    duplicate: score?.duplicate ?? prior,
    machine: score?.machine ?? prior,
    flagged: (score?.duplicate_reached ?? false) || (score?.machine_reached ?? false),
    signals,
  };
  return { evidence, probability: score?.sampled === true ? sampleProbability : 1 };
}
