import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/claim-search/fill-search';
import { dataCheckJobs } from '@redress/server/data-checks/data-check-jobs';
import { migrate, readMigrations } from '@redress/server/database/migrate';
import { openDatabase } from '@redress/server/database/pool';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateClaims } from '../../generate/generate-claims.ts';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { createTestDatabase, editRows } from '../../setup/test-database.ts';
import { keys, memberOf, secret, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let opened: ReturnType<typeof openDatabase>;
const fill = () => fillSearchNow({ database: opened.database, keys, settlement });

beforeEach(async () => {
  server = await startTestServer();
  opened = openDatabase(server.connectionString, () => {});
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const rowOf = async (number: string) => {
  const [row] = await server.query(
    `select status, documents_missing, data_errors, late, duplicate, name, terms::text as terms from claim_search
     where number = $1`,
    [number],
  );
  return row;
};

/** The counts are those of the rows, and every claim has a row. */
async function expectCounts(claims: number): Promise<void> {
  const facets = `case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, high_value, queued_by_rule, reopened`;
  const order = `order by ${facets}`;
  const counted = await server.query(
    `select ${facets}, count(*) as claims, coalesce(sum(amount), 0)::numeric(24, 4) as amount
     from claim_search group by ${facets} ${order}`,
  );
  expect(await server.query(`select * from claim_counts where claims <> 0 ${order}`)).toEqual(counted);
  expect(counted.reduce((sum, row) => sum + Number(row['claims']), 0)).toBe(claims);
}

/** Without a Notice ID, documents are due. */
const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}`);

test('the migration locks the table of claims only after it has listed all class members', async () => {
  const place = await createTestDatabase();
  const migrations = await readMigrations();
  await migrate(place.url, new Set(migrations.map(({ name }) => name).filter((name) => name < '0018')));
  const { sql = '' } = migrations.find(({ name }) => name.startsWith('0018')) ?? {};
  const filled = 'insert into member_search_due select notice_id from class_members order by notice_id;\n';
  const end = sql.indexOf(filled) + filled.length;
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(`begin; ${sql.slice(0, end)}`);
  const locks = `select mode from pg_locks where relation = 'claims'::regclass and pid = pg_backend_pid()`;
  expect((await client.query(locks)).rows).toEqual([]);
  await client.query(sql.slice(end));
  expect((await client.query(locks)).rows).toContainEqual({ mode: 'ShareRowExclusiveLock' });
  await client.end();
  await place.drop();
});

test('what happens to a claim changes its row and the counts: documents, a data check, a late and a second claim', async () => {
  const individual = await openForm(server.app);
  const { claimNumber } = (await fileIndividual(individual, withoutNotice)).body;
  await fill();
  expect(await rowOf(claimNumber)).toMatchObject({ status: 'waiting-documents', documents_missing: true });
  await expectCounts(1);

  await individual.upload(claimNumber, [{ name: 'receipt.pdf', bytes: pdf }], 'IndividualClaimants');
  const agent = await openForm(server.app);
  const payorNumber = (await fileTpp(agent, agentAnswers)).body.claimNumber;
  const data = 'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|Amount Paid\nAlder|x|1|AZ|1\n';
  await agent.upload(payorNumber, [{ name: 'purchases.txt', bytes: Buffer.from(data) }], 'TppClaimants');
  await fill();
  expect(await rowOf(claimNumber)).toMatchObject({ status: 'ready', documents_missing: false });
  expect(await rowOf(payorNumber)).toMatchObject({ data_errors: false });

  const store = await openUploadStore(server.documentFolder);
  const checks = dataCheckJobs({ database: opened.database, keys, store, settlement, now: () => server.now });
  const lease = { holder: randomUUID(), until: new Date(server.now.getTime() + 60_000) };
  const job = await checks.leases.leaseNext(lease, server.now);
  await checks.run(job?.id ?? '', lease.holder, new AbortController().signal);
  const browser = await logInBrowser(server.app, memberOf(0));
  await browser.fileClaim(goodAnswers);
  server.now = new Date('2026-03-01T12:00:00Z');
  const late = await logInBrowser(server.app, memberOf(0));
  const second = (await late.fileClaim(goodAnswers)).body.claimNumber;
  await fill();
  expect(await rowOf(payorNumber)).toMatchObject({ data_errors: true, status: 'waiting-documents' });
  expect(await rowOf(second)).toMatchObject({
    late: true,
    duplicate: true,
    terms: expect.stringContaining('flag:late'),
  });
  await expectCounts(4);
});

test('an entry that is committed after later ones is not skipped', async () => {
  const { claimNumber } = (await fileIndividual(await openForm(server.app), withoutNotice)).body;
  await fill();
  const slow = new pg.Client({ connectionString: server.connectionString });
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
       select gen_random_uuid(), id, 'a.pdf', 'a', 'stored', 'pdf', 1, sha256('a'), now(), now() from claims where number = $1`,
      [claimNumber],
    );
    await slow.query(
      `insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
       select claim_id, 2, now(), 'document-stored', '{}', hash, hash from claim_history join claims on claims.id = claim_id
       where number = $1`,
      [claimNumber],
    );
    const later = (await fileIndividual(await openForm(server.app), individualAnswers)).body.claimNumber;
    const filled = fill();
    await expect
      .poll(() => server.query(`select from pg_locks where locktype = 'advisory' and objid = 7324918 and granted`))
      .toHaveLength(1);
    await slow.query('commit');
    await filled;
    expect(await rowOf(later)).toMatchObject({ status: 'ready' });
    expect(await rowOf(claimNumber)).toMatchObject({ status: 'ready', documents_missing: false });
    await expectCounts(2);
  } finally {
    await slow.end();
  }
});

