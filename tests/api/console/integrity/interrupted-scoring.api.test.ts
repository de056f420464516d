import { settlement } from '@redress/content/settlement';
import { type Database, openDatabase } from '@redress/server/platform/database/pool';
import { compareClusters } from '@redress/server/console/integrity/compare-clusters';
import { addNeutralMark, withdrawNeutralMark } from '@redress/server/console/integrity/neutral-marks';
import { scoreNewClaimsNow, scoreNext } from '@redress/server/console/integrity/score-claims';
import { recordVerdict } from '@redress/server/console/integrity/verdicts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { createPerson } from '../../../setup/console.ts';
import { workUntilCut } from '../../../setup/cut-connection.ts';
import { duringBatch } from '../../../setup/suspicious-claims.ts';
import { keys, type TestServer, useTestServer } from '../../../setup/test-server.ts';
import { commitAfterLater } from '../../../setup/fill-search.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

let staffId: string;
const server = useTestServer();
beforeAll(async () => {
  staffId = (await createPerson(server.connectionString, ['supervisor'], server.now)).id;
});

const contextOf = ({ database, log, now }: TestServer) => ({ database, keys, settlement, now: () => now, log });
const score = () => scoreNewClaimsNow(contextOf(server));
const strangers = { name1: 'Ada Moreau', street1: '1 Elm St', zip: '97301', phone1: '', email: 'ada@moreau.com' };
const alone = { name1: 'Ann Only', street1: '1 Single Way', zip: '04401', phone1: '', email: 'ann@only.example.com' };
const idOf = async (number: string) =>
  (await server.query<{ id: string }>('select id from claims where number = $1', [number]))[0]?.id ?? '';
const signalsOf = async (number: string) =>
  server.query<{ signal: string; points: number }>(
    'select signal, points from claim_signals where claim_id = $1 order by signal',
    [await idOf(number)],
  );
const isScored = async (number: string) =>
  (await server.query('select from claim_scores where claim_id = $1', [await idOf(number)])).length === 1;
const markOf = async (number: string, id: string = randomUUID()) =>
  ({ id, kind: 'known-helper', claimId: await idOf(number), reason: 'translator', staffId }) as const;
const addMark = (mark: Awaited<ReturnType<typeof markOf>>) =>
  server.database.transaction().execute((transaction) => addNeutralMark(transaction, contextOf(server), mark));

/** Strangers with one phone. */
const surnames = ['Lindqvist', 'Moreau', 'Okafor', 'Novak', 'Tanaka', 'Patel', 'Silva', 'Kowalski'];
const fileStranger = (index: number, phone1: string, first = 'Zoë') =>
  fileWithoutNotice(server, {
    name1: `${first} ${surnames[index]}`,
    street1: `${index + 1} Elm Street`,
    zip: `9720${index + 1}`,
    email: `p${index}@example.com`,
    phone1,
  });

test('a verdict is told to the claims that share a contact, also to those of a batch that is being scored', async () => {
  const [first, second] = [await fileStranger(0, '6175550119'), await fileStranger(1, '6175550119')];
  await score();
  expect(await signalsOf(second)).toEqual([]);
  const third = await fileStranger(2, '6175550119');
  const claim = { id: await idOf(first), number: first };
  const verdict = { requestId: randomUUID(), claim, verdict: 'machine', reason: 'looked at', staffId } as const;
  const record = (recorded: Parameters<typeof recordVerdict>[2]) =>
    server.database.transaction().execute((transaction) => recordVerdict(transaction, contextOf(server), recorded));
  await duringBatch(server, () => record(verdict));
  await score();
  for (const number of [second, third])
    expect(await signalsOf(number)).toContainEqual({ signal: 'fraud-contact', points: 6 });
  // The last finding counts.
  const { id: colleague } = await createPerson(server.connectionString, ['supervisor'], server.now);
  await record({ ...verdict, requestId: randomUUID(), verdict: 'genuine', staffId: colleague });
  await score();
  for (const number of [second, third])
    expect(await signalsOf(number)).not.toContainEqual({ signal: 'fraud-contact', points: 6 });
});

