import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findNewestEntry, findNextEntry, tryLock } from '../../claims/history/follow-history.ts';
import { createBatchRunner } from '../../platform/jobs/batch-runner.ts';
import { type DeriveContext, deriveRows, derivationVersion, memberTermsOf, sortedNameOf } from './derive-rows.ts';
import { writeMemberRows, writeRows } from './write-rows.ts';

type FillContext = Pick<ConsoleContext, 'database'> & DeriveContext;

/** The advisory lock of the one transaction that writes search rows. The number is arbitrary. */
const lock = 7_324_918;
/** Claims or class members per transaction, which takes about a tenth of a second. */
const batchSize = 500;
const runBatches = createBatchRunner({ size: batchSize, busySize: 50, idlePause: 0.25 });
/** The time limit of a run. The job begins again after a second. */
const runMilliseconds = 2_000;

/** One transaction's work. Returns whether more may be waiting. */
type Step = (transaction: Transaction<Tables>, context: FillContext, limit: number) => Promise<boolean>;

/**
 * Updates the search rows of claims and class members, one transaction per batch, for a few seconds
 * at most. Progress is written with the rows, so a process that dies loses nothing.
 */
export const fillSearch = (context: FillContext, maxMilliseconds = runMilliseconds): Promise<void> =>
  runBatches((limit) => fillBatch(context, limit), maxMilliseconds);

/** Updates all search rows without pauses. For commands and tests. */
export async function fillSearchNow(context: FillContext): Promise<void> {
  while (await fillBatch(context, batchSize));
}

/** Fills a batch unless another process is filling. Returns whether more may be waiting. */
export async function fillBatch(context: FillContext, limit: number): Promise<boolean> {
  let isMore = false;
  for (const step of [updateClaims, updateMembers] satisfies Step[]) {
    // Each statement has to see everything that was committed before it.
    const transaction = context.database.transaction().setIsolationLevel('read committed');
    const isUnfinished = await transaction.execute(
      async (filling) => (await tryLock(filling, lock)) && (await step(filling, context, limit)),
    );
    isMore ||= isUnfinished;
  }
  return isMore;
}

const readProgress = (transaction: Transaction<Tables>) =>
  transaction
    .selectFrom('claim_search_progress')
    .select(['version', 'last_entry', 'derived_to', 'members_to'])
    .executeTakeFirstOrThrow();
type Progress = Awaited<ReturnType<typeof readProgress>>;

const updateClaims: Step = async (transaction, context, limit) => {
  const progress = await readProgress(transaction);
  // A newer release derives rows differently, and its processes do it.
  if (progress.version > derivationVersion) return false;
  if (progress.version < derivationVersion) return beginAgain(transaction);
  return (
    (await followHistory(transaction, context, progress, limit)) ||
    (await deriveAgain(transaction, context, progress, limit))
  );
};

/**
 * Starts to derive all class members and claims again: existing ones in order, later ones as they
 * arrive and change.
 */
async function beginAgain(transaction: Transaction<Tables>): Promise<true> {
  const newest = await findNewestEntry(transaction);
  await setProgress(transaction, {
    version: derivationVersion,
    last_entry: newest,
    derived_to: '0',
    members_to: '',
  });
  return true;
}

