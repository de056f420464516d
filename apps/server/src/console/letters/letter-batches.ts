import {
  type AddressProblem,
  confirmDays,
  type LetterBatch,
  type LetterBatches,
  type ListedLetter,
  maxLettersPerBatch,
} from '@redress/contract/console/letter-batches';
import { type Selectable, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { addressProblem } from '../../claims/letters/claim-addresses.ts';
import { changeLetters, isNeeded, lockLetters } from '../../claims/letters/record-mailing.ts';
import { cancelOutdated, findOutdated } from '../../claims/letters/send-letter.ts';
import type { LetterBatchesTable } from '../../claims/letters/tables.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import type { ConsoleContext } from '../context.ts';
import { keepBatchMilliseconds } from './letter-batch-jobs.ts';

const maxListed = 100;
/** Letters whose histories are changed in one statement, so that a large batch needs little memory. */
const lettersPerTurn = 500;

/** SQL: letters by post of these cases that wait for a batch. */
const queuedByPost = (cases: readonly string[]) => sql`
  from letters letter join claims claim on claim.id = letter.claim_id
  where letter.status = 'queued' and letter.channel = 'post' and letter.address is not null
    and claim.case_id = any(${cases}::text[])`;

/** The letters that can go into a batch, by case. */
export async function countLettersToBatch(database: Database, cases: readonly string[]) {
  const { rows } = await sql<LetterBatches['waiting'][number]>`
    select claim.case_id as "caseId", count(*)::int as letters ${queuedByPost(cases)} and ${addressProblem(sql`letter.address`)} is null
    group by claim.case_id order by claim.case_id`.execute(database);
  return rows;
}

/** The queued letters by post, and the batches of these cases. */
export async function readLetterBatches(
  context: Pick<ConsoleContext, 'database' | 'now'>,
  cases: readonly string[],
): Promise<LetterBatches> {
  const { database } = context;
  const problem = addressProblem(sql`letter.address`);
  const waiting = await countLettersToBatch(database, cases);
  const { rows: incomplete } = await sql<ListedLetter & { readonly problem: AddressProblem }>`
    select letter.code as id, claim.number as "claimNumber", claim.case_id as "caseId", letter.kind, ${problem} as problem
    ${queuedByPost(cases)} and ${problem} is not null
    order by letter.queued_at limit ${maxListed}`.execute(database);
  const batches = await selectBatches(database, cases).orderBy('made_at', 'desc').limit(maxListed).execute();
  return { waiting, incomplete, batches: batches.map((batch) => describeBatch(context, batch)) };
}

/** A batch of these cases, and its letters without a confirmed day. */
export async function readLetterBatch(
  context: Pick<ConsoleContext, 'database' | 'now'>,
  id: string,
  cases: readonly string[],
): Promise<{ readonly batch: LetterBatch; readonly unconfirmed: ListedLetter[] } | undefined> {
  const { database } = context;
  const row = await selectBatches(database, cases).where('batch.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const unconfirmed = await database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['letters.code as id', 'claims.number as claimNumber', 'claims.case_id as caseId', 'letters.kind'])
    .where('batch_id', '=', id)
    .where('letters.status', '=', 'in-batch')
    .orderBy('letters.code')
    .limit(maxListed)
    .execute();
  return { batch: describeBatch(context, row), unconfirmed };
}

const selectBatches = (database: Database, cases: readonly string[]) =>
  database
    .selectFrom('letter_batches as batch')
    .innerJoin('staff', 'staff.id', 'made_by')
    .selectAll('batch')
    .select(['staff.name as maker', sql<boolean>`batch.due_at = 'infinity'`.as('isGivenUp')])
    .select(({ selectFrom }) =>
      selectFrom('letters')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('batch_id', '=', 'batch.id')
        .where('status', '=', 'in-batch')
        .as('unconfirmed'),
    )
    .select(
      sql<LetterBatch['confirmed']>`(
        select jsonb_build_object('from', details->'from', 'to', details->'to', 'by', by.name)
        from record_history join staff by on by.id = (details->>'by')::uuid
        where record_kind = 'letter-batch' and record_id = batch.id::text
          and kind = 'letter-batch-confirmed' and details ? 'from'
        order by position desc limit 1)`.as('confirmed'),
    )
    .where('case_id', 'in', [...cases]);

type BatchRow = Selectable<LetterBatchesTable> & {
  readonly maker: string;
  readonly isGivenUp: boolean;
  readonly unconfirmed: string | null;
  readonly confirmed: LetterBatch['confirmed'];
};

function describeBatch({ now }: Pick<ConsoleContext, 'now'>, row: BatchRow): LetterBatch {
  const unconfirmed = Number(row.unconfirmed);
  const { finished_at: finishedAt, made_at: madeAt } = row;
  const age = now().getTime() - madeAt.getTime();
  return {
    id: row.id,
    caseId: row.case_id,
    number: row.number,
    letters: row.letters,
    unconfirmed,
    confirmed: row.confirmed,
    isOverdue: unconfirmed > 0 && age > confirmDays * 24 * 60 * 60 * 1_000,
    madeBy: row.maker,
    madeAt: madeAt.toISOString(),
    status: statusOf(row),
    pages: row.pages,
    bytes: row.size === null ? null : Number(row.size),
    sha256: row.sha256?.toString('hex') ?? null,
    deletesAt: row.nonce && finishedAt ? new Date(finishedAt.getTime() + keepBatchMilliseconds).toISOString() : null,
  };
}

function statusOf({ sha256, nonce, isGivenUp }: BatchRow): LetterBatch['status'] {
  if (sha256 === null) return isGivenUp ? 'failed' : 'waiting';
  return nonce === null ? 'deleted' : 'ready';
}

/**
 * Puts the waiting letters of a case into a new batch, oldest first. Letters with an incomplete
 * address stay queued, and those about a decision that no longer counts are cancelled.
 * @returns the batch's ID; undefined if no letter waits
 */
export async function makeLetterBatch(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  by: string,
  caseId: string,
): Promise<string | undefined> {
  const { database, keys, now } = context;
  const { rows: outdated } = await sql<{ id: string }>`
    select letter.id ${queuedByPost([caseId])} and not ${isNeeded(sql.table('letter'))}`.execute(database);
  for (const { id } of outdated) await cancelOutdated(context, id);
  return database.transaction().execute(async (transaction) => {
    // Two people who act at the same time must not make two batches of the same letters.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`letter-batches ${caseId}`}, 28))`.execute(transaction);
    // In the order in which transactions lock claims.
    const { rows: waiting } = await sql<{ id: string }>`
      select id from (
        select letter.id, letter.claim_id
        ${queuedByPost([caseId])} and ${addressProblem(sql`letter.address`)} is null and ${isNeeded(sql.table('letter'))}
        order by letter.queued_at, letter.id limit ${maxLettersPerBatch}
      ) chosen order by claim_id, id`.execute(transaction);
    if (waiting.length === 0) return undefined;
    const at = now();
    const id = randomUUID();
    const number = await findNextNumber(transaction, caseId);
    const row = await transaction
      .insertInto('letter_batches')
      .values({
        id,
        case_id: caseId,
        number,
        made_at: at,
        made_by: by,
        letters: waiting.length,
        due_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (let from = 0; from < waiting.length; from += lettersPerTurn) {
      const ids = waiting.slice(from, from + lettersPerTurn).map((letter) => letter.id);
      const letters = await lockLetters(transaction, ids);
      // Until it was locked, a claim could be purged, or its decision changed.
      const isChanged = letters.length !== ids.length || letters.some(({ status }) => status !== 'queued');
      if (isChanged || (await findOutdated(transaction, ids)).length > 0)
        throw consoleProblem('conflict', 'Some of these letters have just changed. Create the batch again.');
      const changes = ids.map((letterId) => ({ id: letterId, status: 'in-batch', batch_id: id }));
      await changeLetters(transaction, keys, at, letters, changes, (letter) => ({
        kind: 'letter-batched',
        details: { letterId: letter.id, batchId: id, by },
      }));
    }
    await addRecordEntry(transaction, { kind: 'letter-batch', id }, at, {
      kind: 'letter-batch-made',
      details: { by, caseId, number, letters: waiting.length },
      rows: hashRow('letter_batches', row, keys),
    });
    return id;
  });
}

async function findNextNumber(transaction: Database, caseId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('letter_batches')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