test('a mark that is added or withdrawn during a batch counts for the claims of the batch, too', async () => {
  const phone = '6175550177';
  const first = await fileStranger(0, phone, 'Uma');
  for (const index of [1, 2, 3, 4]) await fileStranger(index, phone, 'Uma');
  await score();
  const shared = { signal: 'shared-phone', points: 7 };
  expect(await signalsOf(first)).toContainEqual(shared);
  const mark = await markOf(first);
  const sixth = await fileStranger(5, phone, 'Uma');
  await duringBatch(server, () => addMark(mark));
  await score();
  for (const number of [first, sixth]) expect(await signalsOf(number)).not.toContainEqual(shared);
  const seventh = await fileStranger(6, phone, 'Uma');
  await duringBatch(server, () =>
    server.database
      .transaction()
      .execute((transaction) => withdrawNeutralMark(transaction, contextOf(server), { id: mark.id, staffId })),
  );
  await score();
  expect(await signalsOf(seventh)).toContainEqual(shared);
});

/** As if a release before had stored other keys, and counted otherwise. */
async function pretendUpdate({ query }: TestServer): Promise<void> {
  await query('update claim_keys set key = key # 77');
  await query('update claim_key_hubs set key = key # 77, claims = claims + 3');
  await query('update name_frequencies set name = name # 77, claims = claims + 3');
  await query('update integrity_counts set claims = claims + 3');
  await query('update neutral_marks set keys = array(select key # 77 from unnest(keys) as key)');
  await query('update integrity_progress set catalog = catalog - 1');
}

const allKeys = 'select key, claim_id, brief from claim_keys order by 1, 2, 3';
test('a mark stays in force after an update, and until all keys are there, none can be added', async () => {
  const number = await fileWithoutNotice(server);
  await fileWithoutNotice(server, { name1: 'Ada Moreau' });
  await score();
  expect(await addMark(await markOf(number))).toBe('added');
  // The keys of a mark are a set.
  const marks = 'select id, array(select unnest(keys) order by 1) as keys from neutral_marks order by id';
  const before = await server.query(marks);
  await pretendUpdate(server);
  expect(await server.query(marks)).not.toEqual(before);
  expect(await addMark(await markOf(number))).toBe('not-yet');
  await score();
  expect(await server.query(marks)).toEqual(before);
  expect(await addMark(await markOf(number))).toBe('added');
});

test('while somebody reads the old keys, they stay and nothing is scored', async () => {
  await fileWithoutNotice(server);
  await score();
  await pretendUpdate(server);
  const later = await fileWithoutNotice(server, strangers);
  const reader = new pg.Client({ connectionString: server.connectionString });
  await reader.connect();
  try {
    await reader.query('begin; lock table claim_keys in access share mode');
    const keysBefore = await server.query(allKeys);
    await expect(score()).rejects.toThrow(/lock timeout/);
    expect(await server.query(allKeys)).toEqual(keysBefore);
    expect(await isScored(later)).toBe(false);
    await reader.query('commit');
  } finally {
    await reader.end();
  }
  await score();
  expect(await isScored(later)).toBe(true);
});

test('a process of the release before leaves all scoring to the newer one', async () => {
  const first = await fileWithoutNotice(server);
  await score();
  const claim = await fileWithoutNotice(server, strangers);
  await server.query(`update integrity_progress set catalog = catalog + 1, rescored_to = '0'`);
  onTestFinished(() => void server.query('update integrity_progress set catalog = catalog - 1'));
  await server.query('insert into claim_scores_due values ($1)', [await idOf(first)]);
  const before = await server.query('select * from integrity_progress');
  await score();
  expect(await server.query('select * from integrity_progress')).toEqual(before);
  expect(await server.query('select from claim_scores_due')).toHaveLength(1);
  expect(await server.query('select from claim_keys where claim_id = $1', [await idOf(claim)])).toEqual([]);
});

test('an entry that is committed after later ones is not skipped', async () => {
  const number = await fileWithoutNotice(server, alone);
  await score();
  const meanwhile = () => fileWithoutNotice(server, strangers);
  const later = await commitAfterLater(server, number, { meanwhile, fill: score, lock: 7324931 });
  const documents = await server.query(
    `select from claim_keys where claim_id = $1 and key not in (select key from claim_keys where claim_id <> $1)`,
    [await idOf(number)],
  );
  expect(documents.length).toBeGreaterThan(0);
  expect(await isScored(later)).toBe(true);
});

