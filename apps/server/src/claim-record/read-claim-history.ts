import type { ClaimRecord } from '@redress/contract/console/claim';
import { sql } from 'kysely';
import { findBrokenEntry } from '../claims/claim-history.ts';
import type { AppContext } from '../context.ts';
import { coveringSeal, readSeals } from '../seals/seals.ts';

/** SQL: the seal of an entry. Those of earlier releases name it. */
const sealOfEntry = sql<number | null>`coalesce(seal::float8, ${coveringSeal('claim_history')})`;

/** A claim's history, the seals that cover it, and whether it is as it was written. */
export async function readClaimHistory(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  claim: { readonly id: string; readonly number: string },
) {
  const rows = await database
    .selectFrom('claim_history')
    .select(['position', 'at', 'kind', 'details', 'previous_hash', 'hash', sealOfEntry.as('seal')])
    .where('claim_id', '=', claim.id)
    .orderBy('position')
    .execute();
  const positions = [...new Set(rows.flatMap(({ seal }) => seal ?? []))];
  const seals = await readSeals(database, keys, positions);
  const last = rows.at(-1);
  return {
    entries: rows.map(({ position, at, kind, details, seal }) => ({
      position,
      at: at.toISOString(),
      kind,
      details,
      seal,
    })),
    seals: seals.map(({ seal, isValid }) => ({
      position: seal.position,
      at: seal.sealedAt.toISOString(),
      root: seal.root.toString('hex'),
      valid: isValid,
    })),
    brokenEntry: findBrokenEntry(claim.number, rows) ?? null,
    version: versionOf(last),
  } satisfies Partial<ClaimRecord> & Record<string, unknown>;
}

/**
 * Changes with everything that a claim's screen shows: documents, scans, data checks, receipts,
 * notes, calls and the purge each add an entry to the history.
 */
export async function readClaimVersion({ database }: Pick<AppContext, 'database'>, claimId: string): Promise<string> {
  const last = await database
    .selectFrom('claim_history')
    .select(['position', sealOfEntry.as('seal')])
    .where('claim_id', '=', claimId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return versionOf(last);
}

const versionOf = (last: { readonly position: number; readonly seal: number | null } | undefined): string =>
  `${last?.position ?? 0}.${last?.seal ?? 'unsealed'}`;