/** Derives the claims that have new entries in their history. */
async function followHistory(
  transaction: Transaction<Tables>,
  context: FillContext,
  { last_entry: after }: Progress,
  limit: number,
): Promise<boolean> {
  const lastEntry = await findNextEntry(transaction, after, limit);
  if (lastEntry === null) return false;
  const { rows } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history
    where id > ${after} and id <= ${lastEntry} and kind not in ('receipt-sent', 'receipt-refused')`.execute(
    transaction,
  );
  await refreshClaims(transaction, context, rows);
  await setProgress(transaction, { last_entry: lastEntry });
  return true;
}

/** Derives the next claims that existed when deriving began. */
async function deriveAgain(
  transaction: Transaction<Tables>,
  context: FillContext,
  { derived_to: after }: Progress,
  limit: number,
): Promise<boolean> {
  if (after === null) return false;
  const claims = await transaction
    .selectFrom('claims')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  await refreshClaims(transaction, context, claims);
  await setProgress(transaction, { derived_to: claims.at(-1)?.id ?? null });
  return claims.length > 0;
}

async function setProgress(transaction: Transaction<Tables>, progress: Partial<Progress>): Promise<void> {
  await transaction.updateTable('claim_search_progress').set(progress).execute();
}

async function refreshClaims(
  transaction: Transaction<Tables>,
  context: DeriveContext,
  claims: readonly { readonly id: string }[],
): Promise<void> {
  const ids = claims.map(({ id }) => id);
  await writeRows(transaction, await deriveRows(transaction, context, ids));
}

/**
 * Derives the claims that the transaction has changed, for example by a purge. It must not have
 * added history entries yet: the job, which has the lock, may be waiting for transactions that add
 * them.
 */
export async function refreshClaimsNow(
  transaction: Transaction<Tables>,
  context: DeriveContext,
  claims: readonly { readonly id: string }[],
): Promise<void> {
  await pauseFilling(transaction);
  await refreshPaused(transaction, context, claims);
}

/**
 * Blocks the job until the transaction ends. The transaction must not yet hold locks that
 * writers of entries need.
 */
export async function pauseFilling(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
}

/** Derives claims again while the job is blocked. */
export const refreshPaused = refreshClaims;

/**
 * Derives the claims again that another `highValueFrom` of the settlement may flag, or no longer
 * flag: those with another flag than their filed amount, and corrected ones.
 */
export async function flagHighValues(context: FillContext): Promise<void> {
  const { highValueFrom } = context.settlement.review;
  const { last } = await context.database
    .selectFrom('claim_search')
    .select(({ fn }) => fn.max<string | null>('claim_id').as('last'))
    .executeTakeFirstOrThrow();
  for (let from = 0n; from <= BigInt(last ?? 0); from += idsPerStatement) {
    const transaction = context.database.transaction().setIsolationLevel('read committed');
    await transaction.execute(async (filling) => {
      await pauseFilling(filling);
      const { rows } = await sql<{ id: string }>`
        select claim_id as id from claim_search as search
        where claim_id >= ${String(from)} and claim_id < ${String(from + idsPerStatement)} and (
          high_value <> (coalesce(amount, 0) >= ${highValueFrom}::numeric)
          or exists (select from claim_corrections as corrected where corrected.claim_id = search.claim_id)
        )
        order by claim_id`.execute(filling);
      await refreshClaims(filling, context, rows);
    });
  }
}
/** Few enough to derive all of them again while the job waits. */
const idsPerStatement = 2_000n;

const updateMembers: Step = async (transaction, _context, limit) => {
  const { version, members_to: after } = await readProgress(transaction);
  // A release derives members only by its own rules.
  if (version !== derivationVersion) return false;
  const { rows } = await sql<{ notice_id: string }>`
    delete from member_search_due where notice_id = any(array(
      select notice_id from member_search_due order by notice_id limit ${limit} for update skip locked
    )) returning notice_id`.execute(transaction);
  if (rows.length > 0) {
    const due = rows.map(({ notice_id: id }) => id);
    await deriveMembers(transaction, due);
    return true;
  }
  if (after === null) return false;
  const next = await transaction
    .selectFrom('class_members')
    .select('notice_id')
    .where('notice_id', '>', after)
    .orderBy('notice_id')
    .limit(limit)
    .execute();
  const ids = next.map(({ notice_id: id }) => id);
  await deriveMembers(transaction, ids);
  await setProgress(transaction, { members_to: ids.at(-1) ?? null });
  return ids.length > 0;
};

async function deriveMembers(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const members = await transaction
    .selectFrom('member_mailing_addresses')
    .select(['notice_id', 'case_id', 'first_name', 'last_name', 'zip'])
    .where('notice_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  await writeMemberRows(
    transaction,
    members.map(({ notice_id, case_id, zip, ...member }) => {
      const name = `${member.first_name} ${member.last_name}`;
      return { notice_id, case_id, name_norm: sortedNameOf(name), zip, terms: memberTermsOf(case_id, name, zip) };
    }),
  );
}

/** Queues class members' search rows to be derived again, after a change in the transaction. */
export async function markMembersForSearch(database: Kysely<Tables>, noticeIds: readonly string[]): Promise<void> {
  // An update locks an existing row, so that the job leaves it until this change is committed.
  await sql`
    insert into member_search_due select distinct unnest(${noticeIds}::text[]) order by 1
    on conflict (notice_id) do update set notice_id = excluded.notice_id`.execute(database);
}

/** Each word is looked up twice, and a frequent word takes milliseconds. */
const wordsPerBatch = 100;

/** Deletes the words of names that no claim and no class member has anymore. */
export async function forgetUnusedNameWords(database: Kysely<Tables>): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    after = await database.transaction().execute(async (transaction) => {
      // The job must not add a claim with a word that is being deleted.
      await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
      const { rows } = await sql<{ last: string | null }>`
        with batch as materialized (select word from name_words where word > ${after} order by word limit ${wordsPerBatch}),
        unused as (
          delete from name_words where word in (
            select word from batch
            where not exists (select from claim_search where terms @@ quote_literal('n:' || word)::tsquery)
              and not exists (select from member_search where terms @@ quote_literal('n:' || word)::tsquery)
          )
        )
        select max(word) as last from batch`.execute(transaction);
      return rows[0]?.last ?? null;
    });
  }
}
