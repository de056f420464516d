import type { Selectable } from 'kysely';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { keyedHash } from '../../platform/keys/keys.ts';
import type { ClaimVerdictsTable } from './tables.ts';

/** Hashes what was known of a claim when somebody gave a verdict. */
export function hashVerdictEvidence(
  verdict: Pick<
    Selectable<ClaimVerdictsTable>,
    'request_id' | 'claim_id' | 'cluster_size' | 'probability' | 'evidence'
  >,
  key: Buffer,
): Buffer {
  const { request_id, claim_id, cluster_size, probability, evidence } = verdict;
  return keyedHash(key, canonicalJson(['verdict-evidence', request_id, claim_id, cluster_size, probability, evidence]));
}

/** Hashes why somebody gave a verdict. */
export const hashVerdictReason = (
  { request_id, claim_id, reason }: Pick<Selectable<ClaimVerdictsTable>, 'request_id' | 'claim_id' | 'reason'>,
  key: Buffer,
): Buffer => keyedHash(key, canonicalJson(['verdict-reason', request_id, claim_id, reason]));
