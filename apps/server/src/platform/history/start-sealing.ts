import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { PlatformContext } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { merkleRoot } from './merkle-tree.ts';
import { findLastSeal, hashSeal, type Seal, sealedTables, signRoot } from './seals.ts';

type SealingContext = Pick<PlatformContext, 'database' | 'keys' | 'now'>;

/** The advisory lock of the one process that seals has an arbitrary number. */
const lock = 7_324_906;
/** Maximum entries under one seal, because a proof reads all of them. */
const batchSize = 5_000;
const pollMilliseconds = 10;
/** A transaction that adds an entry takes less time; a stuck one is ended after 30 s. */
const maxWaitMilliseconds = 10_000;

type NewSeal = Pick<Seal, 'position' | 'entries' | 'previousRoot' | 'root'>;

/**
 * Seals all history entries and logged reads without a seal, one transaction per batch, and returns
 * the new seals. Entries that are added later are left to the next call. Does nothing while another
 * process is sealing.
 */
export async function sealHistory(context: SealingContext): Promise<NewSeal[]> {
  const seals: NewSeal[] = [];
  for (;;) {
    // Each statement has to see all earlier commits.
    const transaction = context.database.transaction().setIsolationLevel('read committed');
    const seal = await transaction.execute((sealing) => sealBatch(sealing, context));
    if (!seal) return seals;
    seals.push(seal);
    if (seal.entries < batchSize) return seals;
  }
}

async function sealBatch(
  transaction: Transaction<Tables>,
  { keys, now }: SealingContext,
): Promise<NewSeal | undefined> {
  const { rows: locks } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lock}) as locked`.execute(
    transaction,
  );
  if (locks[0]?.locked !== true) return undefined;
  const last = await findLastSeal(transaction);
  const after = last?.lastEntry ?? 0;
  const { rows } = await sql<{ id: string | null }>`
    select max(id) as id from (${firstEntriesAfter(after)} order by id limit ${batchSize}) as batch`.execute(
    transaction,
  );
  const lastEntry = rows[0]?.id ?? null;
  if (lastEntry === null) return undefined;
  await waitForWriters(transaction);
  const { rows: entries } = await sql<{ hash: Buffer }>`
    select hash from (${entriesAfter(after)}) as entries where id <= ${lastEntry} order by id`.execute(transaction);
  const content = {
    position: (last?.position ?? 0) + 1,
    sealedAt: now(),
    entries: entries.length,
    treeRoot: merkleRoot(entries.map(({ hash }) => hash)),
    previousRoot: last?.root ?? null,
    lastEntry: Number(lastEntry),
  };
  const root = hashSeal(content);
  await transaction
    .insertInto('history_seals')
    .values({
      position: String(content.position),
      sealed_at: content.sealedAt,
      entries: content.entries,
      tree_root: content.treeRoot,
      previous_root: content.previousRoot,
      last_entry: lastEntry,
      root,
      signature: signRoot(root, keys.seals),
      key_version: keys.version,
    })
    .execute();
  await sql`
    insert into newest_seal values (${content.position})
    on conflict ((true)) do update set position = excluded.position`.execute(transaction);
  return { ...content, root };
}

/** SQL: the entries of all tables that have no seal yet. */
function entriesAfter(id: number) {
  const parts = sealedTables.map((table) => sql`select id, hash from ${sql.table(table)} where id > ${id}`);
  return sql.join(parts, sql` union all `);
}

/**
 * SQL: the first entries of each table. Without limits, PostgreSQL would read and sort whole
 * histories.
 */
function firstEntriesAfter(id: number) {
  const parts = sealedTables.map(
    (table) => sql`(select id from ${sql.table(table)} where id > ${id} order by id limit ${batchSize})`,
  );
  return sql.join(parts, sql` union all `);
}

/**
 * Waits until the transactions that may be adding entries now have ended. A transaction with an ID
 * below a visible one locked its table before, so afterwards no lower ID can appear: a missing one
 * was rolled back. Later transactions get higher IDs and are not waited for.
 */
export async function waitForWriters(transaction: Transaction<Tables>): Promise<void> {
  const until = Date.now() + maxWaitMilliseconds;
  let waitFor: readonly string[] | undefined;
  for (;;) {
    const { rows } = await sql<{ holder: string }>`
      select virtualtransaction as holder from pg_locks
      where relation = any(${sealedTables}::regclass[]) and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(transaction);
    const holders = new Set(rows.map(({ holder }) => holder));
    waitFor = waitFor?.filter((holder) => holders.has(holder)) ?? [...holders];
    if (waitFor.length === 0) return;
    if (Date.now() > until) throw new Error('A transaction that may add history entries does not end');
    await wait(pollMilliseconds);
  }
}

/** Seals the history and logs each seal: logs elsewhere survive tampering with the database. */
export async function sealAndLog(context: SealingContext & Pick<PlatformContext, 'log'>): Promise<void> {
  for (const { position, entries, root } of await sealHistory(context))
    context.log.info({ seal: position, entries, root: root.toString('hex') }, 'the history was sealed');
}
