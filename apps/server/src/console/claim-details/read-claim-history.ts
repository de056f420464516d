import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { isReviewedBlind, withoutDecisions } from '../sign-in/blind-reviews.ts';
import { findBrokenEntry } from '../../platform/history/entries.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { withoutRowHashes } from '../../platform/history/row-hashes.ts';
import { coveringSeal, readSeals } from '../../platform/history/seals.ts';

/**
 * A claim's history, the seals that cover it, and whether it is unchanged. A claim's second
 * reviewer sees only part of the history, with positions that show no gap.
 */
export async function readClaimHistory(
  { database, keys }: Pick<ConsoleContext, 'database' | 'keys'>,
  claim: { readonly id: string; readonly number: string },
  staffId: string,
) {
  const { rows, shown, isBlind } = await readShown(database, claim.id, staffId);
  const positions = [...new Set(shown.flatMap(({ seal }) => seal ?? []))];
  const seals = await readSeals(database, keys, positions);
  const last = shown.at(-1);
  const broken = findBrokenEntry(claim.number, rows) ?? null;
  return {
    isBlind,
    entries: shown.map(({ position, at, kind, details, seal }) => ({
      position,
      at: at.toISOString(),
      kind,
      details: withoutRowHashes(details),
      seal,
    })),
    seals: seals.map(({ seal, isValid }) => ({
      position: seal.position,
      at: seal.sealedAt.toISOString(),
      root: seal.root.toString('hex'),
      valid: isValid,
    })),
    brokenEntry:
      isBlind && broken !== null ? ((shown.find(({ was }) => was >= broken) ?? last)?.position ?? 1) : broken,
    version: versionOf(last),
  } satisfies Partial<ClaimDetails> & Record<string, unknown>;
}

/** `was` is the position in the stored history. */
async function readShown(database: Database, claimId: string, staffId: string) {
  const isBlind = await isReviewedBlind(database, claimId, staffId);
  const rows = await database
    .selectFrom('claim_history')
    .select(['position', 'at', 'kind', 'details', 'previous_hash', 'hash', coveringSeal('claim_history').as('seal')])
    .where('claim_id', '=', claimId)
    .orderBy('position')
    .execute();
  const shown = (isBlind ? withoutDecisions(rows, staffId) : rows).map((row, index) => ({
    ...row,
    was: row.position,
    position: isBlind ? index + 1 : row.position,
  }));
  return { rows, shown, isBlind };
}

/** The stored position of a history entry, from the position that a person was shown. */
export async function findStoredPosition(
  database: Database,
  claimId: string,
  staffId: string,
  seen: number,
): Promise<number> {
  const { shown, isBlind } = await readShown(database, claimId, staffId);
  return isBlind ? (shown[seen - 1]?.was ?? seen) : seen;
}

/**
 * The version changes with everything on a claim's screen: documents, scans, data checks, receipts,
 * notes, calls and the purge each add an entry to the history.
 */
export async function readClaimVersion(database: Database, claimId: string, staffId: string): Promise<string> {
  if (await isReviewedBlind(database, claimId, staffId))
    return versionOf((await readShown(database, claimId, staffId)).shown.at(-1));
  const last = await database
    .selectFrom('claim_history')
    .select(['position', coveringSeal('claim_history').as('seal')])
    .where('claim_id', '=', claimId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return versionOf(last);
}

const versionOf = (last: { readonly position: number; readonly seal: number | null } | undefined): string =>
  `${last?.position ?? 0}.${last?.seal ?? 'unsealed'}`;
