import { settlement } from '@redress/content/settlement';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import { withClient } from '@redress/server/platform/database/pool';
import { expect } from 'vitest';
import { fileWithoutNotice } from './sample-claims.ts';
import { keys, type TestServer } from './test-server.ts';

/**
 * Runs the job that scores claims. Leaves none in the random sample, which depends on claim
 * numbers.
 */
export async function scoreClaims({ database, now }: TestServer): Promise<void> {
  await scoreNewClaimsNow({ database, keys, settlement, now: () => now });
  await database.updateTable('claim_scores').set({ sampled: false }).where('sampled', '=', true).execute();
}

/**
 * Runs `during` while the job is in the middle of a batch, and waits for both. The batch has read
 * its data, and cannot write signals until `during` has ended or waits for the job.
 */
export async function duringBatch(server: TestServer, during: () => Promise<unknown>): Promise<void> {
  const waiting = async () =>
    (await server.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length;
  await withClient(server.connectionString, async (blocker) => {
    await blocker.query('begin; lock table claim_signals in share mode');
    const scoring = scoreClaims(server);
    await expect.poll(waiting).toBe(1);
    let hasEnded = false;
    const done = during().finally(() => (hasEnded = true));
    await expect.poll(async () => hasEnded || (await waiting()) > 1).toBe(true);
    await blocker.query('commit');
    await Promise.all([done, scoring]);
  });
}

const surnames = [
  'Aaltonen',
  'Okafor',
  'Moreau',
  'Tanaka',
  'Kowalski',
  'Silva',
  'Haddad',
  'Petrov',
  'Eriksen',
  'Banda',
];
/** Counts the people who filed on each server. */
const peopleOf = new WeakMap<TestServer, number>();

/** Each person differs from those before, and from that of `individualAnswers`. */
function nextPerson(server: TestServer) {
  const people = (peopleOf.get(server) ?? 0) + 1;
  peopleOf.set(server, people);
  const phone = `503 555-1${String(100 + (people % 100))}`;
  return { surname: surnames[people % surnames.length] ?? '', street: `${people} Orchard Lane`, phone };
}

/**
 * Files claims of one person, who writes the first name in full or short, and scores them, so that
 * they become a cluster. Returns their numbers and the cluster's ID.
 */
export async function fileCluster(server: TestServer, claims: number, person = nextPerson(server)) {
  const numbers: string[] = [];
  for (let index = 0; index < claims; index += 1)
    numbers.push(
      await fileWithoutNotice(server, {
        name1: `${index % 2 === 0 ? 'Robert' : 'Rob'} ${person.surname}`,
        street1: person.street,
        phone1: person.phone,
        email: `r${100 + index}@${person.surname.toLowerCase()}.example.com`,
      }),
    );
  await scoreClaims(server);
  const [member] = await server.query<{ id: string }>(
    'select cluster_id as id from claim_cluster_members join claims on claims.id = claim_id where number = $1',
    [numbers[0]],
  );
  return { numbers, id: member?.id ?? '', person };
}
