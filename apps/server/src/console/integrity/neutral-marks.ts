import type { NeutralMarkKind } from '@redress/contract/console/integrity';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { blockingKeysOf, type KeyKind } from './blocking-keys.ts';
import type { ClaimFeatures } from './claim-features.ts';
import { type IntegrityContext, loadClaims } from './load-claims.ts';
import { markKeys, scoreAllAgain } from './queue-rescoring.ts';
import { hasAllKeys } from './renew-keys.ts';
import { pauseScoring } from './scoring-lock.ts';

/** Keys that a shared place or a helper gives to claims. Once marked, they are not evidence. */
const neutralKinds: Readonly<Record<NeutralMarkKind, ReadonlySet<KeyKind>>> = {
  'shared-place': new Set(['address', 'building', 'phone', 'network', 'browser']),
  'known-helper': new Set(['phone', 'mailbox', 'domain', 'browser', 'network']),
};

export interface NewNeutralMark {
  /** The client chooses the ID, so that the same mark is not added twice. */
  readonly id: string;
  readonly kind: NeutralMarkKind;
  readonly claimId: string;
  readonly reason: string;
  readonly staffId: string;
}

/**
 * Marks the things that a claim shares with others as those of a shared place or a known helper.
 * `nothing`: it shares nothing of that kind. `not-yet`: after an update, not all claims have keys.
 * `other`: another mark has the ID.
 */
export async function addNeutralMark(
  transaction: Transaction<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys' | 'now'>,
  { id, kind, claimId, reason, staffId }: NewNeutralMark,
): Promise<'added' | 'nothing' | 'not-yet' | 'other'> {
  // A batch in progress would not know of the mark, and its claims would not be scored again.
  await pauseScoring(transaction);
  const given = { id, kind, claim_id: claimId, reason: stripNulAndSurrogates(reason), staff_id: staffId };
  const known = await transaction
    .selectFrom('neutral_marks')
    .select(['id', 'kind', 'claim_id', 'reason', 'staff_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return isDeepStrictEqual(known, given) ? 'added' : 'other';
  if (!(await hasAllKeys(transaction))) return 'not-yet';
  const claim = (await loadClaims(transaction, context, [claimId])).get(claimId);
  const shared = await keepShared(transaction, claim ? neutralKeysOf(claim, kind) : [], claimId);
  if (!claim || shared.length === 0) return 'nothing';
  const at = context.now();
  await transaction
    .insertInto('neutral_marks')
    .values({ ...given, case_id: claim.caseId, keys: shared, at })
    .execute();
  await queueRescoring(transaction, shared);
  await addRecordEntry(transaction, { kind: 'neutral-mark', id }, at, {
    kind: 'neutral-mark-added',
    details: { by: staffId, caseId: claim.caseId, what: kind },
  });
  return 'added';
}

const neutralKeysOf = (claim: ClaimFeatures, kind: NeutralMarkKind): string[] => [
  ...new Set(
    blockingKeysOf(claim)
      .filter((key) => neutralKinds[kind].has(key.kind))
      .map(({ key }) => key),
  ),
];

/**
 * Keeps marks in force after all keys were rebuilt: if the claim that led to a mark no longer has
 * the mark's keys, the mark gets the claim's current shared keys.
 */
export async function renewMarks(
  transaction: Kysely<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys'>,
): Promise<void> {
  const marks = await transaction.selectFrom('neutral_marks').select(['id', 'kind', 'claim_id', 'keys']).execute();
  const claims = await loadClaims(transaction, context, [...new Set(marks.map(({ claim_id: id }) => id))]);
  for (const { id, kind, claim_id: claimId, keys } of marks) {
    const claim = claims.get(claimId);
    const own = claim ? neutralKeysOf(claim, kind) : keys;
    if (keys.every((key) => own.includes(key))) continue;
    const shared = await keepShared(transaction, own, claimId);
    if (shared.length > 0)
      await transaction.updateTable('neutral_marks').set({ keys: shared }).where('id', '=', id).execute();
  }
}

/** Withdraws a mark unless it was withdrawn before. Returns whether it was withdrawn now. */
export async function withdrawNeutralMark(
  transaction: Transaction<Tables>,
  { now }: Pick<IntegrityContext, 'now'>,
  { id, staffId }: { readonly id: string; readonly staffId: string },
): Promise<boolean> {
  await pauseScoring(transaction);
  const at = now();
  const mark = await transaction
    .updateTable('neutral_marks')
    .set({ withdrawn_at: at, withdrawn_by: staffId })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning(['keys', 'case_id'])
    .executeTakeFirst();
  if (!mark) return false;
  await queueRescoring(transaction, mark.keys);
  await addRecordEntry(transaction, { kind: 'neutral-mark', id }, at, {
    kind: 'neutral-mark-withdrawn',
    details: { by: staffId, caseId: mark.case_id },
  });
  return true;
}

/** A hub's keys do not name all of its claims, so then all claims are scored again. */
async function queueRescoring(transaction: Transaction<Tables>, keys: readonly string[]): Promise<void> {
  const hub = await transaction
    .selectFrom('claim_key_hubs')
    .select('key')
    .where('key', '=', sql<string>`any(${keys}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  if (hub) await scoreAllAgain(transaction);
  else await markKeys(transaction, keys);
}

async function keepShared(transaction: Kysely<Tables>, keys: readonly string[], claimId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::bigint[]) as key
    where exists (select from claim_keys where claim_keys.key = key.key and claim_id <> ${claimId})`.execute(
    transaction,
  );
  return rows.map(({ key }) => key);
}
