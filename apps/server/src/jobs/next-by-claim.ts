import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

interface Turns {
  /** Whose rows are pieces of work of a claim (`claim_id`). */
  readonly table: 'uploads' | 'claim_documents' | 'data_checks';
  /** Its columns: what names a piece, and since when it waits. */
  readonly id: 'id' | 'document_id';
  readonly since: 'created_at' | 'stored_at';
  /** Whether a piece, `each`, waits. */
  readonly waits: RawBuilder<unknown>;
  /** Whether a piece of the same claim, `other`, had its turn: it is done, or being done. */
  readonly isTaken: RawBuilder<unknown>;
  /** What goes before all that: fewer attempts, say. */
  readonly first?: RawBuilder<unknown>;
  /** A row that is being taken at this moment is passed over, or waited for. */
  readonly locked?: 'pass' | 'wait';
}

/** Each piece that a claim had its turn with puts its next one back by so much: about as long as a large one takes. */
const turnSeconds = 60;
/** What was done before that is forgotten. */
export const recently = (at: Date): Date => new Date(at.getTime() - 60 * 60 * 1_000);
/** How many of those that wait are compared; no claim has more than a few dozen. */
const compared = 500;

/**
 * A subquery for the piece of work whose turn it is: the one that has waited longest, but every piece that its claim had a turn with counts as
 * a minute that came later. So twenty files of one claim keep nobody else's waiting, and none of them waits for ever. The row is locked.
 */
export function nextByClaim({ table, id, since, waits, isTaken, first, locked = 'pass' }: Turns): RawBuilder<string> {
  const [rows, idColumn, sinceColumn] = [sql.table(table), sql.ref(id), sql.ref(since)];
  return sql<string>`(
    select each.${idColumn} from ${rows} each
    join (
      select each.${idColumn} as waiting_id, ${first ?? sql`0`} as rank, each.${sinceColumn} + interval '1 second' * ${sql.lit(turnSeconds)} * (
        select count(*) from ${rows} other where other.claim_id = each.claim_id and (${isTaken})
      ) as turn
      from ${rows} each where ${waits} order by each.${sinceColumn} limit ${sql.lit(compared)}
    ) waiting on waiting_id = each.${idColumn}
    where ${waits}
    order by rank, turn, each.${sinceColumn} limit 1
    for update of each ${locked === 'pass' ? sql`skip locked` : sql``}
  )`;
}
