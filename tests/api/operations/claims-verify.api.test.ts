import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { addRecordEntry } from '@redress/server/platform/history/record-history';
import { askForApproval } from '@redress/server/console/approvals/approvals';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { openChangedDatabase } from '../../setup/changed-database.ts';
import { createPerson } from '../../setup/console.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { startReadingRoute } from '../../setup/staff-reads.ts';
import { keys, memberOf, useTestServer } from '../../setup/test-server.ts';

const server = useTestServer();
let changed: Awaited<ReturnType<typeof openChangedDatabase>>;
const numbers = { consumer: '', agent: '', individual: '' };
let storageKey = '';

/** Two entries of the account `one`, and one of the account `two`. */
function addRecord(which: 'invited' | 'revoked' | 'other'): Promise<void> {
  const id = which === 'other' ? 'two' : 'one';
  const invited = { kind: 'staff-invited', details: { roles: 'reviewer' } } as const;
  const revoked = { kind: 'role-revoked', details: { by: 'two', role: 'reviewer', caseId: '*' } } as const;
  return server.database
    .transaction()
    .execute((transaction) =>
      addRecordEntry(transaction, { kind: 'staff', id }, server.now, which === 'revoked' ? revoked : invited),
    );
}

const pdf = (name: string) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n% ${name}\n`), Buffer.alloc(1_000, 'x')]);
const seal = () => sealHistory({ database: server.database, keys, now: () => server.now });

beforeAll(async () => {
  const consumer = await logInBrowser(server.app, memberOf(0));
  numbers.consumer = (await consumer.fileClaim({ ...goodAnswers, totalNumOfPrescriptions: '024' })).body.claimNumber;
  await consumer.upload(numbers.consumer, [{ name: 'one.pdf', bytes: pdf('one') }]);
  await seal();
  const payor = await openForm(server.app);
  numbers.agent = (await fileTpp(payor, agentAnswers)).body.claimNumber;
  await seal();
  const individual = await openForm(server.app);
  numbers.individual = (await fileIndividual(individual, individualAnswers)).body.claimNumber;
  await seal();
  await addRecord('invited');
  await addRecord('revoked');
  await addRecord('other');
  const route = await startReadingRoute(server, server.database);
  const person = await createPerson(server.connectionString, ['reviewer'], server.now);
  await server.database.transaction().execute((transaction) => {
    const details = { staffId: person.id, roles: [{ role: 'viewer', caseId: '*' }] };
    const request = { kind: 'role-grant', caseId: '*', details, reason: 'Helps out', askedBy: person.id };
    return askForApproval(transaction, { keys, now: () => server.now }, request);
  });
  for (const subject of ['claim 8001583106', 'claim 9000000001'])
    await route.read(person, { what: 'view', subject, reason: 'a call', resultIds: ['9000000002'] });
  await route.close();
  await seal();
  const [row] = await server.query<{ storage_key: string }>('select storage_key from claim_documents');
  storageKey = row?.storage_key ?? '';
  changed = await openChangedDatabase(server);
});
afterAll(async () => {
  await changed?.close();
});

async function verify(options: { readDocuments?: boolean } = {}, withKeys = keys) {
  const context = { database: server.database, store: await openUploadStore(server.documentFolder), keys: withKeys };
  const messages: string[] = [];
  const counts = await verifyClaims(context, (message) => messages.push(message), options);
  return { messages, counts };
}

test('intact data has no issues, and everything is counted', async () => {
  const { messages, counts } = await verify({ readDocuments: true });
  expect(messages).toEqual([]);
  expect(counts).toEqual({
    claims: 3,
    purged: 0,
    historyEntries: 4,
    recordEntries: 5,
    reads: 2,
    taxIds: 3,
    documents: 1,
    files: 1,
    seals: 4,
    sealedEntries: 11,
    unsealedEntries: 0,
  });
});

describe('a manual change is found:', () => {
  const columnsOfRead = 'at, staff_id, session_id, what, subject, reason, result_ids, search_hash, hash';
  // claims-verify-columns.api.test.ts changes each column. `$name` is the number of a claim.
  const changes = `
Claim $consumer has different answers or tax IDs than it was filed with.
  update claims set answers = jsonb_set(answers, '{name1}', '"John Doe"') where number = '$consumer'
