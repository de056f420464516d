import type { SignalCode } from '@redress/contract/console/integrity';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { keyOf } from './blocking-keys.ts';
import { anyOf } from './load-claims.ts';

/** What was observed of a claim that its keys are made from. */
export interface ObservedClaim {
  readonly claim_id: string;
  readonly form_id: string;
  readonly address_hash: Buffer | null;
  readonly browser_hash: Buffer | null;
}

/** Signals that say what was observed. Others count claims that have something in common. */
const observedSignals = ['filling', 'automation', 'network-kind'] as const satisfies readonly SignalCode[];

/**
 * Deletes what was derived from observations that are being deleted: the keys of networks and
 * browsers, also of hubs and marks that no other claim has, and signals that say what was observed.
 * The transaction must keep the job away.
 */
export async function forgetObservations(
  transaction: Kysely<Tables>,
  observed: readonly ObservedClaim[],
): Promise<void> {
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
