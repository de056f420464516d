import { settlement } from '@redress/content/settlement';
import { fillBatch, fillSearchNow } from '@redress/server/console/search/fill-search';
import { migrate } from '@redress/server/platform/database/migrate';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { workUntilCut } from '../../../setup/cut-connection.ts';
import { checkDataFiles } from '../../../setup/data-checks.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { createTestDatabase } from '../../../setup/test-database.ts';
import {
  beforeDeadline,
  keys,
  memberOf,
  startTestServer,
  type TestServer,
  useTestServer,
} from '../../../setup/test-server.ts';
import { commitAfterLater } from '../../../setup/fill-search.ts';

const fill = () => fillSearchNow({ database: server.database, keys, settlement });

const server = useTestServer();
beforeEach(() => {
  server.now = beforeDeadline;
});

const rowOf = async (number: string) => {
  const [row] = await server.query(
    `select status, documents_missing, data_errors, late, duplicate, name, terms::text as terms from claim_search
     where number = $1`,
    [number],
  );
  return row;
};

/** The counts are those of the rows. */
async function expectCounts({ query }: TestServer): Promise<void> {
  const facets = `case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, high_value, queued_by_rule, reopened`;
  const order = `order by ${facets}`;
  const counted = await query(
    `select ${facets}, count(*) as claims, coalesce(sum(amount), 0)::numeric(24, 4) as amount
     from claim_search group by ${facets} ${order}`,
  );
  expect(await query(`select * from claim_counts where claims <> 0 ${order}`)).toEqual(counted);
}
/** Every claim has a row. */
async function expectComplete(of = server): Promise<void> {
  await expectCounts(of);
  const missing = 'select number from claims where id not in (select claim_id from claim_search)';
  expect(await of.query(missing)).toEqual([]);
}

/** Without a Notice ID, documents are due. */
const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
const pdf = Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n${'x'.repeat(500)}`);

test('what happens to a claim changes its row and the counts: documents, a data check, a late and a second claim', async () => {
  const individual = await openForm(server.app);
  const { claimNumber } = (await fileIndividual(individual, withoutNotice)).body;
  await fill();
  expect(await rowOf(claimNumber)).toMatchObject({ status: 'waiting-documents', documents_missing: true });
  await expectComplete();

  await individual.upload(claimNumber, [{ name: 'receipt.pdf', bytes: pdf }], 'IndividualClaimants');
  const agent = await openForm(server.app);
  const payorNumber = (await fileTpp(agent, agentAnswers)).body.claimNumber;
  const data = 'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|Amount Paid\nAlder|x|1|AZ|1\n';
  await agent.upload(payorNumber, [{ name: 'purchases.txt', bytes: Buffer.from(data) }], 'TppClaimants');
  await fill();
  expect(await rowOf(claimNumber)).toMatchObject({ status: 'ready', documents_missing: false });
  expect(await rowOf(payorNumber)).toMatchObject({ data_errors: false });

  await checkDataFiles(server);
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
  await expectComplete();
});

test('a name that is cut within a letter keeps neither its claim nor later ones from being found', async () => {
  // The first characters stand for 18 each, and of the last one, half is beyond the limit.
  const name1 = `${'ﷺ'.repeat(11)}a𠮷`;
  const file = async (answers: object) =>
    (await fileIndividual(await openForm(server.app), { ...withoutNotice, ...answers })).body.claimNumber;
  const numbers = [await file({ name1 }), await file({})];
  await fill();
  for (const [index, name] of [name1, 'Zoë Lindqvist'].entries())
    expect(await rowOf(numbers[index] ?? '')).toMatchObject({ name });
  await expectComplete();
});

test('an entry that is committed after later ones is not skipped', async () => {
  const file = async (answers: typeof withoutNotice) =>
    (await fileIndividual(await openForm(server.app), answers)).body.claimNumber;
  const claimNumber = await file(withoutNotice);
  await fill();
  const meanwhile = () => file(individualAnswers);
  const later = await commitAfterLater(server, claimNumber, { meanwhile, fill, lock: 7324918 });
  expect(await rowOf(later)).toMatchObject({ status: 'ready' });
  expect(await rowOf(claimNumber)).toMatchObject({ status: 'ready', documents_missing: false });
  await expectComplete();
});

test('a process that is killed in the middle leaves nothing counted twice, and another one goes on', async () => {
  const own = await startTestServer();
  onTestFinished(() => own.close());
  const { connectionString } = own;
  await generateClaims({ connectionString, keys, settlement, claims: 240, add: false, onProgress: () => {} });
  await own.query('truncate claim_search, claim_counts');
  await own.query('update claim_search_progress set version = 0');
  const fillAll = async (database = own.database) => {
    while (await fillBatch({ database, keys, settlement }, 50));
  };
  for (const [statement, times] of [
    ['insert into claim_counts', 2],
    ['update "claim_search_progress"', 3],
  ] as const) {
    await workUntilCut(own, { statement, times }, fillAll);
    const written = await own.query('select from claim_search');
    expect([written.length > 0, written.length < 240]).toEqual([true, true]);
    await expectCounts(own);
  }
  await fillAll();
  await expectComplete(own);
  const progress = await own.query(
    'select last_entry = (select max(id) from claim_history) as done, derived_to from claim_search_progress',
  );
  expect(progress).toEqual([{ done: true, derived_to: null }]);
});

test('a release that derives rows otherwise derives all of them again', async () => {
  const early = (await fileIndividual(await openForm(server.app), individualAnswers)).body.claimNumber;
  await fill();
  await server.query(`update claim_search set name = 'as an earlier release derived it'`);
  const members = 'select count(*)::int from member_search where name_norm <>';
  await server.query(`update member_search set name_norm = 'as an earlier release derived it'`);
  await server.query('update claim_search_progress set version = 0');
  const { claimNumber } = (await fileIndividual(await openForm(server.app), withoutNotice)).body;
  await fill();
  expect(await rowOf(early)).toMatchObject({ name: 'Zoë Lindqvist' });
  expect(await rowOf(claimNumber)).toMatchObject({ name: 'Zoë Lindqvist' });
  expect(await server.query(`${members} 'as an earlier release derived it'`)).toEqual(
    await server.query(`${members} ''`),
  );
  await expectComplete();
});

test('a process of an earlier release leaves the rows to those of the newer one', async () => {
  await server.query('update claim_search_progress set version = 1000');
  onTestFinished(() => void server.query('update claim_search_progress set version = 0'));
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
