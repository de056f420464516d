import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { acceptedKeys, keyedHashText, type Keys } from '../../platform/keys/keys.ts';
import { listStagedUploads } from '../uploads/staged-uploads.ts';

/**
 * The keys under which files wait until the answer is sent: every device finds them, and no one can
 * guess them. New files wait under the first one, and those from before the secret key was changed
 * under another. `cleanUpStagedUploads` reads the decision in them.
 */
export const stagingKeys = (keys: Keys, decisionId: string, item: string): [string, ...string[]] => {
  const keyOf = (key: Buffer) => `${decisionId}.${keyedHashText(key, `answer ${decisionId} ${item}`, 'base64url')}`;
  const [current, ...others] = acceptedKeys(keys, 'completion-codes');
  return [keyOf(current), ...others.map(keyOf)];
};

interface Deficiency {
  readonly claimId: string;
  readonly decisionId: string;
}

/** The keys of the files that wait for the answer to a deficiency. */
export async function answerKeys(database: Database, keys: Keys, decisionId: string): Promise<string[]> {
  const { reasons } = await database
    .selectFrom('claim_decisions')
    .select('reasons')
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow();
  return reasons.flatMap((reason) => stagingKeys(keys, decisionId, reason));
}

/**
 * Counts the files that a claimant uploaded for a deficiency that is not answered: on the status
 * page, where they wait, or elsewhere, from where they are documents of the claim.
 */
export async function countUnsentFiles(
  database: Database,
  keys: Keys,
  { claimId, decisionId }: Deficiency,
): Promise<number> {
  const waiting = await listStagedUploads(database, ...(await answerKeys(database, keys, decisionId)));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from claim_history found
    join claim_history stored on stored.claim_id = found.claim_id and stored.position > found.position
    where found.claim_id = ${claimId} and found.kind = 'claim-decided' and found.details->>'decisionId' = ${decisionId}
      and stored.kind = 'document-stored' and stored.details->>'receivedOn' is null`.execute(database);
  return waiting.length + (rows[0]?.count ?? 0);
}
