import type { ClaimVerdict } from '@redress/contract/console/integrity';
import type { Kysely, Transaction } from 'kysely';
import { addHistoryEntry, lockClaim } from '../../claims/history/claim-history.ts';
import type { VerdictEvidence } from './tables.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { IntegrityContext } from './load-claims.ts';
import { prior } from './score-claim.ts';
import { sampleProbability } from './write-scores.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

export interface NewVerdict {
  /** Chosen by the client: the same verdict is not added twice. */
  readonly requestId: string;
  readonly claim: { readonly id: string; readonly number: string };
  readonly verdict: ClaimVerdict;
  readonly reason: string;
  readonly staffId: string;
  /** The cluster that was looked at as a whole. */
  readonly cluster?: { readonly id: string; readonly size: number };
}

/** `judged-before`: by the same person, who cannot be their own second reviewer. */
export type RecordedVerdict = 'recorded' | 'judged-before';

/**
 * Records what somebody found out about a claim, with what was known of it, and an entry in its
 * history, by which the job scores claims with the same contacts again. A verdict of somebody else
 * before makes it the one of a second reviewer.
 */
export async function recordVerdict(
  transaction: Transaction<Tables>,
  { now, keys }: Pick<IntegrityContext, 'now' | 'keys'>,
  { requestId, claim, verdict, reason, staffId, cluster }: NewVerdict,
): Promise<RecordedVerdict> {
  // In turn, so that two verdicts at the same moment see each other.
  await lockClaim(transaction, claim);
  const earlier = await transaction
    .selectFrom('claim_verdicts')
    .select(['request_id', 'staff_id'])
    .where('claim_id', '=', claim.id)
    .execute();
  if (earlier.some((row) => row.request_id === requestId)) return 'recorded';
  if (earlier.some((row) => row.staff_id === staffId)) return 'judged-before';
  const { evidence, probability } = await readEvidence(transaction, claim.id);
  const at = now();
  const second = earlier.length > 0;
  const stored = await transaction
    .insertInto('claim_verdicts')
    .values({
      request_id: requestId,
      claim_id: claim.id,
      verdict,
      reason: stripNulAndSurrogates(reason),
      at,
      staff_id: staffId,
      cluster_id: cluster?.id ?? null,
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

/** What is known of a claim now, and the chance with which it came to be looked at. */
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
