import { type LeasedClaim, leaseSeconds, type Queue } from '@redress/contract/console/review';
import { type Kysely, sql } from 'kysely';
import { type DeriveContext, findMissingDocuments } from '../search/derive-rows.ts';
import { pauseFilling, refreshPaused } from '../search/fill-search.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { ensureReviews } from './change-status.ts';
import { type Candidate, findCandidates, isFreeFor } from './find-candidates.ts';
import { countQueue, queueConditions } from './queue-counts.ts';

type LeaseContext = Pick<ConsoleContext, 'database' | 'now' | 'settlement'>;

/** The claim on the screen, and the claims that the page has fetched in advance. */
export const maxLeases = 3;
/** The advisory lock of a person's leases. The number is arbitrary. */
export const lockClass = 7_324_933;

const leaseEnd = (at: Date): Date => new Date(at.getTime() + leaseSeconds * 1_000);

interface Asked {
  readonly queue: Queue;
  readonly cases: readonly string[];
  readonly staffId: string;
  readonly skip: readonly string[];
}

/**
 * Leases a queue's next free claim to a person. Two people who ask at once never get the same
 * claim: a lease changes the review in one statement, under a lock.
 * @throws ProblemError `conflict` when the person already has the maximum number of leases
 */
export async function leaseNext(context: LeaseContext, asked: Asked): Promise<LeasedClaim> {
  const { database, now, settlement } = context;
  const remaining = () => countQueue(database, asked.queue, asked.cases, asked.staffId);
  const held = await database.transaction().execute((transaction) => findHeldOrFree(transaction, context, asked));
  // The person has leased this claim already, for example before the page was reloaded.
  if (held !== undefined) return { number: held, remaining: await remaining() };
  for (let after: Candidate | undefined; ;) {
    const candidates = await findCandidates(database, settlement, { ...asked, at: now() }, after);
    for (const candidate of candidates.filter(({ isFree }) => isFree)) {
      const number = await database
        .transaction()
        .setIsolationLevel('read committed')
        .execute((transaction) => tryLease(transaction, context, candidate.id, asked));
      if (number !== undefined) return { number, remaining: await remaining() };
    }
    after = candidates.at(-1);
    if (!after) return { number: null, remaining: await remaining() };
  }
}

/**
 * Renews and returns a leased claim of the queue that the page does not know of. Otherwise ends
 * such leases in other queues, if there would be too many.
 * @throws ProblemError `conflict` when the page knows of as many leases as allowed
 */
async function findHeldOrFree(
  transaction: Kysely<Tables>,
  { now }: LeaseContext,
  { queue, cases, staffId, skip }: Asked,
): Promise<string | undefined> {
  await lockLeases(transaction, staffId);
  const at = now();
  const conditions = sql.join(queueConditions(queue, cases), sql` and `);
  const { rows: leases } = await sql<{ id: string; number: string; matches: boolean }>`
    select claims.id, claims.number, (${queue.mine !== true} or review.assignee is not distinct from ${staffId}::uuid)
      and exists (select from claim_search where claim_id = claims.id and ${conditions}) as matches
    from claim_review review join claims on claims.id = review.claim_id
    where leased_by = ${staffId} and leased_until > ${at}
    order by leased_until`.execute(transaction);
  const unknown = leases.filter(({ number }) => !skip.includes(number));
  const held = unknown.find(({ matches }) => matches);
  if (held) {
    await setLeaseEnd(transaction, staffId, held.id, leaseEnd(at));
    return held.number;
  }
  if (leases.length < maxLeases) return undefined;
  const [oldest] = unknown;
  if (!oldest)
    throw consoleProblem(
      'conflict',
      `You already have ${maxLeases} claims open, perhaps in another window. Decide them or go back to the queues first.`,
    );
  await setLeaseEnd(transaction, staffId, oldest.id, at);
  return undefined;
}

