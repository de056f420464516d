import { observationDays } from '@redress/contract/observations';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import { sql, type Kysely } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { anyOf } from './load-claims.ts';
import { pauseScoring } from './scoring-lock.ts';
import type { SignalCode } from '@redress/contract/console/integrity';
import type { Tables } from '../../platform/database/tables.ts';
import { keyOf } from './blocking-keys.ts';

/** Claims per transaction: a fraction of a second, because the scoring job waits for it. */
const batchSize = 1_000;

/**
 * Deletes the observations of each case `observationDays` after its deadline, or after a later
 * filing, with the keys and signals that were derived from them.
 */
export async function deleteOldObservations({
  database,
  settlement,
  now,
}: Pick<ConsoleContext, 'database' | 'settlement' | 'now'>): Promise<void> {
  const keepMilliseconds = observationDays * 24 * 60 * 60 * 1_000;
  const before = new Date(now().getTime() - keepMilliseconds);
  const lastDayOf = ({ deadline }: ClaimForm) => dayIn('UTC', new Date(Date.parse(deadline) + keepMilliseconds));
  for (const [caseId, forms] of Map.groupBy(settlement.claimForms, (form) => form.caseId)) {
    // The case's last deadline applies.
    if (forms.some((form) => dayIn(form.timeZone, now()) <= lastDayOf(form))) continue;
    while (await deleteBatch(database, caseId, before));
  }
}

/** Returns whether more may be left. */
async function deleteBatch(database: Database, caseId: string, before: Date): Promise<boolean> {
  const isAny = await database
    .selectFrom('claim_observations')
    .select('claim_id')
    .where('case_id', '=', caseId)
    .where('at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (!isAny) return false;
  return database.transaction().execute(async (transaction) => {
    // A scoring batch that has read these observations would store their keys again.
    await pauseScoring(transaction);
    const { rows } = await sql<ObservedClaim>`
      select claim_id, form_id, address_hash, browser_hash
      from (
        select claim_id, address_hash, browser_hash from claim_observations
        where case_id = ${caseId} and at < ${before} order by case_id, at limit ${batchSize}
      ) as observed
      join claims on claims.id = claim_id`.execute(transaction);
    await forgetObservations(transaction, rows);
    await transaction
      .deleteFrom('claim_observations')
      .where('claim_id', '=', anyOf(rows.map(({ claim_id: id }) => id)))
      .execute();
    return rows.length === batchSize;
  });
}

/** A claim's observations from which keys are made. */
interface ObservedClaim {
  readonly claim_id: string;
  readonly form_id: string;
  readonly address_hash: Buffer | null;
  readonly browser_hash: Buffer | null;
}

/** Signals that describe observations. Other signals count claims that have something in common. */
const observedSignals = ['filling', 'automation', 'network-kind'] as const satisfies readonly SignalCode[];

/**
 * Deletes everything derived from observations that are being deleted: the keys of networks and
 * browsers, including those of hubs and marks that no other claim has, and signals that describe
 * observations. The transaction must have paused scoring.
 */
async function forgetObservations(transaction: Kysely<Tables>, observed: readonly ObservedClaim[]): Promise<void> {
  const own = observed.flatMap(({ claim_id: id, form_id: formId, address_hash: address, browser_hash: browser }) => [
    ...(address ? [{ id, key: keyOf(formId, 'network', address.toString('hex')) }] : []),
    ...(browser ? [{ id, key: keyOf(formId, 'browser', browser.toString('hex')) }] : []),
  ]);
  const keys = [...new Set(own.map(({ key }) => key))];
  await sql`
    delete from claim_keys
    using unnest(${own.map(({ key }) => key)}::bigint[], ${own.map(({ id }) => id)}::bigint[]) as own (key, claim_id)
    where claim_keys.key = own.key and claim_keys.claim_id = own.claim_id`.execute(transaction);
  await sql`
    delete from claim_key_hubs where key = ${anyOf(keys)}
      and not exists (select from claim_keys where claim_keys.key = claim_key_hubs.key)`.execute(transaction);
  await sql`
    update neutral_marks set keys = coalesce(
      (
        select array_agg(key) from unnest(keys) as key
        where key <> all(${keys}::bigint[]) or exists (select from claim_keys where claim_keys.key = key.key)
      ),
      '{0}'
    ) where keys && ${keys}::bigint[]`.execute(transaction);
  await transaction
    .deleteFrom('claim_signals')
    .where('claim_id', '=', anyOf(observed.map(({ claim_id: id }) => id)))
    .where('signal', 'in', observedSignals)
    .execute();
}
