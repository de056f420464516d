import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { Keys } from '../keys/keys.ts';
import { merkleRoot } from './merkle-tree.ts';
import { readLastSeal } from './read-seals.ts';
import type { Seal } from './seals.ts';
import { signSeal } from './seals.ts';

export interface SealRoom {
  readonly database: Database;
  readonly keys: Keys;
  readonly now: () => Date;
}

export interface SealingOptions {
  /** Between two rounds; a minute where it is not said. */
  readonly pauseMilliseconds?: number;
}

/** Any number, the same in every process: one of them seals at a time. */
const lock = 7_324_906;
/** Entries under one seal at most: a statement that marks them takes well under a second. */
const batchSize = 5_000;
const everyMilliseconds = 60 * 1_000;

/**
 * Seals every history entry that no seal covers yet, each batch in a transaction of its own. Entries of transactions that end later are sealed
 * by the next call. Gives the seals it made; none when another process is sealing.
 */
export async function sealHistory(context: SealRoom): Promise<Seal[]> {
  const made: Seal[] = [];
  for (;;) {
    const seal = await context.database.transaction().execute((transaction) => sealBatch(transaction, context));
    if (!seal) return made;
    made.push(seal);
    if (seal.entries < batchSize) return made;
  }
}

async function sealBatch(transaction: Transaction<Tables>, { keys, now }: SealRoom): Promise<Seal | undefined> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(transaction);
  if (rows[0]?.mine !== true) return undefined;
  const entries = await transaction
    .selectFrom('claim_history')
    .select(['claim_id', 'position', 'hash'])
    .where('seal', 'is', null)
    .orderBy('claim_id')
    .orderBy('position')
    .limit(batchSize)
    .execute();
  if (entries.length === 0) return undefined;
  const last = await readLastSeal(transaction);
  const seal = signSeal(
    {
      position: (last?.position ?? 0) + 1,
      sealedAt: now(),
      entries: entries.length,
      treeRoot: merkleRoot(entries.map(({ hash }) => hash)),
      previousRoot: last?.root ?? null,
    },
    keys,
  );
  await transaction
    .insertInto('history_seals')
    .values({
      position: String(seal.position),
      sealed_at: seal.sealedAt,
      entries: seal.entries,
      tree_root: seal.treeRoot,
      previous_root: seal.previousRoot,
      root: seal.root,
      signature: seal.signature,
      key_version: seal.keyVersion,
    })
    .execute();
  const marked = await sql`
    update claim_history set seal = ${seal.position}
    from unnest(
      ${entries.map(({ claim_id: claim }) => claim)}::bigint[], ${entries.map(({ position }) => position)}::integer[]
    ) as sealed (claim_id, position)
    where claim_history.claim_id = sealed.claim_id and claim_history.position = sealed.position`.execute(transaction);
  if (marked.numAffectedRows !== BigInt(entries.length))
    throw new Error(`${entries.length} entries were to be sealed, and ${marked.numAffectedRows} were found`);
  return seal;
}

/** Seals now and every minute, until the function it gives is called, which seals once more. Any number of processes may do it at once. */
export function startSealing(
  context: SealRoom,
  log: FastifyBaseLogger,
  { pauseMilliseconds = everyMilliseconds }: SealingOptions = {},
): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(async () => {
      try {
        for (const { position, entries, root } of await sealHistory(context))
          // Logs that are kept elsewhere are a witness: who changes the database cannot change them too.
          log.info({ seal: position, entries, root: root.toString('hex') }, 'the history was sealed');
      } catch (error) {
        log.warn({ err: error }, 'the history could not be sealed; it is tried again');
      }
    });
    return running;
  };
  void run();
  const timer = setInterval(() => void run(), pauseMilliseconds);
  timer.unref();
  return () => {
    clearInterval(timer);
    return run();
  };
}
