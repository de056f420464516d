import { sql, type Transaction } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { merkleRoot } from './merkle-tree.ts';
import { findLastSeal, type Seal, signSeal } from './seals.ts';

type SealingContext = Pick<AppContext, 'database' | 'keys' | 'now'>;

/** The advisory lock of the one process that seals. An arbitrary number. */
const lock = 7_324_906;
/** The most entries under one seal: the statement that marks them takes well under a second. */
const batchSize = 5_000;

/**
 * Seals all history entries without a seal, one transaction per batch, and returns the new seals.
 * Entries committed later are left to the next call. Does nothing while another process is sealing.
 */
export async function sealHistory(context: SealingContext): Promise<Seal[]> {
  const seals: Seal[] = [];
  for (;;) {
    const seal = await context.database.transaction().execute((transaction) => sealBatch(transaction, context));
    if (!seal) return seals;
    seals.push(seal);
    if (seal.entries < batchSize) return seals;
  }
}

async function sealBatch(transaction: Transaction<Tables>, { keys, now }: SealingContext): Promise<Seal | undefined> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lock}) as locked`.execute(
    transaction,
  );
  if (rows[0]?.locked !== true) return undefined;
  const entries = await transaction
    .selectFrom('claim_history')
    .select(['claim_id', 'position', 'hash'])
    .where('seal', 'is', null)
    .orderBy('claim_id')
    .orderBy('position')
    .limit(batchSize)
    .execute();
  if (entries.length === 0) return undefined;
  const last = await findLastSeal(transaction);
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
    throw new Error(`Only ${marked.numAffectedRows} of ${entries.length} entries were sealed`);
  return seal;
}

/** Seals now and every minute. The returned function seals once more and stops. */
export function startSealing(
  context: SealingContext & Pick<AppContext, 'log'>,
  pauseMilliseconds = 60 * 1_000,
): () => Promise<void> {
  const { log } = context;
  const sealAndLog = async () => {
    for (const { position, entries, root } of await sealHistory(context))
      // Logs that are stored elsewhere survive tampering with the database.
      log.info({ seal: position, entries, root: root.toString('hex') }, 'the history was sealed');
  };
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'the history could not be sealed; the server will try again');
  let running = Promise.resolve();
  const run = () => (running = running.then(sealAndLog).catch(warn));
  void run();
  const timer = setInterval(() => void run(), pauseMilliseconds);
  timer.unref();
  return () => {
    clearInterval(timer);
    return run();
  };
}
