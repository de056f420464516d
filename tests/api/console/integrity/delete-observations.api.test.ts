import { settlement } from '@redress/content/settlement';
import { keyOf } from '@redress/server/console/integrity/blocking-keys';
import { deleteOldObservations } from '@redress/server/console/integrity/delete-observations';
import { addNeutralMark } from '@redress/server/console/integrity/neutral-marks';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPerson } from '../../../setup/console.ts';
import { fileIndividual, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { scoreClaims } from '../../../setup/suspicious-claims.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();

/** Strangers in one library, whose program fills the form in within a second. */
async function fileHurriedly(at: string, surname: string, index: number): Promise<void> {
  server.now = new Date(at);
  const observations = { visibleSeconds: 1, typed: 9, pasted: 0, filled: 0, other: 0, automated: true };
  const { status } = await fileIndividual(await openForm(server.app), {
    ...individualAnswers,
    noticeId: '',
    name1: `Zoë ${surname}`,
    street1: `${index} Elm Street`,
    phone1: `503555012${index}`,
    email: `p${index}@example.com`,
    observations,
  });
  expect(status).toBe(201);
}

test('keys and signals of what was observed are deleted with the observations; those of later claims stay', async () => {
  await fileHurriedly('2025-04-01T12:00:00Z', 'Lindqvist', 1);
  await fileHurriedly('2025-04-01T12:00:00Z', 'Moreau', 2);
  await fileHurriedly('2025-07-01T12:00:00Z', 'Okafor', 3);
  await scoreClaims(server);
  const observed = await server.query<{ claim_id: string; form_id: string; address: string; browser: string }>(
    `select claim_id, form_id, encode(address_hash, 'hex') as address, encode(browser_hash, 'hex') as browser
     from claim_observations join claims on claims.id = claim_id order by claim_id`,
  );
  const keysOf = observed.map(({ claim_id: id, form_id: formId, address, browser }) => ({
    id,
    network: keyOf(formId, 'network', address),
    browser: keyOf(formId, 'browser', browser),
  }));
  const [{ id: claimId, network } = { id: '', network: '' }] = keysOf;
  const all = keysOf.flatMap((each) => [each.network, each.browser]);
  const stored = () =>
    server.query('select claim_id as id, key from claim_keys where key = any($1) order by claim_id, key', [all]);
  const expectedOf = (claims: typeof keysOf) =>
    claims.flatMap(({ id, ...own }) =>
      Object.values(own)
        .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
        .map((key) => ({ id, key })),
    );
  expect(await stored()).toEqual(expectedOf(keysOf));
  const others = () => server.query('select * from claim_keys where key <> all($1) order by key, claim_id', [all]);
  const othersBefore = await others();
  const hub = `insert into claim_key_hubs (key, kind, claims, summary) values ($1, 'network', 300, '{}')`;
  await server.query(hub, [network]);
  const { id: staffId } = await createPerson(server.connectionString, ['reviewer'], server.now);
  const mark = { id: randomUUID(), kind: 'shared-place', claimId, reason: 'library', staffId } as const;
  const context = { keys, settlement, now: () => server.now };
  await server.database.transaction().execute((transaction) => addNeutralMark(transaction, context, mark));
  const kept = () =>
    server.query(
      `select (select count(*)::int from claim_key_hubs where key = $1) as hubs,
         (select count(*)::int from neutral_marks where $1 = any(keys)) as marks`,
      [network],
    );
  const observedSignals = () =>
    server.query(
      `select claim_id as id, signal from claim_signals where signal in ('automation', 'filling') order by 1, 2`,
    );
  const deleteAt = (moment: string) =>
    deleteOldObservations({ database: server.database, settlement, now: () => new Date(moment) });

  await deleteAt('2025-10-15T04:01:00Z');
  expect(await stored()).toEqual(expectedOf(keysOf.slice(2)));
  expect(await kept()).toEqual([{ hubs: 1, marks: 1 }]);
  const { id } = keysOf[2] ?? {};
  expect(await observedSignals()).toEqual(['automation', 'filling'].map((signal) => ({ id, signal })));

  await deleteAt('2025-12-29T12:01:00Z');
  expect(await stored()).toEqual([]);
  expect(await kept()).toEqual([{ hubs: 0, marks: 0 }]);
  expect(await others()).toEqual(othersBefore);
});
