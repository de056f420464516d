import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/claim-search/fill-search';
import { openDatabase } from '@redress/server/database/pool';
import { compareClusters } from '@redress/server/integrity/compare-clusters';
import { addNeutralMark } from '@redress/server/integrity/neutral-marks';
import { workAtNight } from '@redress/server/integrity/nightly';
import { readClaimIntegrity } from '@redress/server/integrity/read-claim-integrity';
import { scoreNewClaimsNow } from '@redress/server/integrity/score-claims';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateClaims } from '../../generate/generate-claims.ts';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { createPerson } from '../../setup/console.ts';
import { fileIndividual, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { keys, memberOf, secret, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let opened: ReturnType<typeof openDatabase>;
const context = () => ({ database: opened.database, keys, settlement, now: () => server.now, log: server.log });
const score = () => scoreNewClaimsNow(context());

beforeEach(async () => {
  server = await startTestServer();
  opened = openDatabase(server.connectionString, () => {});
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}`);

async function fileAs(answers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fileIndividual(await openForm(server.app), { ...withoutNotice, ...answers });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.claimNumber;
}

const signalsOf = async (number: string) =>
  (
    await server.query<{ signal: string; level: string }>(
      `select signal, level from claim_signals join claims on claims.id = claim_id where number = $1 order by signal`,
      [number],
    )
  ).map(({ signal, level }) => `${signal}/${level}`);
const idOf = async (number: string) =>
  (await server.query<{ id: string }>('select id from claims where number = $1', [number]))[0]?.id ?? '';

test('whoever files twice is found by the second claim, which gets its flag, an entry and evidence', async () => {
  const first = await fileAs({});
  const second = await fileAs({ name1: 'Zoe Lindqvist', street1: '7 PIER RD', phone1: '(503) 555-0119' });
  await score();
  expect(await signalsOf(first)).not.toContain('same-person/address');
  expect(await signalsOf(second)).toContain('same-person/address');
  expect(await server.query(`select duplicate_reached, machine_reached from claim_scores order by claim_id`)).toEqual([
    { duplicate_reached: false, machine_reached: false },
    { duplicate_reached: true, machine_reached: false },
  ]);
  const entries = await server.query<{ number: string; details: unknown }>(
    `select number, details from claim_history join claims on claims.id = claim_id where kind = 'claim-scored'`,
  );
  expect(entries).toMatchObject([{ number: second, details: { duplicateReached: true, machineReached: false } }]);
  await fillSearchNow(context());
  expect(await server.query('select number from claim_search where duplicate')).toEqual([{ number: second }]);
  const read = await readClaimIntegrity(opened.database, context(), {
    id: await idOf(second),
    caseId: 'savings-club',
  });
  expect(read).toMatchObject({
    scored: true,
    cluster: { size: 2 },
    links: [{ claim: first }],
    duplicate: { reached: true, prior: -20, signals: [{ signal: 'same-person', claims: [first] }] },
  });
  const [signal] = read.duplicate.signals;
  expect(read.duplicate.decibans).toBeCloseTo(-20 + (signal?.counted ?? 0), 5);
  expect(signal?.evidence).toBe(`Name and address agree with claim ${first}.`);
});

test('a household is no duplicate, and its shared phone says nothing', async () => {
  const household = ['Zoë Lindqvist', 'Ada Lindqvist', 'Per Lindqvist', 'Ida Novak', 'Max Novak', 'Uma Patel'];
  for (const [index, name1] of household.entries()) await fileAs({ name1, email: `p${index}@example.com` });
  await score();
  expect(await server.query('select distinct signal from claim_signals')).toEqual([]);
  expect(await server.query('select count(*)::int as reached from claim_scores where duplicate_reached')).toEqual([
    { reached: 0 },
  ]);
});

test('five names with one phone at five addresses are told, also to the claims that came first', async () => {
  const names = ['Zoë Lindqvist', 'Ada Moreau', 'Per Okafor', 'Ida Novak', 'Max Tanaka'];
  const numbers: string[] = [];
  for (const [index, name1] of names.entries()) {
    numbers.push(
      await fileAs({
        name1,
        street1: `${index + 1} Elm Street`,
        zip: `9720${index + 1}`,
        email: `p${index}@example.com`,
      }),
    );
    if (index === 1) await score();
  }
  await score();
  for (const number of numbers) expect(await signalsOf(number)).toContain('shared-phone/five');
  expect(await server.query('select * from claim_scores_due')).toEqual([]);
});

test('a login by the own notice speaks for a claim; a second one by the same notice is a duplicate', async () => {
  const first = await logInBrowser(server.app, memberOf(0));
  const owner = (await first.fileClaim({ ...goodAnswers, name1: 'Jane Doe' })).body.claimNumber;
  const second = await logInBrowser(server.app, memberOf(0));
  const other = (await second.fileClaim({ ...goodAnswers, name1: 'Zoë Lindqvist' })).body.claimNumber;
  await score();
  expect(await signalsOf(owner)).toEqual(['own-notice/login']);
  expect(await signalsOf(other)).toEqual(expect.arrayContaining(['other-name/mismatch', 'same-notice/login']));
  // 18 for the notice and 5 for the name, from −20.
  expect(await server.query('select duplicate from claim_scores where claim_id = $1', [await idOf(other)])).toEqual([
    { duplicate: 3 },
  ]);
});

test('a file that comes with two claims is told of the later one, whenever it comes', async () => {
  const one = await openForm(server.app);
  const first = (await fileIndividual(one, withoutNotice)).body.claimNumber;
  const two = await openForm(server.app);
  const answers = {
    ...withoutNotice,
    name1: 'Ada Moreau',
    street1: '1 Elm St',
    zip: '97301',
    phone1: '',
    email: 'ada@moreau.com',
  };
  const second = (await fileIndividual(two, answers)).body.claimNumber;
  await score();
  expect(await signalsOf(second)).not.toContain('same-document/file');
  await one.upload(first, [{ name: 'a.pdf', bytes: pdf }], 'IndividualClaimants');
  await two.upload(second, [{ name: 'b.pdf', bytes: pdf }], 'IndividualClaimants');
  await score();
  expect(await signalsOf(second)).toContain('same-document/file');
});

const stored = [
  'select key, claim_id, brief from claim_keys order by 1, 2, 3',
  'select key, kind, claims from claim_key_hubs order by 1',
  'select claim_id, other_id, kinds, decibans, strong from claim_links order by 1, 2',
  'select name, claims from name_frequencies order by 1',
  'select form_id, kind, value, claims from integrity_counts order by 1, 2, 3',
  'select claim_id, duplicate, machine, duplicate_reached, machine_reached, sampled from claim_scores order by 1',
  'select claim_id, signal, level, strength, points, arguments from claim_signals order by 1, 2',
  'select form_id, week, signal, claims from signal_counts where claims <> 0 order by 1, 2, 3',
  // Clusters by their members: IDs differ.
  'select array_agg(claim_id order by claim_id) as members from claim_cluster_members group by cluster_id order by 1',
];

test('a process that is killed in the middle leaves nothing counted twice, and another one goes on', async () => {
  const { connectionString } = server;
  server.now = new Date('2025-08-01T12:00:00Z');
  await generateClaims({ connectionString, keys, settlement, claims: 2_400, add: false, onProgress: () => {} });
  const script = fileURLToPath(new URL('./score-claims-until-killed.ts', import.meta.url));
  for (const [statement, times] of [
    ['insert into claim_keys', '1'],
    ['insert into claim_signals', '2'],
    ['insert into claim_history', '2'],
  ] as const) {
    const child = spawn(process.execPath, [script, connectionString, secret, statement, times], { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  }
  await score();
  const resumed = await Promise.all(stored.map((text) => server.query(text)));
  const entries = `select claim_id, count(*)::int as entries from claim_history where kind = 'claim-scored' group by 1 order by 1`;
  expect(await server.query(entries)).toEqual(
    await server.query(
      'select claim_id, 1 as entries from claim_scores where duplicate_reached or machine_reached order by 1',
    ),
  );
  expect(resumed[5]).toHaveLength(2_400);
  expect(await compareClusters(context())).toBe(0);

  await server.query(`truncate claim_keys, claim_key_hubs, claim_links, name_frequencies, integrity_counts, claim_scores,
    claim_signals, signal_counts, claim_cluster_members, claim_clusters, claim_scores_due cascade`);
  await server.query('update integrity_progress set catalog = 0');
  await score();
  const inOneGo = await Promise.all(stored.map((text) => server.query(text)));
  for (const [index, rows] of inOneGo.entries()) expect(rows, stored[index]).toEqual(resumed[index]);
});

/** As if a release before had stored other keys, and counted otherwise. */
async function pretendUpdate(): Promise<void> {
  await server.query('update claim_keys set key = key # 77');
  await server.query('update claim_key_hubs set key = key # 77, claims = claims + 3');
  await server.query('update name_frequencies set name = name # 77, claims = claims + 3');
  await server.query('update integrity_counts set claims = claims + 3');
  await server.query('update neutral_marks set keys = array(select key # 77 from unnest(keys) as key)');
  await server.query('update integrity_progress set catalog = catalog - 1');
}

test(
  'after an update, keys, links and scores become those of a new database, whatever dies or is filed meanwhile',
  { timeout: 180_000 },
  async () => {
    const { connectionString } = server;
    server.now = new Date('2025-08-01T12:00:00Z');
    await generateClaims({ connectionString, keys, settlement, claims: 2_400, add: false, onProgress: () => {} });
    await score();
    await pretendUpdate();
    const script = fileURLToPath(new URL('./score-claims-until-killed.ts', import.meta.url));
    const progress: unknown[] = [];
    for (const [statement, times] of [
      ['truncate claim_keys', '1'],
      ['insert into claim_keys', '2'],
      ['insert into name_frequencies', '1'],
      ['update "integrity_progress"', '2'],
      ['insert into claim_signals', '2'],
    ] as const) {
      const child = spawn(process.execPath, [script, connectionString, secret, statement, times], { stdio: 'inherit' });
      const [, signal] = await once(child, 'exit');
      expect(signal).toBe('SIGKILL');
      // One that repeats an older claim.
      if (progress.length < 3) await fileAs({ name1: `Zoe ${progress.length < 2 ? 'Lindqvist' : 'Moreau'}` });
      progress.push(...(await server.query('select keyed_to, rescored_to from integrity_progress')));
    }
    expect(progress).toEqual([
      { keyed_to: null, rescored_to: null },
      { keyed_to: '1000', rescored_to: '0' },
      { keyed_to: '1000', rescored_to: '0' },
      { keyed_to: '2000', rescored_to: '0' },
      { keyed_to: null, rescored_to: '0' },
    ]);
    await score();
    const updated = await Promise.all(stored.map((text) => server.query(text)));
    expect(updated[5]).toHaveLength(2_403);
    expect(await compareClusters(context())).toBe(0);

    await server.query(`truncate claim_keys, claim_key_hubs, claim_links, name_frequencies, integrity_counts, claim_scores,
    claim_signals, signal_counts, claim_cluster_members, claim_clusters, claim_scores_due cascade`);
    await server.query('update integrity_progress set catalog = 0');
    await score();
    await server.query(`update integrity_progress set rescored_to = '0'`);
    await score();
    const inNew = await Promise.all(stored.map((text) => server.query(text)));
    for (const [index, rows] of inNew.entries()) expect(rows, stored[index]).toEqual(updated[index]);
  },
);

test('a mark stays in force after an update, and until all keys are there, none can be added', async () => {
  const numbers = [];
  for (const name1 of ['Zoë Lindqvist', 'Ada Moreau']) numbers.push(await fileAs({ name1 }));
  await score();
  const { id: staffId } = await createPerson(server.connectionString, ['reviewer'], server.now);
  const claimId = await idOf(numbers[0] ?? '');
  const add = () => {
    const mark = { id: randomUUID(), kind: 'shared-place', claimId, reason: 'A home', staffId } as const;
    return opened.database.transaction().execute((transaction) => addNeutralMark(transaction, context(), mark));
  };
  expect(await add()).toBe('added');
  const marks = 'select id, keys from neutral_marks';
  const before = await server.query(marks);
  await pretendUpdate();
  expect(await server.query(marks)).not.toEqual(before);
  expect(await add()).toBe('not-yet');
  await score();
  expect(await server.query(marks)).toEqual(before);
  expect(await add()).toBe('added');
});

test('while somebody reads the old keys, they stay and nothing is scored', async () => {
  await fileAs({});
  await score();
  await pretendUpdate();
  await fileAs({ name1: 'Ada Moreau' });
  const reader = new pg.Client({ connectionString: server.connectionString });
  await reader.connect();
  try {
    await reader.query('begin; lock table claim_keys in access share mode');
    const keysBefore = await server.query(stored[0] ?? '');
    await expect(score()).rejects.toThrow(/lock timeout/);
    expect(await server.query(stored[0] ?? '')).toEqual(keysBefore);
    expect(await server.query('select claim_id from claim_scores')).toHaveLength(1);
    await reader.query('commit');
  } finally {
    await reader.end();
  }
  await score();
  expect(await server.query('select claim_id from claim_scores')).toHaveLength(2);
});

test('a process of the release before leaves all scoring to the newer one', async () => {
  await fileAs({});
  await score();
  const claim = await fileAs({ name1: 'Ada Moreau' });
  await server.query(`update integrity_progress set catalog = catalog + 1, rescored_to = '0'`);
  await server.query('insert into claim_scores_due select claim_id from claim_scores');
  const before = await server.query('select * from integrity_progress');
  await score();
  expect(await server.query('select * from integrity_progress')).toEqual(before);
  expect(await server.query('select from claim_scores_due')).toHaveLength(1);
  expect(await server.query('select from claim_keys where claim_id = $1', [await idOf(claim)])).toEqual([]);
});

test('two processes at once score every claim once', async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 1_500, add: false, onProgress: () => {} });
  const another = openDatabase(connectionString, () => {});
  await Promise.all([score(), scoreNewClaimsNow({ ...context(), database: another.database })]);
  await score();
  await another.close();
  const [{ claims } = { claims: '' }] = await server.query<{ claims: string }>(
    `select sum(claims) as claims from integrity_counts where kind = 'claims'`,
  );
  expect(claims).toBe('1500');
  expect(await server.query('select key, claim_id from claim_keys group by 1, 2 having count(*) > 1')).toEqual([]);
});

test('at night, clusters that differ from their links are found and repaired', async () => {
  await fileAs({});
  await fileAs({ street1: '7 Pier Rd' });
  await fileAs({
    name1: 'Ada Moreau',
    street1: '1 Elm St',
    zip: '97301',
    phone1: '5035550177',
    email: 'adada@moreau.com',
  });
  await score();
  expect(await compareClusters(context())).toBe(0);
  const before = await server.query(stored.at(-1) ?? '');
  await server.query('delete from claim_cluster_members where claim_id = 2');
  await server.query(
    `with wrong as (insert into claim_clusters (case_id, size, changed_at) values ('savings-club', 1, now()) returning id)
     insert into claim_cluster_members select 3, id from wrong`,
  );
  expect(await compareClusters(context())).toBeGreaterThan(0);
  expect(await server.query(stored.at(-1) ?? '')).toEqual(before);
  expect(await compareClusters(context())).toBe(0);
});

test('after the deadline, all claims are linked once more, and only once', async () => {
  await fileAs({});
  await score();
  await workAtNight(context());
  const rescored = () => server.query('select rescored_to from integrity_progress');
  expect(await rescored()).toEqual([{ rescored_to: '0' }]);
  await score();
  expect(await rescored()).toEqual([{ rescored_to: null }]);
  await workAtNight(context());
  expect(await rescored()).toEqual([{ rescored_to: null }]);
});

test('an entry that is committed after later ones is not skipped', async () => {
  const number = await fileAs({});
  await score();
  const slow = new pg.Client({ connectionString: server.connectionString });
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
       select gen_random_uuid(), id, 'a.pdf', 'a', 'stored', 'pdf', 1, sha256('a'), now(), now() from claims where number = $1`,
      [number],
    );
    await slow.query(
      `insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
       select claim_id, 2, now(), 'document-stored', '{}', hash, hash from claim_history join claims on claims.id = claim_id
       where number = $1`,
      [number],
    );
    await fileAs({ name1: 'Ada Moreau' });
    const scored = score();
    await expect
      .poll(() => server.query(`select from pg_locks where locktype = 'advisory' and objid = 7324931 and granted`))
      .toHaveLength(1);
    await slow.query('commit');
    await scored;
    const documents = await server.query(
      `select from claim_keys where claim_id = $1 and key not in (select key from claim_keys where claim_id <> $1)`,
      [await idOf(number)],
    );
    expect(documents.length).toBeGreaterThan(0);
    expect(await server.query('select count(*)::int as scored from claim_scores')).toEqual([{ scored: 2 }]);
  } finally {
    await slow.end();
  }
});