describe('in batches of a hundred, 240 claims', () => {
  const other = useTestServer();
  let second: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    second = openDatabase(other.connectionString, () => {});
    const { connectionString } = other;
    await generateClaims({ connectionString, keys, settlement, claims: 240, add: false, onProgress: () => {} });
  });
  afterAll(() => second.close());
  beforeEach(() => {
    other.now = new Date('2025-08-01T12:00:00Z');
  });

  const scoreBatches = async (database: Database = other.database) => {
    while (await scoreNext({ ...contextOf(other), database }, 100));
  };
  const scoreUntilCut = (statement: string, times: number) => workUntilCut(other, { statement, times }, scoreBatches);
  const stored = [
    allKeys,
    'select key, kind, claims from claim_key_hubs order by 1',
    'select claim_id, other_id, kinds, decibans, strong from claim_links order by 1, 2',
    'select name, claims from name_frequencies order by 1',
    'select form_id, kind, value, claims from integrity_counts order by 1, 2, 3',
    'select claim_id, duplicate, machine, duplicate_reached, machine_reached, sampled from claim_scores order by 1',
    'select claim_id, signal, level, strength, points, arguments from claim_signals order by 1, 2',
    // Clusters by their members: IDs differ.
    'select array_agg(claim_id order by claim_id) as members from claim_cluster_members group by cluster_id order by 1',
  ];
  const readStored = () => Promise.all(stored.map((text) => other.query(text)));
  /** As before the first start. */
  async function forgetScores(): Promise<void> {
    await other.query(`truncate claim_keys, claim_key_hubs, claim_links, name_frequencies, integrity_counts, claim_scores,
      claim_signals, claim_cluster_members, claim_clusters, claim_scores_due cascade`);
    await other.query('update integrity_progress set catalog = 0');
  }
  async function expectStored(expected: readonly unknown[][]): Promise<void> {
    for (const [index, rows] of (await readStored()).entries()) expect(rows, stored[index]).toEqual(expected[index]);
  }

  test('are counted once when processes die in the middle, as when two score them at once', async () => {
    await scoreUntilCut('insert into claim_keys', 1);
    await scoreUntilCut('insert into claim_history', 1);
    await scoreUntilCut('insert into claim_signals', 1);
    await scoreBatches();
    const resumed = await readStored();
    const entries = `select claim_id, count(*)::int as entries from claim_history where kind = 'claim-scored' group by 1 order by 1`;
    const reached = `select claim_id, 1 as entries from claim_scores where duplicate_reached or machine_reached order by 1`;
    expect(await other.query(entries)).toEqual(await other.query(reached));
    expect(resumed[5]).toHaveLength(240);
    expect(await compareClusters(contextOf(other))).toBe(0);

    await forgetScores();
    await Promise.all([scoreBatches(), scoreBatches(second.database)]);
    await scoreBatches();
    await expectStored(resumed);
  });

  test('have after an update the keys, links and scores of a new database, whatever dies or is filed meanwhile', async () => {
    await forgetScores();
    await scoreBatches();
    await pretendUpdate(other);
    const progress: unknown[] = [];
    for (const [statement, times] of [
      ['truncate claim_keys', 1],
      ['insert into claim_keys', 2],
      ['insert into name_frequencies', 1],
      ['update "integrity_progress"', 2],
      ['insert into claim_signals', 2],
    ] as const) {
      await scoreUntilCut(statement, times);
      // One that repeats an older claim.
      if (progress.length < 3)
        await fileWithoutNotice(other, { name1: `Zoe ${progress.length < 2 ? 'Lindqvist' : 'Moreau'}` });
      progress.push(...(await other.query('select keyed_to, rescored_to from integrity_progress')));
    }
    expect(progress).toEqual([
      { keyed_to: null, rescored_to: null },
      { keyed_to: '100', rescored_to: '0' },
      { keyed_to: '100', rescored_to: '0' },
      { keyed_to: '200', rescored_to: '0' },
      { keyed_to: null, rescored_to: '0' },
    ]);
    await scoreBatches();
    const updated = await readStored();
    expect(updated[5]).toHaveLength(243);
    expect(await compareClusters(contextOf(other))).toBe(0);

    await forgetScores();
    await scoreBatches();
    await other.query(`update integrity_progress set rescored_to = '0'`);
    await scoreBatches();
    await expectStored(updated);
  });
});
