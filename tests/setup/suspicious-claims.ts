import { settlement } from '@redress/content/settlement';
import { scoreNewClaimsNow } from '@redress/server/integrity/score-claims';
import { individualAnswers, fileIndividual, openForm } from './sample-claims.ts';
import { keys, type TestServer } from './test-server.ts';

const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;

/** Files a claim without a login. Returns its number. */
export const fileAs = async (server: TestServer, answers: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await fileIndividual(await openForm(server.app), { ...withoutNotice, ...answers })).body.claimNumber;

/** Has the job score everything that waits. Chance, which picks by claim number, draws none of them. */
export async function scoreClaims({ database, now }: TestServer): Promise<void> {
  await scoreNewClaimsNow({ database, keys, settlement, now: () => now });
  await database.updateTable('claim_scores').set({ sampled: false }).where('sampled', '=', true).execute();
}

/**
 * Files claims of one person, who writes the first name in full or short, and has them scored: they
 * become a cluster. Returns their numbers and the cluster's ID.
 */
export async function fileCluster(
  server: TestServer,
  claims: number,
  person = { surname: 'Lindqvist', street: '7 Pier Road', phone: '503 555-0119' },
): Promise<{ readonly numbers: string[]; readonly id: string }> {
  const numbers: string[] = [];
  for (let index = 0; index < claims; index += 1)
    numbers.push(
      await fileAs(server, {
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
  return { numbers, id: member?.id ?? '' };
}
