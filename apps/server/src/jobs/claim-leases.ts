import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Lease } from './job-worker.ts';

/** A table whose rows are work items of claims, with the columns that lease them. */
interface ItemTable {
  readonly table: 'uploads' | 'claim_documents' | 'data_checks';
  readonly id: 'id' | 'document_id';
  /** The column with the time since when an item waits. */
  readonly since: 'created_at' | 'stored_at';
  readonly finishedAt: 'finished_at' | 'scanned_at';
  /** In front of the columns `leased_by`, `leased_until` and `attempts`. */
  readonly columnPrefix?: 'scan_';
  /** A condition on a row `item`: it is not finished. */
  readonly isOpen: RawBuilder<unknown>;
  /** A further condition for an item to be taken. */
  readonly isReady?: RawBuilder<unknown>;
  /** Items with fewer attempts go first. */
  readonly fewestAttemptsFirst?: boolean;
}

export interface ClaimLeases {
  /** Leases the next item and returns its ID. Skips or waits for rows that are locked now. */
  leaseNext(lease: Lease, now: Date, locked?: 'skip' | 'wait'): Promise<string | undefined>;
  /** False when another process holds the item, or it is finished. */
  renew(id: string, lease: Lease): Promise<boolean>;
  /** Any process may take the item at once, and the attempt does not count. */
  giveBack(id: string, holder: string): Promise<void>;
  /** Nobody takes the item for `seconds`; by default for 2, 4, 8, … seconds, up to 5 minutes. */
  postpone(id: string, holder: string, now: Date, seconds?: number): Promise<void>;
}

/** How far each recent item of a claim moves its other items back. */
const turnSeconds = 60;
const recentMilliseconds = 60 * 60 * 1_000;
/** How many waiting items are compared; no claim has more than a few dozen. */
const comparedItems = 500;
const maxPauseSeconds = 5 * 60;

/**
 * Leases for work items of claims. The item that has waited longest is next, but each item that its
 * claim recently had in progress counts as a minute of waiting less. Twenty files of one claim
 * therefore do not delay everyone else's, and no item waits forever.
 */
export function claimLeases(database: Database, options: ItemTable): ClaimLeases {
  const { columnPrefix: prefix = '', isOpen, isReady = sql`true`, fewestAttemptsFirst = false } = options;
  const [table, id, since] = [sql.table(options.table), sql.ref(options.id), sql.ref(options.since)];
  const finishedAt = sql.ref(options.finishedAt);
  const [leasedBy, leasedUntil] = [sql.ref(`${prefix}leased_by`), sql.ref(`${prefix}leased_until`)];
  const attempts = sql.ref(`${prefix}attempts`);

  async function update(itemId: string, holder: string, set: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${table} item set ${set} where item.${id} = ${itemId} and item.${leasedBy} = ${holder} and ${isOpen}
    `.execute(database);
    return numAffectedRows === 1n;
  }

  return {
    async leaseNext({ holder, until }, now, locked = 'skip') {
      const recent = new Date(now.getTime() - recentMilliseconds);
      const waits = sql`${isOpen} and ${isReady} and (item.${leasedUntil} is null or item.${leasedUntil} <= ${now})`;
      const { rows } = await sql<{ id: string }>`
        update ${table} set ${leasedBy} = ${holder}, ${leasedUntil} = ${until}, ${attempts} = ${attempts} + 1
        where ${id} = (
          select item.${id} from ${table} item
          join (
            select item.${id} as waiting_id, ${fewestAttemptsFirst ? sql`item.${attempts}` : sql`0`} as rank,
              item.${since} + interval '1 second' * ${sql.lit(turnSeconds)} * (
                select count(*) from ${table} other where other.claim_id = item.claim_id
                  and (other.${finishedAt} > ${recent} or other.${leasedUntil} > ${now})
              ) as turn
            from ${table} item where ${waits} order by item.${since} limit ${sql.lit(comparedItems)}
          ) waiting on waiting_id = item.${id}
          where ${waits}
          order by rank, turn, item.${since} limit 1
          for update of item ${locked === 'skip' ? sql`skip locked` : sql``}
        )
        returning ${id} as id`.execute(database);
      return rows[0]?.id;
    },
    renew: (itemId, { holder, until }) => update(itemId, holder, sql`${leasedUntil} = ${until}`),
    async giveBack(itemId, holder) {
      await update(itemId, holder, sql`${leasedBy} = null, ${leasedUntil} = null, ${attempts} = item.${attempts} - 1`);
    },
    async postpone(itemId, holder, now, seconds) {
      const pause =
        seconds === undefined
          ? sql`least(2 ^ least(item.${attempts}, 16), ${sql.lit(maxPauseSeconds)})`
          : sql.lit(seconds);
      await update(
        itemId,
        holder,
        sql`${leasedBy} = null, ${leasedUntil} = ${now}::timestamptz + ${pause} * interval '1 second'`,
      );
    },
  };
}
