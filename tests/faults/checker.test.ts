import { CreateMultipartUploadCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { withClient } from '@redress/server/platform/database/pool';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasCeph } from '../setup/ceph-cluster.ts';
import { isLongRun } from '../setup/long-tests.ts';
import { openTestCeph } from '../setup/shared-ceph.ts';
import { check, type Evidence, type Finding } from './check.ts';
import { type FaultEnvironment, openEnvironment } from './environment/environment.ts';
import { openTestFolder } from './environment/leftovers.ts';
import { makeTemplate } from './environment/shared-parts.ts';
import { faults } from './faults.ts';
import { breakAndRecover, type RunResult } from './run-fault.ts';

// A server is killed under load and then becomes idle. Then the test changes or removes one thing
// at a time, as if it had been lost, and the checker must report it.

let folder: string;
let environment: FaultEnvironment | undefined;
let result: RunResult;
let evidence: Evidence;

async function breakIn(opened: FaultEnvironment, name: string) {
  const fault = faults.find((each) => each.name === name);
  if (!fault) throw new Error('There is no such fault');
  return breakAndRecover(opened, { fault, run: 0, arrivalsPerSecond: 6, calmMilliseconds: 2_000 });
}

beforeAll(async () => {
  folder = await openTestFolder();
  const template = join(folder, 'template');
  await makeTemplate(template);
  environment = await openEnvironment({ folder: join(folder, 'environment'), parts: { template } });
  ({ result, evidence } = await breakIn(environment, 'kill-server'));
});
afterAll(async () => {
  await environment?.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * The checker's findings for a copy of the database after this change, made with all triggers
 * disabled.
 */
async function findAfter(change: string): Promise<readonly Finding[]> {
  const copy = `edited_${randomUUID().replaceAll('-', '')}`;
  const address = (name: string) => Object.assign(new URL(evidence.connectionString), { pathname: name }).href;
  return withClient(address('postgres'), async (client) => {
    try {
      await client.query(`create database ${copy} template redress`);
      await withClient(address(copy), async (planter) => {
        await planter.query('set session_replication_role = replica');
        expect((await planter.query(change)).rowCount).toBe(1);
      });
      return await check({ ...evidence, connectionString: address(copy) });
    } finally {
      await client.query(`drop database if exists ${copy} with (force)`);
    }
  });
}
const kindsOf = (findings: readonly Finding[]) => new Set(findings.map(({ kind }) => kind));

test('a server that is killed under load loses nothing, and the checker finds nothing', () => {
  expect(result.findings).toEqual([]);
  expect(result.claimsAnswered).toBeGreaterThan(5);
  expect(result.documentsAnswered).toBeGreaterThan(2);
});

const anyClaim = '(select min(id) from claims)';
const anyDocument = `(select min(id::text)::uuid from claim_documents where status = 'stored')`;
const firstEntry = `claim_id = ${anyClaim} and position = 1`;
const aTaxId = '(claim_id, path) = (select claim_id, path from claim_tax_ids order by 1, 2 limit 1)';
const copied = `form_id, form_version, case_id, language, filed_at, late, documents_expected, documents_due, suspected_machine,
  answers, summary, answers_hash`;
/** Each change has the finding that it must cause. */
const changesByKind: Readonly<Partial<Record<Finding['kind'], Readonly<Record<string, string>>>>> = {
  'claim-lost': { 'a claim is removed': `delete from claims where id = ${anyClaim}` },
  'claim-unsent': {
    'a claim is stored twice': `insert into claims (id, number, ${copied}) overriding system value
      select 1000000, '0000000000', ${copied} from claims where id = ${anyClaim}`,
  },
  'claim-changed': {
    'an answer is changed': `update claims set answers = jsonb_set(answers, '{city}', '"Elsewhere"') where id = ${anyClaim}`,
    'an answer is removed': `update claims set answers = answers - 'signature' where id = ${anyClaim}`,
    'a claim has another number': `update claims set number = '0000000000' where id = ${anyClaim}`,
    'the time of filing is a millisecond off': `update claims set filed_at = filed_at + interval '1 millisecond'
      where id = ${anyClaim}`,
    'a tax ID is removed': `delete from claim_tax_ids where ${aTaxId}`,
    'one bit of a tax ID is changed': `update claim_tax_ids
      set encrypted = set_bit(encrypted, 240, 1 - get_bit(encrypted, 240)) where ${aTaxId}`,
    'a tax ID is moved to another place': `update claim_tax_ids set path = 'elsewhere' where ${aTaxId}`,
  },
  'half-claim': { 'the first entry of a history is removed': `delete from claim_history where ${firstEntry}` },
  'history-broken': {
    'the time of an entry is changed': `update claim_history set at = at + interval '1 millisecond' where ${firstEntry}`,
    'the details of an entry are changed': `update claim_history set details = details || '{"late": "perhaps"}'
      where ${firstEntry}`,
  },
  'document-lost': {
    'the row of a document is removed': `delete from claim_documents where id = ${anyDocument}`,
    'the hash of a document is changed': `update claim_documents
      set sha256 = set_bit(sha256, 0, 1 - get_bit(sha256, 0)) where id = ${anyDocument}`,
  },
  orphan: {
    'only part of a document is stored': `insert into claim_documents (id, claim_id, name, storage_key, status, created_at)
      values (gen_random_uuid(), ${anyClaim}, 'a', 'a/b', 'arriving', now())`,
  },
  'receipt-lost': {
    'a receipt is not owed any more': 'delete from receipt_outbox where id = (select min(id) from receipt_outbox)',
    'a receipt was never sent': `update receipt_outbox set done_at = null, outcome = null
      where id = (select min(id) from receipt_outbox)`,
  },
  'receipt-twice': {
    'a receipt is queued twice': `insert into receipt_outbox (claim_id, kind, created_at, due_at, done_at, outcome)
      select claim_id, kind, created_at, due_at, done_at, outcome from receipt_outbox where id = (select min(id) from receipt_outbox)`,
  },
  unverified: {
    'the last entry of a history is removed': `delete from claim_history
      where (claim_id, position) = (select claim_id, max(position) from claim_history where claim_id = ${anyClaim} group by 1)`,
    'a seal is removed': 'delete from history_seals where position = (select max(position) from history_seals)',
    'the root of a seal is changed': `update history_seals set root = set_bit(root, 0, 1 - get_bit(root, 0))
      where position = 1`,
    'an entry no longer has a seal': `update claim_history set id = id + 1000 where ${firstEntry}`,
  },
};
const changes = Object.entries(changesByKind).flatMap(([kind, of]) =>
  Object.entries(of).map(([what, change]) => [what, kind, change] as const),
);
/** A lost and a duplicate claim are tried in every run, and so is a changed document below. */
const selected = ['a claim is removed', 'a claim is stored twice'];
test.each(isLongRun ? changes : changes.filter(([what]) => selected.includes(what)))(
  'the checker reports when %s',
  async (_what, kind, change) => {
    expect(kindsOf(await findAfter(change))).toContain(kind);
  },
);

const dataFolder = () => environment?.dataFolder ?? '';

test('the checker reports a document that is changed by one byte, truncated or missing', async () => {
  const [row] = await withClient(
    evidence.connectionString,
    async (client) =>
      (await client.query<{ key: string }>(`select storage_key as key from claim_documents where id = ${anyDocument}`))
        .rows,
  );
  const path = join(dataFolder(), 'documents', row?.key ?? '');
  const bytes = await readFile(path);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(0) ^ 1, 0);
  const cases = [
    [changed, 'document-changed'],
    [bytes.subarray(1), 'document-changed'],
    [undefined, 'document-lost'],
  ] as const;
  try {
    for (const [other, kind] of isLongRun ? cases : cases.slice(0, 1)) {
      await (other ? writeFile(path, other) : rm(path));
      expect(kindsOf(await check(evidence))).toContain(kind);
    }
  } finally {
    await writeFile(path, bytes);
  }
  expect(await check(evidence)).toEqual([]);
});

test.runIf(isLongRun)('the checker reports bytes without a record', async () => {
  for (const path of [join(dataFolder(), 'documents/left'), join(dataFolder(), 'uploads', randomUUID())]) {
    await writeFile(path, 'left over');
    expect(kindsOf(await check(evidence))).toContain('orphan');
    await rm(path);
  }
});

test.runIf(isLongRun)(
  'the checker reports a receipt that was not sent, went to a wrong address, or belongs to no claim',
  async () => {
    const [first, ...others] = [...evidence.received];
    const [messageId = ''] = first ?? [];
    const wrong: (readonly [string, readonly string[]])[][] = [
      others,
      [...others, [messageId, ['somebody.else@example.com']]],
      [...evidence.received, ['receipt-0000000000@localhost', ['a@example.com']]],
    ];
    for (const received of wrong)
      expect(kindsOf(await check({ ...evidence, received: new Map(received) }))).toContain('receipt-lost');
  },
);

test.runIf(isLongRun)(
  'the checker reports a claim that was never sent completely, and a response that nobody should get',
  async () => {
    const { claims } = evidence.sent;
    const [claim] = claims.filter(({ answered }) => answered);
    const unsent = claims.map((sent) => (sent === claim ? { ...sent, isSent: false } : sent));
    expect(kindsOf(await check({ ...evidence, sent: { ...evidence.sent, claims: unsent } }))).toContain('claim-unsent');
    const odd = [{ request: 'POST /api/TppClaimants', status: 500, text: '' }];
    expect(kindsOf(await check({ ...evidence, sent: { ...evidence.sent, unexpectedResponses: odd } }))).toContain(
      'unexpected-response',
    );
  },
);

test.runIf(isLongRun && hasCeph())(
  'nothing is lost when the object storage is killed, and the checker reports what is changed in it',
  async () => {
    const parts = { template: join(folder, 'template'), cephFolder: await openTestCeph() };
    const opened = await openEnvironment({ documents: 'bucket', folder: join(folder, 'bucket'), parts });
    try {
      const run = await breakIn(opened, 'store-away');
      expect(run.result.findings).toEqual([]);
      expect(run.result.documentsAnswered).toBeGreaterThan(2);

      const { objectStore, documents } = opened;
      const [lost, changed] = await documents.readFiles();
      if (!objectStore || !lost || !changed) throw new Error('Nothing was stored in the bucket');
      const at = (Key: string) => ({ Bucket: documents.bucket, Key: `redress/${Key}` });
      await objectStore.client.send(new DeleteObjectCommand(at(lost.path)));
      await objectStore.client.send(new PutObjectCommand({ ...at(changed.path), Body: 'other bytes' }));
      await objectStore.client.send(new PutObjectCommand({ ...at('left'), Body: 'left over' }));
      await objectStore.client.send(new CreateMultipartUploadCommand(at('unfinished')));
      const findings = await check(run.evidence);
      const kinds = findings.map(({ kind }) => kind).filter((kind) => kind !== 'unverified');
      expect(kinds.toSorted()).toEqual(['document-changed', 'document-lost', 'orphan', 'orphan']);
      const verified = findings.filter(({ kind }) => kind === 'unverified').map(({ what }) => what);
      expect(verified).toEqual([expect.stringContaining('3 faults found')]);
    } finally {
      await opened.stop();
    }
  },
);