const lockLeases = (transaction: Kysely<Tables>, staffId: string) =>
  sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${staffId}))`.execute(transaction);

const setLeaseEnd = (transaction: Kysely<Tables>, staffId: string, claimId: string, until: Date) =>
  transaction
    .updateTable('claim_review')
    .set({ leased_until: until })
    .where('claim_id', '=', claimId)
    .where('leased_by', '=', staffId)
    .execute();

/** Returns the claim's number, or undefined when another person has it or it has changed. */
async function tryLease(
  transaction: Kysely<Tables>,
  context: LeaseContext,
  claimId: string,
  { queue, staffId }: Pick<Asked, 'queue' | 'staffId'>,
): Promise<string | undefined> {
  await lockLeases(transaction, staffId);
  const at = context.now();
  const { count } = await transaction
    .selectFrom('claim_review')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('leased_by', '=', staffId)
    .where('leased_until', '>', at)
    .executeTakeFirstOrThrow();
  // Two windows may ask at the same moment.
  if (Number(count) >= maxLeases) throw new ProblemError('conflict');
  // A claim that another person is taking or changing is skipped. One that is assigned to this
  // person is not, because no one else can have it: it comes in its turn, even while it is being
  // scored.
  const claim = await transaction
    .selectFrom('claims')
    .select('number')
    .where('id', '=', claimId)
    .where('status', '=', 'filed')
    .forNoKeyUpdate()
    .$if(queue.mine !== true, (query) => query.skipLocked())
    .executeTakeFirst();
  if (!claim) return undefined;
  await ensureReviews(transaction, context, [claimId]);
  const leased = await transaction
    .updateTable('claim_review')
    .set({
      status: 'in-review',
      leased_by: staffId,
      leased_until: leaseEnd(at),
      reopened: sql<boolean>`reopened or status = 'disputed'`,
    })
    .where('claim_id', '=', claimId)
    .where(isFreeFor(staffId, at))
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n ? claim.number : undefined;
}

export async function endLease(
  { database, now }: Pick<LeaseContext, 'database' | 'now'>,
  staffId: string,
  claimId: string,
): Promise<void> {
  await setOwnLease(database, { staffId, claimId, at: now(), until: now() });
}

/** Renews a lease that has not ended. */
export async function renewLease(
  { database, now }: Pick<LeaseContext, 'database' | 'now'>,
  staffId: string,
  claimId: string,
): Promise<void> {
  await setOwnLease(database, { staffId, claimId, at: now(), until: leaseEnd(now()) });
}

const setOwnLease = (
  database: Database,
  { staffId, claimId, at, until }: { staffId: string; claimId: string; at: Date; until: Date },
) =>
  database
    .transaction()
    .execute((transaction) =>
      transaction
        .updateTable('claim_review')
        .set({ leased_until: until })
        .where('claim_id', '=', claimId)
        .where('leased_by', '=', staffId)
        .where('leased_until', '>', at)
        .execute(),
    );

/** Claims per transaction. */
const batchSize = 200;

/**
 * Ends expired leases, which restores the claims' statuses, and updates the search rows of leased
 * claims. Neither adds to the history, so the search job does not see them.
 */
export async function settleLeases(context: LeaseContext & DeriveContext): Promise<void> {
  const { database, now } = context;
  const at = now();
  const { rows: changed } = await sql<{ id: string; isOver: boolean }>`
    select review.claim_id as id, leased_until <= ${at} as "isOver" from claim_review review
    left join claim_search search on search.claim_id = review.claim_id
    where leased_until is not null and (leased_until <= ${at} or search.status <> review.status)
    order by 1 limit ${batchSize}`.execute(database);
  if (changed.length === 0) return;
  const ended = changed.flatMap(({ id, isOver }) => (isOver ? id : []));
  await database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await pauseFilling(transaction);
      // No document arrives between looking for it and the new status. A claim that is being
      // changed is settled a second later.
      const { rows } = await sql<{ id: string }>`
        select id from claims where id = any(${ended}::bigint[]) order by id for no key update skip locked`.execute(
        transaction,
      );
      const settled = rows.map(({ id }) => id);
      const missing = await findMissingDocuments(transaction, context, settled);
      // A reopened claim stays in review until it is decided.
      await sql`
        update claim_review review set leased_by = null, leased_until = null,
          status = case
            when review.reopened or review.status <> 'in-review' then review.status
            when review.claim_id = any(${[...missing]}::bigint[]) then 'waiting-documents'
            else 'ready'
          end
        where review.claim_id = any(${settled}::bigint[]) and leased_until <= ${at}`.execute(transaction);
      await refreshPaused(transaction, context, changed);
    });
}
