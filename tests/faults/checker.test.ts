import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../setup/long-tests.ts';
import { check, type Evidence } from './check/check.ts';
import type { Finding } from './check/finding.ts';
import { faults } from './faults.ts';
import { breakAndRecover, type RunResult } from './run-fault.ts';
import { openTestFolder } from './environment/leftovers.ts';
import { type FaultEnvironment, openEnvironment } from './environment/environment.ts';
import { makeTemplate } from './environment/template.ts';

// A server is killed under load and then becomes idle. Then the test changes or removes one thing
// at a time, as if it had been lost, and the checker must report it.

let folder: string;
let environment: FaultEnvironment;
let result: RunResult;
let evidence: Evidence;

beforeAll(async () => {
  folder = await openTestFolder();
  const template = join(folder, 'template');
  await makeTemplate(template);
  environment = await openEnvironment({ folder: join(folder, 'environment'), parts: { template } });
  const fault = faults.find(({ name }) => name === 'kill-server');
  if (!fault) throw new Error('There is no such fault');
  ({ result, evidence } = await breakAndRecover(environment, { fault, run: 0, calmMilliseconds: 2_000 }));
}, 240_000);
afterAll(async () => {
  await environment.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * The checker's findings for a copy of the database after this change, made with all triggers
 * disabled.
 */
async function findAfter(change: string): Promise<readonly Finding[]> {
  const copy = `edited_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(evidence.connectionString);
  url.pathname = 'postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`create database ${copy} template redress`);
    url.pathname = copy;
    const planter = new pg.Client({ connectionString: url.href });
    await planter.connect();
    await planter.query('set session_replication_role = replica');
    const { rowCount } = await planter.query(change);
    await planter.end();
    expect(rowCount).toBe(1);
    return await check({ ...evidence, connectionString: url.href });
  } finally {
    await client.query(`drop database if exists ${copy} with (force)`);
    await client.end();
  }
}
const kindsOf = (findings: readonly Finding[]) => new Set(findings.map(({ kind }) => kind));

test('a server that is killed under load loses nothing, and the checker finds nothing', () => {
  expect(result.findings).toEqual([]);
  expect(result.claimsAnswered).toBeGreaterThan(5);
  expect(result.documentsAnswered).toBeGreaterThan(2);
});

const anyClaim = '(select min(id) from claims)';
const anyDocument = `(select min(id::text)::uuid from claim_documents where status = 'stored')`;
const changes: readonly [string, Finding['kind'], string][] = [
  ['a claim is removed', 'claim-lost', `delete from claims where id = ${anyClaim}`],
  [
    'a claim is stored twice',
    'claim-unsent',
    `insert into claims (id, number, form_id, form_version, case_id, language, filed_at, late, documents_expected, documents_due, suspected_machine, answers, summary, answers_hash)
     overriding system value
     select 1000000, '0000000000', form_id, form_version, case_id, language, filed_at, late, documents_expected, documents_due, suspected_machine, answers, summary, answers_hash
     from claims where id = ${anyClaim}`,
  ],
  [
    'an answer is changed',
    'claim-changed',
    `update claims set answers = jsonb_set(answers, '{city}', '"Elsewhere"') where id = ${anyClaim}`,
  ],
  ['an answer is removed', 'claim-changed', `update claims set answers = answers - 'signature' where id = ${anyClaim}`],
  ['a claim has another number', 'claim-changed', `update claims set number = '0000000000' where id = ${anyClaim}`],
  [
    'the time of filing is a millisecond off',
    'claim-changed',
    `update claims set filed_at = filed_at + interval '1 millisecond' where id = ${anyClaim}`,
  ],
  [
    'a tax ID is removed',
    'claim-changed',
    'delete from claim_tax_ids where (claim_id, path) = (select claim_id, path from claim_tax_ids order by 1, 2 limit 1)',
  ],
  [
    'one bit of a tax ID is changed',
    'claim-changed',
    `update claim_tax_ids set encrypted = set_bit(encrypted, 240, 1 - get_bit(encrypted, 240))
     where (claim_id, path) = (select claim_id, path from claim_tax_ids order by 1, 2 limit 1)`,
  ],
  [
    'a tax ID is moved to another place',
    'claim-changed',
    `update claim_tax_ids set path = 'elsewhere' where (claim_id, path) = (select claim_id, path from claim_tax_ids order by 1, 2 limit 1)`,
  ],
  [
    'the first entry of a history is removed',
    'half-claim',
    `delete from claim_history where claim_id = ${anyClaim} and position = 1`,
  ],
  [
    'the last entry of a history is removed',
    'unverified',
    `delete from claim_history where (claim_id, position) = (select claim_id, max(position) from claim_history where claim_id = ${anyClaim} group by 1)`,
  ],
  [
    'the time of an entry is changed',
    'history-broken',
    `update claim_history set at = at + interval '1 millisecond' where claim_id = ${anyClaim} and position = 1`,
  ],
  [
    'the details of an entry are changed',
    'history-broken',
    `update claim_history set details = details || '{"late": "perhaps"}' where claim_id = ${anyClaim} and position = 1`,
  ],
  ['the row of a document is removed', 'document-lost', `delete from claim_documents where id = ${anyDocument}`],
  [
    'the hash of a document is changed',
    'document-lost',
    `update claim_documents set sha256 = set_bit(sha256, 0, 1 - get_bit(sha256, 0)) where id = ${anyDocument}`,
  ],
  [
    'only part of a document is stored',
    'orphan',
    `insert into claim_documents (id, claim_id, name, storage_key, status, created_at) values (gen_random_uuid(), ${anyClaim}, 'a', 'a/b', 'arriving', now())`,
  ],
  ['a receipt is not owed any more', 'receipt-lost', 'delete from outbox where id = (select min(id) from outbox)'],
  [
    'a receipt was never sent',
    'receipt-lost',
    'update outbox set done_at = null, outcome = null where id = (select min(id) from outbox)',
  ],
  [
    'a receipt is queued twice',
    'receipt-twice',
    `insert into outbox (claim_id, kind, created_at, due_at, done_at, outcome)
     select claim_id, kind, created_at, due_at, done_at, outcome from outbox where id = (select min(id) from outbox)`,
  ],
  [
    'a seal is removed',
    'unverified',
    'delete from history_seals where position = (select max(position) from history_seals)',
  ],
  [
    'the root of a seal is changed',
    'unverified',
    'update history_seals set root = set_bit(root, 0, 1 - get_bit(root, 0)) where position = 1',
  ],
  [
    'an entry no longer has a seal',
    'unverified',
    `update claim_history set id = id + 1000 where claim_id = ${anyClaim} and position = 1`,
  ],
];
/** The first change of each kind of finding is tried in every run. */
const firsts = changes.filter(([, kind], index) => changes.findIndex(([, other]) => other === kind) === index);
test.each(isLongRun ? changes : firsts)('the checker reports when %s', async (_what, kind, change) => {
  expect(kindsOf(await findAfter(change))).toContain(kind);
});

const documentsFolder = () => join(environment.dataFolder, 'documents');
async function aStoredFile(): Promise<string> {
  const client = new pg.Client({ connectionString: evidence.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(
      `select storage_key as key from claim_documents where id = ${anyDocument}`,
    );
    return join(documentsFolder(), rows[0]?.key ?? '');
  } finally {
    await client.end();
  }
}

test('the checker reports a document that is changed by one byte, truncated or missing', async () => {
  const path = await aStoredFile();
  const bytes = await readFile(path);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(0) ^ 1, 0);
  for (const [other, kind] of [
    [changed, 'document-changed'],
    [bytes.subarray(1), 'document-changed'],
    [undefined, 'document-lost'],
  ] as const) {
    await (other ? writeFile(path, other) : rm(path));
    expect(kindsOf(await check(evidence))).toContain(kind);
    await writeFile(path, bytes);
  }
  expect(await check(evidence)).toEqual([]);
});

test('the checker reports bytes without a record', async () => {
  for (const path of [join(documentsFolder(), 'left'), join(environment.dataFolder, 'uploads', randomUUID())]) {
    await writeFile(path, 'left over');
    expect(kindsOf(await check(evidence))).toContain('orphan');
    await rm(path);
  }
});

test('the checker reports a receipt that was not sent, went to a wrong address, or belongs to no claim', async () => {
  const [first, ...others] = [...evidence.received];
  const [messageId = ''] = first ?? [];
  const wrong: (readonly [string, readonly string[]])[][] = [
    others,
    [...others, [messageId, ['somebody.else@example.com']]],
    [...evidence.received, ['receipt-0000000000@localhost', ['a@example.com']]],
  ];
  for (const received of wrong)
    expect(kindsOf(await check({ ...evidence, received: new Map(received) }))).toContain('receipt-lost');
});

test('the checker reports a claim that was never sent completely, and a response that nobody should get', async () => {
  const { claims } = evidence.sent;
  const [claim] = claims.filter(({ answered }) => answered);
  const unsent = claims.map((sent) => (sent === claim ? { ...sent, isSent: false } : sent));
  expect(kindsOf(await check({ ...evidence, sent: { ...evidence.sent, claims: unsent } }))).toContain('claim-unsent');
  const odd = [{ request: 'POST /api/TppClaimants', status: 500, text: '' }];
  expect(kindsOf(await check({ ...evidence, sent: { ...evidence.sent, unexpectedResponses: odd } }))).toContain(
    'unexpected-response',
  );
});
