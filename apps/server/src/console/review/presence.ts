import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';

/** Seconds after which a silent person counts as away. Pages report every 15 seconds. */
const presenceSeconds = 45;

/** Records that a person is viewing a claim, and returns the names of the other viewers. */
export async function notePresence(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  claimId: string,
  staffId: string,
): Promise<string[]> {
  const at = now();
  await database.transaction().execute((transaction) =>
    sql`
    insert into claim_presence (claim_id, staff_id, seen_at) values (${claimId}, ${staffId}, ${at})
    on conflict (claim_id, staff_id) do update set seen_at = excluded.seen_at`.execute(transaction),
  );
  const others = await database
    .selectFrom('claim_presence')
    .innerJoin('staff', 'staff.id', 'claim_presence.staff_id')
    .select('staff.name')
    .where('claim_id', '=', claimId)
    .where('staff_id', '<>', staffId)
    .where('seen_at', '>', new Date(at.getTime() - presenceSeconds * 1_000))
    .orderBy('staff.name')
    .execute();
  return others.map(({ name }) => name);
}

/** Deletes the records of people who are away. */
export async function forgetPresence({ database, now }: Pick<ConsoleContext, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - presenceSeconds * 1_000);
  await database.deleteFrom('claim_presence').where('seen_at', '<', before).execute();
}