Claim $individual has the row $individual of claims, which is not as its history says.
  update claims set answers = '{}', answers_hash = sha256('x') where number = '$individual'
Claim $agent has a tax ID that cannot be read: agentsTin. SECRET_KEY is not the one it was stored with, or it was changed.
  update claim_tax_ids set encrypted = set_byte(encrypted, 30, get_byte(encrypted, 30) # 1) where path = 'agentsTin'
Claim $agent has different answers or tax IDs than it was filed with.
  delete from claim_tax_ids where path = 'agentsTin'
Claim $agent has a tax ID that cannot be found: agentsTin.
  update claim_tax_ids set lookup = sha256('x') where path = 'agentsTin'
Claim $consumer has a broken history: entry 2 was changed, or does not follow the one before it.
  update claim_history set details = details || '{"size": 7}' where kind = 'document-stored'
Seal 1 covers 2 entries, but the history has 1.
  delete from claim_history where kind = 'document-stored'
Claim $individual has no history.
  delete from claim_history where claim_id = (select id from claims where number = '$individual')
The table claim_history has rows of a claim that does not exist…
  delete from claims where number = '$agent'
Seal 2 covers 1 entries, but the history has 0.
  with gone as (delete from claims where number = '$agent' returning id) delete from claim_history where claim_id in (select id from gone)
Entries since … are not sealed, although seal 4 was made after them.
  update claim_history set id = id + 100, at = at - interval '1 hour' where claim_id = (select id from claims where number = '$agent')
Seal 3 does not follow the seal before it: one is missing.
  delete from history_seals where position = 2
Seal 4 is missing: the database still names it.
  delete from history_seals where position = 4
Seal 2 was changed: its root does not match its content.
  update history_seals set sealed_at = sealed_at + interval '1 second' where position = 2
Seal 1 was not signed with the key of this website…
  update history_seals set signature = sha256('x') where position = 1
Claim <number> has lost the row <id> of claim_documents, which its history names…
  delete from claim_documents
Claim <number> has the row <id> of claim_documents, which is not as its history says.
  update claim_documents set sha256 = sha256('x')
Claim $agent owes a receipt, and nothing will send it.
  delete from receipt_outbox where claim_id = (select id from claims where number = '$agent')
Claim $agent has a receipt that differs from its history.
  update receipt_outbox set done_at = now(), outcome = 'sent' where claim_id = (select id from claims where number = '$agent')
The row <id> * supervisor of staff_roles is not in its history.
  insert into staff_roles select staff_id, case_id, 'supervisor', now() from staff_roles
The row <id> * reviewer of staff_roles that its history names is missing.
  delete from staff_roles
The row <id> of approvals is not as its history says.
  update approvals set decision = 'declined', decided_at = now(), decided_by = gen_random_uuid()
The row <id> of approvals that its history names is missing.
  delete from approvals
The history of staff one is broken: entry 2 was changed, or does not follow the one before it.
  update record_history set details = details || '{"role": "admin"}' where kind = 'role-revoked'
Seal 4 covers different entries: one was changed or replaced.
  update record_history set kind = 'role-granted', details = '{}', hash = sha256(convert_to('["staff:two",1,"$now","role-granted",{},null]', 'utf8')) where record_id = 'two'
The history of staff one is broken: entry 1 was changed, or does not follow the one before it.
  delete from record_history where kind = 'staff-invited' and record_id = 'one'
The history of staff three is broken: entry 1 was changed, or does not follow the one before it.
  update record_history set record_id = 'three' where record_id = 'two'
Seal 4 covers 7 entries, but the history has 6.
  delete from record_history where record_id = 'two'
The history of staff two has a value that no release of Redress writes (TypeError).
  update record_history set at = 'infinity' where record_id = 'two'
Read <n> in the access log was changed.
  update access_log set staff_id = gen_random_uuid()
Read <n> in the access log has a value that no release of Redress writes (TypeError).
  update access_log set at = '-infinity'
Read <n> in the access log was changed.
  update access_log set at = at + interval '1 month'
Seal 4 covers 7 entries, but the history has 6.
  delete from access_log where subject = 'claim 9000000001'
Seal <n> covers <n> entries, but the history has <n>.
  insert into access_log select id - 4, $columnsOfRead from access_log where subject = 'claim 9000000001'
Seal 4 covers different entries: one was changed or replaced.
  with gone as (delete from access_log returning *) insert into access_log select (select sum(id) from gone) - id, $columnsOfRead from gone`;
  const patterns = { '<number>': '\\d{10}', '<id>': '[0-9a-f-]{36}', '<n>': '\\d+', '…': '.*' };

  test.each(Array.from(changes.matchAll(/^(.+)\n {2}(.+)$/gm), ([, message = '', change = '']) => [change, message]))(
    'by %s',
    async (change = '', message = '') => {
      const values = { ...numbers, columnsOfRead, now: server.now.toISOString() };
      const fill = (text: string) =>
        Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`$${name}`, value), text);
      const pattern = Object.entries(patterns).reduce(
        (filled, [name, value]) => filled.replaceAll(name, value),
        fill(message).replaceAll(/[()*.]/g, String.raw`\$&`),
      );
      const messages = await changed.verifyAfter(fill(change));
      expect(messages).toContainEqual(expect.stringMatching(new RegExp(`^${pattern}$`)));
      expect(messages.join('\n')).not.toMatch(/Jane|Doe|example\.com|827364519/);
    },
  );
});

describe('a problem with a file is found:', () => {
  /** Until the test ends. */
  async function writeStored(key: string, bytes: Uint8Array | string): Promise<void> {
    const path = join(server.documentFolder, key);
    const before = await readFile(path).catch(() => undefined);
    onTestFinished(() => (before === undefined ? rm(path, { force: true }) : writeFile(path, before)));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }

  test('a missing file, and one that is too short', async () => {
    const path = join(server.documentFolder, storageKey);
    const bytes = await readFile(path);
    await writeStored(storageKey, bytes.subarray(1));
    expect((await verify()).messages).toEqual([expect.stringMatching(/with 1027 bytes instead of 1028\.$/)]);
    await rm(path);
    expect((await verify()).messages).toEqual([
      expect.stringMatching(new RegExp(`^Claim ${numbers.consumer} has lost the file of the document`)),
    ]);
  });

  test('a changed byte, when all bytes are read', async () => {
    const bytes = await readFile(join(server.documentFolder, storageKey));
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    await writeStored(storageKey, bytes);
    expect((await verify()).messages).toEqual([]);
    expect((await verify({ readDocuments: true })).messages).toEqual([expect.stringMatching(/with changed bytes\.$/)]);
  });

  test('a file without a record, but not the bytes of an upload in progress', async () => {
    const id = '6f1c7a52-7f0d-4a36-9a3e-0d5b2f6f1a77';
    await writeStored(`${numbers.agent}/${id}`, 'x');
    expect((await verify()).messages).toEqual([`The file ${numbers.agent}/${id} belongs to no record.`]);
    await server.query(
      `insert into uploads (id, claim_id, name, size, created_at, status) select $1, id, 'x', 1, now(), 'arriving' from claims where number = $2`,
      [id, numbers.agent],
    );
    onTestFinished(async () => void (await server.query('delete from uploads')));
    expect((await verify()).messages).toEqual([]);
  });

  test('a staged file is known, and an issue when it is missing', async () => {
    const key = 'posted/6f1c7a52-7f0d-4a36-9a3e-0d5b2f6f1a78';
    await server.query(
      `insert into staged_documents (id, form_key, name, storage_key, type, size, sha256, created_at)
       values (gen_random_uuid(), 'a-form-of-somebody', 'x', $1, 'pdf', 1, sha256('x'), now())`,
      [key],
    );
    onTestFinished(async () => void (await server.query('delete from staged_documents')));
    expect((await verify()).messages).toEqual([
      `The file ${key} is missing: it belongs to a form that is not filed yet.`,
    ]);
    await writeStored(key, 'x');
    expect((await verify()).messages).toEqual([]);
  });
});

test('with another secret, tax IDs cannot be read and seals do not verify', async () => {
  const { messages } = await verify({}, deriveKeys('another secret, of more than 32 characters'));
  expect(messages).toContainEqual(expect.stringMatching(/has a tax ID that cannot be read/));
  expect(messages).toContainEqual(expect.stringMatching(/^Seal 1 was not signed with the key of this website/));
});