test('a process that is killed in the middle leaves nothing counted twice, and another one goes on', async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 1_200, add: false, onProgress: () => {} });
  await server.query('truncate claim_search, claim_counts');
  await server.query('update claim_search_progress set version = 0');
  const script = fileURLToPath(new URL('./fill-search-until-killed.ts', import.meta.url));
  for (const [statement, times] of [
    ['insert into claim_counts', '2'],
    ['update "claim_search_progress"', '3'],
  ] as const) {
    const child = spawn(process.execPath, [script, connectionString, secret, statement, times], { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const [written] = await server.query<{ count: number }>('select count(*)::int as count from claim_search');
    await expectCounts(written?.count ?? 0);
  }
  await fill();
  await expectCounts(1_200);
  expect(
    await server.query(
      'select last_entry = (select max(id) from claim_history) as done, derived_to from claim_search_progress',
    ),
  ).toEqual([{ done: true, derived_to: null }]);
});

test('a release that derives rows otherwise derives all of them again, with the histories of early releases', async () => {
  const early = (await fileIndividual(await openForm(server.app), individualAnswers)).body.claimNumber;
  await sealHistory({ database: opened.database, keys, now: () => server.now });
  await editRows(server.connectionString, 'update claim_history set seal = 1, id = null');
  await fill();
  expect(await rowOf(early)).toMatchObject({ name: 'Zoë Lindqvist' });

  await server.query(`update claim_search set name = 'as an earlier release derived it'`);
  await server.query('update claim_search_progress set version = 0');
  const { claimNumber } = (await fileIndividual(await openForm(server.app), withoutNotice)).body;
  await fill();
  expect(await rowOf(early)).toMatchObject({ name: 'Zoë Lindqvist' });
  expect(await rowOf(claimNumber)).toMatchObject({ name: 'Zoë Lindqvist' });
  await expectCounts(2);
});

test('a process of an earlier release leaves the rows to those of the newer one', async () => {
  await server.query('update claim_search_progress set version = 1000');
  const { claimNumber } = (await fileIndividual(await openForm(server.app), individualAnswers)).body;
  await fill();
  expect(await rowOf(claimNumber)).toBeUndefined();
});

test('an operator whose database user may not create extensions is told what to do', async () => {
  const place = await createTestDatabase('empty');
  const user = `owner_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: place.url });
  await admin.connect();
  try {
    await admin.query(`create role ${user} login password 'secret'`);
    await admin.query(`grant all on schema public to ${user}`);
    const url = new URL(place.url);
    url.username = user;
    url.password = 'secret';
    await expect(migrate(url.href)).rejects.toThrow(
      /needs the PostgreSQL extensions pg_trgm and fuzzystrmatch .*create extension pg_trgm; create extension fuzzystrmatch;/,
    );
    await admin.query('create extension pg_trgm; create extension fuzzystrmatch');
    await migrate(url.href);
    await admin.query(`reassign owned by ${user} to current_user; drop owned by ${user}`);
  } finally {
    await admin.query(`drop role if exists ${user}`).catch(() => {});
    await admin.end();
    await place.drop();
  }
});
