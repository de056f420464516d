import { settlement } from '@redress/content/settlement';
import { storeIdRequest } from '@redress/server/site/lost-ids/id-requests';
import { fillSearchNow, forgetUnusedNameWords } from '@redress/server/console/search/fill-search';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { listRetentions, planPurge, selectPlan } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims, type PurgeContext, purgeIdRequests, purgeMembers } from '@redress/server/operations/purge/purge';
import { forgetRareNames } from '@redress/server/console/integrity/purge-integrity';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findIssues } from '../../setup/find-issues.ts';
import { type Browser, expectProblem, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { beforeDeadline, keys, memberOf, useTestServer } from '../../setup/test-server.ts';
import { readAnswers } from '../../setup/stored-answers.ts';
import { useFolder } from '../../setup/folders.ts';

const server = useTestServer();
let context: PurgeContext & { readonly settlement: typeof settlement };
let consumer: Browser;
const mailFolder = useFolder();
const numbers = { consumer: '', agent: '', individual: '' };
const consumerKey = randomUUID();

const lostNotice = {
  caseId: 'brand-drug',
  language: 'en',
  formKey: 'a-page-for-lost-ids',
  suspectedMachine: false,
  answers: {
    name1: 'Jane Doe',
    street1: '1 Main Street',
    city: 'Phoenix',
    state: 'Arizona',
    zip: '85001',
    email: 'jane.doe@example.com',
  },
} as const;
const pdf = (name: string) => Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n% ${name}\n${'x'.repeat(500)}`);
/** Claims filed by July 17, 2025 are kept for seven years, until the end of July 17, 2032. */
const lastMoment = new Date('2032-07-18T03:59:00Z');
const firstMoment = new Date('2032-07-18T04:01:00Z');

beforeAll(async () => {
  context = {
    database: server.database,
    keys,
    store: await openUploadStore(server.documentFolder),
    uploadFolder: server.uploadFolder,
    mailFolder,
    settlement,
    now: () => server.now,
  };
  consumer = await logInBrowser(server.app, memberOf(0));
  numbers.consumer = (await consumer.fileClaim(goodAnswers, consumerKey)).body.claimNumber;
  await consumer.upload(numbers.consumer, [
    { name: 'Jane one.pdf', bytes: pdf('one') },
    { name: 'Jane two.pdf', bytes: pdf('two') },
  ]);
  const payor = await openForm(server.app);
  numbers.agent = (await fileTpp(payor, agentAnswers)).body.claimNumber;
  const data = Buffer.from(
    'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|Amount Paid\nAlder|x|1|AZ|1\n',
  );
  await payor.upload(numbers.agent, [{ name: 'alder plan.txt', bytes: data }], 'TppClaimants');
  await server.query(`insert into row_sketches select document_id, claim_id, '{7}', '{1}', true from data_checks`);
  numbers.individual = (await fileIndividual(await openForm(server.app), individualAnswers)).body.claimNumber;
  for (const name of [`receipt-${numbers.consumer}`, `status-code-${numbers.consumer}-${randomUUID()}`])
    await writeFile(join(mailFolder, `${name}.eml`), 'To: jane.doe@example.com');
  await storeIdRequest(server.database, { ...lostNotice, requestedAt: server.now });
  await seal();
  await fillSearchNow(context);
  await scoreNewClaimsNow({ ...context, keys });
  await server.query('insert into claim_scores_due select id from claims');
  await server.query(`insert into claim_key_hubs select key, 'phone', 201, '{}' from claim_keys limit 1`);
  await server.query("insert into staff (name, email, created_at) values ('A', 'a@b.example', now())");
  await server.query(
    `insert into neutral_marks (id, case_id, kind, claim_id, keys, reason, at, staff_id)
     select gen_random_uuid(), 'brand-drug', 'known-helper', claim_id, array[key], 'Jane Doe helps', now(), staff.id
     from claim_keys, staff limit 1`,
  );
});

const seal = () => sealHistory({ database: server.database, keys, now: () => server.now });
async function purgeAll(purgeContext: PurgeContext = context): Promise<number> {
  let purged = 0;
  for (const retention of listRetentions(context)) {
    purged += await purgeClaims(purgeContext, retention);
    await purgeMembers(purgeContext, retention);
    await purgeIdRequests(purgeContext, retention);
  }
  await forgetUnusedNameWords(purgeContext.database);
  if (purged > 0) await forgetRareNames(purgeContext.database);
  return purged;
}
/** Every row of every table as text. */
async function everything(): Promise<string> {
  const tables = await server.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => server.query(`select row_to_json(t)::text as row from ${name} t`)),
  );
  return texts.flatMap((rows) => rows.map(({ row }) => String(row))).join('\n');
}
const statuses = async () =>
  Object.fromEntries(
    (await server.query<{ number: string; status: string }>('select number, status from claims')).map((row) => [
      row.number,
      row.status,
    ]),
  );

test('nothing is deleted before the end of the last day, in the court’s time zone', async () => {
  server.now = lastMoment;
  const before = await everything();
  expect((await planPurge(context)).cases).toMatchObject([
    { caseId: 'brand-drug', lastDay: '2032-07-17', claims: 0, classMembers: 0, retainedClaims: 2 },
    // Filed on July 1, 2025, after the deadline of that case: the seven years start then.
    { caseId: 'savings-club', lastDay: '2032-04-17', claims: 1, retainedClaims: 0 },
  ]);
  server.now = new Date('2032-07-02T03:59:00Z');
  expect((await planPurge(context)).cases.map(({ claims }) => claims)).toEqual([0, 0]);
  expect(await purgeAll()).toBe(0);
  expect(await everything()).toBe(before);
  server.now = firstMoment;
  expect((await planPurge(context)).cases.map(({ claims }) => claims)).toEqual([2, 1]);
});

test('the plan does not look at the claims past retention again for each claim', async () => {
  for (const retention of listRetentions(context)) {
    const { rows } = await sql<Record<string, string>>`explain ${selectPlan(retention)}`.execute(server.database);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Filter: .*filed_at/);
    // With too many rows for a hash table, it would be searched for each claim.
    expect(plan).not.toMatch(/Filter: .*SubPlan/);
  }
});

test('the database refuses partial purges', async () => {
  const refused = [
    [`update claims set status = 'purged'`, /claims_purged_hold_nothing|keeps the answers/],
    [`update claims set answers = '{}', summary = '[]'`, 'keeps the answers'],
    [
      `update claims set status = 'purged', answers = '{}', summary = '[]', notice_id = null, name = null, email = null, zip = null,
       state = null, amount = null, quantity = null, late = not late`,
      'keeps the answers',
    ],
    [`update claims set email = null`, 'keeps the answers'],
    ['delete from claim_tax_ids', 'keeps the answers'],
  ] as const;
  for (const [sql, message] of refused) await expect(server.query(sql)).rejects.toThrow(message);
});

const tablesOfPersonalData =
  `claim_tax_ids claim_documents data_checks claim_observations row_sketches claim_keys claim_signals
  claim_scores_due claim_key_hubs name_frequencies uploads receipt_outbox class_members staged_documents
  id_requests member_search member_search_due name_words`.split(/\s+/);

describe('a purge', () => {
  // Whole numbers, because hashes have any digits.
  const personal =
    /jane|doe|Núñez|Zoë|larkmoor|alder|birch|harbor|example\.com|(?<![\da-f])85001(?![\da-f])|Phoenix|\b200000000\b|300000001|602.?555.?01/i;
  /** The data before the purge. */
  let before: {
    readonly text: string;
    readonly filled: number[];
    readonly plan: Awaited<ReturnType<typeof planPurge>>;
  };
  let purged: number;
  beforeAll(async () => {
    const text = await everything();
    const filled: number[] = [];
    for (const table of ['claim_observations', 'row_sketches', 'claim_keys', 'claim_signals', 'claim_scores_due'])
      filled.push((await server.query(`select from ${table}`)).length);
    server.now = firstMoment;
    // Refreshes its cookies.
    await consumer.session();
    before = { text, filled, plan: await planPurge(context) };
    purged = await purgeAll();
  });

  test('deletes all personal data', async () => {
    expect(before.text).toMatch(personal);
    expect(before.filled).not.toContain(0);
    expect(before.plan.withoutRule).toEqual([]);
    expect(before.plan.cases[0]).toMatchObject({ claims: 2, documents: 3, classMembers: 3, idRequests: 1 });
    expect(purged).toBe(3);
    const left = await everything();
    expect(left).not.toMatch(personal);
    expect(await server.listStored()).toEqual([]);
    // Only the empty folder of files that are being written is left.
    expect(await readdir(server.documentFolder)).toEqual(['.parts']);
    expect(await readdir(mailFolder)).toEqual([]);
    for (const table of tablesOfPersonalData) expect(await server.query(`select * from ${table}`)).toEqual([]);

    expect(await server.query('select keys, reason from neutral_marks')).toEqual([
      { keys: ['0'], reason: 'Deleted with the claim' },
    ]);
  });

  test('leaves history and seals intact, and what is counted', async () => {
    expect(await statuses()).toEqual(Object.fromEntries(Object.values(numbers).map((number) => [number, 'purged'])));
    const [kept] = await server.query('select * from claims where number = $1', [numbers.agent]);
    const facts = { form_id: 'tpp', case_id: 'brand-drug', language: 'en', documents_due: true, late: false };
    expect(kept).toMatchObject(facts);
    expect(kept?.['answers_hash']).toHaveLength(32);
    const history = await server.query(
      'select kind, details from claim_history where claim_id = $1 order by position',
      [kept?.['id']],
    );
    expect(history.map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored', 'claim-purged']);
    expect(history.at(-1)?.['details']).toEqual({ documents: 1, taxIds: 3 });
    expect(await findIssues(context, { readDocuments: true })).toEqual([]);
    await seal();
    expect(await findIssues(context, { readDocuments: true })).toEqual([]);
    // Claims are still listed and counted, without anything of their claimants.
    expect(
      await server.query(`select distinct status, name || name_norm || state || zip as text, amount from claim_search`),
    ).toEqual([{ status: 'purged', text: '', amount: null }]);
    expect(
      await server.query('select form_id, status, claims from claim_counts where claims <> 0 order by form_id'),
    ).toEqual([
      { form_id: 'consumer', status: 'purged', claims: '1' },
      { form_id: 'individual', status: 'purged', claims: '1' },
      { form_id: 'tpp', status: 'purged', claims: '1' },
    ]);
    // Purged claims do not count as missing documents.
    expect(await server.query('select * from claims_missing_documents')).toEqual([]);
    // A second purge has nothing to do.
    expect(await purgeAll()).toBe(0);
  });

  test('cannot be undone, and nothing is added to a purged claim', async () => {
    const refusedAfter = [
      [`update claims set status = 'filed'`, 'keeps the answers'],
      [`update claims set answers = '{"name1": "x"}'`, /keeps the answers/],
      [
        `insert into claim_documents (id, claim_id, name, storage_key, status, created_at)
       select gen_random_uuid(), id, 'x', number, 'arriving', now() from claims`,
        'takes no documents',
      ],
      [
        `insert into uploads (id, claim_id, name, size, created_at) select gen_random_uuid(), id, 'x', 1, now() from claims`,
        'takes no documents',
      ],
    ] as const;
    for (const [sql, message] of refusedAfter) await expect(server.query(sql)).rejects.toThrow(message);
  });

  test('lets a browser that still has a claim get expected answers, not server errors', async () => {
    const receipt = await consumer.send('GET', `/api/claims/${numbers.consumer}/receipt.pdf`);
    expectProblem(receipt, 403, 'not-your-claim');
    const upload = await consumer.upload(numbers.consumer, [{ name: 'x.pdf', bytes: pdf('x') }]);
    expectProblem(upload, 403, 'not-your-claim');
    expect(await server.listStored()).toEqual([]);
    // The same form again does not make a new claim, and its answers are not compared with the hash.
    const again = await consumer.fileClaim(goodAnswers, consumerKey);
    expectProblem(again, 409, 'key-used-for-other-answers');
    expect(again.text).toContain(numbers.consumer);
    expect(Object.keys(await statuses())).toHaveLength(3);
    // The class members are deleted.
    const login = await consumer.logIn(memberOf(0));
    expect([login.status, login.text]).toEqual([200, '']);
    expect(await readAnswers(server.database, keys, numbers.consumer)).toBeUndefined();
  });
});

/** Two claims that are due again at `firstMoment`, one of them with a document. */
async function fileAgain(key = randomUUID()) {
  server.now = beforeDeadline;
  const form = await openForm(server.app);
  const agent = (await fileTpp(form, agentAnswers, key)).body.claimNumber;
  await form.upload(agent, [{ name: 'plan.pdf', bytes: pdf(agent) }], 'TppClaimants');
  const individual = (await fileIndividual(form, individualAnswers)).body.claimNumber;
  server.now = firstMoment;
  await seal();
  return { agent, individual };
}

test('a purge that fails at any file starts over, and deletes everything', async () => {
  const filed = [...Object.values(await fileAgain()), ...Object.values(await fileAgain())];
  for (let dies = 0; dies < 2; dies += 1) {
    let removed = 0;
    const store = {
      ...context.store,
      remove(key: string) {
        removed += 1;
        if (removed > dies) throw new Error('killed');
        return context.store.remove(key);
      },
    };
    await expect(purgeAll({ ...context, store })).rejects.toThrow('killed');
    const now = await statuses();
    expect(new Set(filed.map((number) => now[number]))).toEqual(new Set(['filed']));
  }
  expect(await purgeAll()).toBe(4);
  expect(await server.listStored()).toEqual([]);
  expect(await findIssues(context, { readDocuments: true })).toEqual([]);
});

test('the history can be sealed while a purge removes files', async () => {
  await fileAgain();
  // Something to be sealed.
  await fileTpp(await openForm(server.app), agentAnswers);
  let seals: readonly unknown[] | undefined;
  const store = {
    ...context.store,
    async remove(key: string) {
      seals ??= await seal();
      await context.store.remove(key);
    },
  };
  expect(await purgeAll({ ...context, store })).toBe(2);
  expect(seals).toHaveLength(1);
  expect(await findIssues(context, { readDocuments: true })).toEqual([]);
});

test('a claim with pending files is purged once they have arrived', async () => {
  const { agent } = await fileAgain();
  const upload = randomUUID();
  await server.query(
    `insert into uploads (id, claim_id, name, size, created_at) select $1, id, 'jane.pdf', 9, now() from claims where number = $2`,
    [upload, agent],
  );
  await purgeAll();
  expect((await statuses())[agent]).toBe('filed');
  expect(await findIssues(context, { readDocuments: true })).toEqual([]);
  await server.query('delete from uploads');
  expect(await purgeAll()).toBe(1);
  expect(await findIssues(context, { readDocuments: true })).toEqual([]);
});

test('concurrent purges, while claims come in, purge each claim once', async () => {
  const { agent, individual } = await fileAgain();
  const filing = (async () => {
    const browser = await openForm(server.app);
    return Promise.all(Array.from({ length: 5 }, () => fileTpp(browser, agentAnswers)));
  })();
  await Promise.all([purgeAll(), purgeAll(), purgeAll()]);
  await purgeAll();
  const answers = await filing;
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const counts = await server.query<{ count: string }>(
    `select count(*) from claim_history join claims on claims.id = claim_id
     where kind = 'claim-purged' and number = any($1) group by claim_id`,
    [[agent, individual]],
  );
  expect(counts.map(({ count }) => Number(count))).toEqual([1, 1]);
  expect(await findIssues(context, { readDocuments: true })).toEqual([]);
});

test('staged documents of a purged claim’s form are deleted, and those of other forms stay', async () => {
  const key = randomUUID();
  await fileAgain(key);
  for (const [formKey, name] of [
    [key, 'hers'],
    ['another-form-of-somebody', 'theirs'],
  ] as const) {
    await mkdir(join(server.documentFolder, 'posted'), { recursive: true });
    await writeFile(join(server.documentFolder, 'posted', name), name);
    await server.query(
      `insert into staged_documents (id, form_key, name, storage_key, type, size, sha256, created_at)
       values (gen_random_uuid(), $1, $2, 'posted/' || $2, 'pdf', 4, sha256($2::text::bytea), now())`,
      [formKey, name],
    );
  }
  await purgeAll();
  expect(await server.query('select name from staged_documents')).toEqual([{ name: 'theirs' }]);
  expect(await server.listStored()).toEqual([join(server.documentFolder, 'posted', 'theirs')]);
  expect(await readFile(join(server.documentFolder, 'posted', 'theirs'), 'utf8')).toBe('theirs');
});

test('late claims and requests for lost IDs are kept for seven years from their day', async () => {
  server.now = new Date('2027-03-01T12:00:00Z');
  const { claimNumber } = (await fileTpp(await openForm(server.app), agentAnswers)).body;
  await storeIdRequest(server.database, { ...lostNotice, formKey: 'a-later-page', requestedAt: server.now });
  server.now = firstMoment;
  await purgeAll();
  expect((await statuses())[claimNumber]).toBe('filed');
  expect(await readAnswers(server.database, keys, claimNumber)).toMatchObject({
    classMembers: agentAnswers.classMembers,
  });
  expect(await server.query('select requested_at from id_requests')).toHaveLength(1);
  server.now = new Date('2034-03-02T12:00:00Z');
  await purgeAll();
  expect((await statuses())[claimNumber]).toBe('purged');
  expect(await server.query('select requested_at from id_requests')).toEqual([]);
});
