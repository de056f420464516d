import type { Waiting, WaitingClaims, WaitingKind } from '@redress/contract/console/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import { figureLabels } from './figure-labels.ts';

type WaitingContext = Pick<ConsoleContext, 'database' | 'settlement' | 'isScanned'>;
type Queue = Exclude<WaitingKind, 'documents'>;

/** A queue is short unless something is broken, so this is enough. */
const maxDocuments = 10_000;
const maxListed = 50;

/** SQL: claim and time of each document in a queue, oldest first, from the queue's own index. */
const queues: Readonly<Record<Queue, RawBuilder<unknown>>> = {
  scan: sql`(select claim_id, stored_at as since from claim_documents where scan = 'waiting' and status = 'stored')`,
  'data-check': sql`(select claim_id, created_at as since from data_checks where finished_at is null)`,
};
/** Without a scanner, documents would wait for a scan forever, so that queue is left out. */
const queuesOf = ({ isScanned }: WaitingContext): Queue[] => (isScanned ? ['scan', 'data-check'] : ['data-check']);

/** Counts claims that wait for the server's scan or check. */
export async function countWaitingDocuments(
  context: WaitingContext,
  cases: readonly string[],
  max = maxDocuments,
): Promise<Waiting[]> {
  const counts = queuesOf(context).map(async (what): Promise<Waiting> => {
    const { rows } = await sql<{ claims: number; isExact: boolean; since: Date | null }>`
      select count(distinct id)::int as claims, count(*) <= ${max} as "isExact", min(since) as since from (
        select claims.id, since from ${queues[what]} as queue join claims on claims.id = claim_id
        where case_id = any(${cases}::text[]) order by since limit ${max + 1}
      ) as waiting`.execute(context.database);
    const { claims = 0, isExact = true, since = null } = rows[0] ?? {};
    return { what, claims, isExact, since: since?.toISOString() ?? null };
  });
  return Promise.all(counts);
}

/** The claims in a queue, longest waiting first. */
export async function listWaitingClaims(
  context: WaitingContext,
  cases: readonly string[],
  what: Queue,
): Promise<WaitingClaims['claims']> {
  if (!queuesOf(context).includes(what)) return [];
  const labels = figureLabels(context.settlement, cases);
  const { rows } = await sql<{ number: string; form: string; since: Date }>`
    select number, form_id as form, min(since) as since
    from ${queues[what]} as queue join claims on claims.id = claim_id
    where case_id = any(${cases}::text[])
    group by claims.id order by min(since), claims.id limit ${maxListed}`.execute(context.database);
  return rows.map(({ number, form, since }) => ({
    number,
    form: labels.labelOf('form', form),
    since: since.toISOString(),
  }));
}
