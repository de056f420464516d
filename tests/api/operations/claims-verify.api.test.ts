import { sealHistory } from '@redress/server/seals/start-sealing';
import { deriveKeys } from '@redress/server/keys/keys';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { addRecordEntry } from '@redress/server/record-history/record-history';
import { openDatabase } from '@redress/server/database/pool';
import { askForApproval } from '@redress/server/staff/approvals';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { createPerson } from '../../setup/console.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { startReadingRoute } from '../../setup/staff-reads.ts';
import { editRows } from '../../setup/test-database.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let database: ReturnType<typeof openDatabase>;
const numbers = { consumer: '', agent: '', individual: '' };
let storageKey = '';

/** Two entries of the account `one`, and one of the account `two`. */
function addRecord(which: 'invited' | 'revoked' | 'other'): Promise<void> {
  const id = which === 'other' ? 'two' : 'one';
  const invited = { kind: 'staff-invited', details: { roles: 'reviewer' } } as const;
  const revoked = { kind: 'role-revoked', details: { by: 'two', role: 'reviewer', caseId: '*' } } as const;
  return database.database
    .transaction()
    .execute((transaction) =>
      addRecordEntry(transaction, { kind: 'staff', id }, server.now, which === 'revoked' ? revoked : invited),
    );
}

const pdf = (name: string) => Buffer.concat([Buffer.from(`%PDF-1.7\n% ${name}\n`), Buffer.alloc(1_000, 'x')]);
const seal = () => sealHistory({ database: database.database, keys, now: () => server.now });

beforeAll(async () => {
  server = await startTestServer();
  database = openDatabase(server.connectionString, () => {});
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
  const route = await startReadingRoute(server, database.database);
  const person = await createPerson(server.connectionString, ['reviewer'], server.now);
  await database.database.transaction().execute((transaction) => {
    const details = { staffId: person.id, roles: [{ role: 'viewer', caseId: '*' }] };
    const request = { kind: 'role-grant', caseId: '*', details, reason: 'Helps out', askedBy: person.id };
    return askForApproval(transaction, { now: () => server.now }, request);
  });
  for (const subject of ['claim 8001583106', 'claim 9000000001'])
    await route.read(person, { what: 'view', subject, reason: 'a call', resultIds: ['9000000002'] });
  await route.close();
  await seal();
  const [row] = await server.query<{ storage_key: string }>('select storage_key from claim_documents');
  storageKey = row?.storage_key ?? '';
});
afterAll(async () => {
  await database.close();
  await server.close();
});

async function verify(options: { readDocuments?: boolean } = {}, withKeys = keys) {
  const context = {
    database: database.database,
    store: await openUploadStore(server.documentFolder),
    keys: withKeys,
  };
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

/** Tables to restore after each change. */
const tables = [
  'claims',
  'claim_history',
  'record_history',
  'staff_reads',
  'claim_tax_ids',
  'claim_documents',
  'outbox',
  'history_seals',
  'newest_seal',
  'staff_roles',
  'approvals',
];

describe('a manual change is found:', () => {
  beforeAll(async () => {
    for (const table of tables) await server.query(`create table saved_${table} as table ${table}`);
  });
  afterEach(async () => {
    for (const table of tables) {
      const columns = await server.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      await editRows(server.connectionString, `delete from ${table}`).catch(() => {});
      await editRows(
        server.connectionString,
        `insert into ${table} (${names}) overriding system value select ${names} from saved_${table}`,
      );
    }
    const { messages } = await verify();
    if (messages.length > 0) throw new Error(`It was not put back: ${messages.join(' ')}`);
  });

  const claim = (number: string) => `(select id from claims where number = '${number}')`;
  const cases: readonly (readonly [string, () => string, () => string | RegExp])[] = [
    [
      'an answer',
      () =>
        `update claims set answers = jsonb_set(answers, '{name1}', '"John Doe"') where number = '${numbers.consumer}'`,
      () => `Claim ${numbers.consumer} has different answers or tax IDs than it was filed with.`,
    ],
    [
      'an answer in a row of a table',
      () =>
        `update claims set answers = jsonb_set(answers, '{classMembers,1,classMemberName}', '"Other Fund"') where number = '${numbers.agent}'`,
      () => `Claim ${numbers.agent} has different answers or tax IDs than it was filed with.`,
    ],
    [
      'the email address',
      () => `update claims set email = 'other@example.com' where number = '${numbers.consumer}'`,
      () => /^Claim \d{10} has a different summary, Notice ID, language or search column/,
    ],
    [
      'the Notice ID',
      () => `update claims set notice_id = '200000001' where number = '${numbers.consumer}'`,
      () => /^Claim \d{10} has a different summary, Notice ID, language or search column/,
    ],
    [
      'a word of the summary',
      () =>
        `update claims set summary = jsonb_set(summary, '{0,rows,0,value}', '"x"') where number = '${numbers.individual}'`,
      () => /^Claim \d{10} has a different summary/,
    ],
    [
      'whether a claim is late',
      () => `update claims set late = false where number = '${numbers.individual}'`,
      () => `Claim ${numbers.individual} differs from its history: late.`,
    ],
    [
      'the hash of the answers together with the answers',
      () => `update claims set answers = '{}', answers_hash = sha256('x') where number = '${numbers.individual}'`,
      () => `Claim ${numbers.individual} differs from its history: answersHash.`,
    ],
    [
      'one byte of a tax ID',
      () =>
        `update claim_tax_ids set encrypted = set_byte(encrypted, 30, get_byte(encrypted, 30) # 1) where path = 'agentsTin'`,
      () =>
        `Claim ${numbers.agent} has a tax ID that cannot be read: agentsTin. SECRET_KEY is not the one it was stored with, or it was changed.`,
    ],
    [
      'a deleted tax ID',
      () => `delete from claim_tax_ids where path = 'agentsTin'`,
      () => `Claim ${numbers.agent} has different answers or tax IDs than it was filed with.`,
    ],
    [
      'the hash by which a tax ID is found',
      () => `update claim_tax_ids set lookup = sha256('x') where path = 'agentsTin'`,
      () => `Claim ${numbers.agent} has a tax ID that cannot be found: agentsTin.`,
    ],
    [
      'a history entry',
      () => `update claim_history set details = details || '{"size": 7}' where kind = 'document-stored'`,
      () =>
        `Claim ${numbers.consumer} has a broken history: entry 2 was changed, or does not follow the one before it.`,
    ],
    [
      'a deleted history entry under a seal',
      () => `delete from claim_history where kind = 'document-stored'`,
      () => 'Seal 1 covers 2 entries, of which 1 exist.',
    ],
    [
      'a deleted history',
      () => `delete from claim_history where claim_id = ${claim(numbers.individual)}`,
      () => `Claim ${numbers.individual} has no history.`,
    ],
    [
      'a deleted claim',
      () => `delete from claims where number = '${numbers.agent}'`,
      () => /^The table claim_history has rows of a claim that does not exist/,
    ],
    [
      'a claim deleted with its history',
      () =>
        `with gone as (delete from claims where number = '${numbers.agent}' returning id) delete from claim_history where claim_id in (select id from gone)`,
      () => 'Seal 2 covers 1 entries, of which 0 exist.',
    ],
    [
      'an entry removed from its seal',
      () =>
        `update claim_history set id = id + 100, at = at - interval '1 hour' where claim_id = ${claim(numbers.agent)}`,
      () => /^Entries since .* are not sealed, although seal 4 was made after them\.$/,
    ],
    [
      'a deleted seal',
      () => 'delete from history_seals where position = 2',
      () => 'Seal 3 does not follow the seal before it: one is missing.',
    ],
    [
      'the deleted newest seal',
      () => 'delete from history_seals where position = 4',
      () => 'Seal 4 is missing: the database still names it.',
    ],
    [
      'the time of a seal',
      () => `update history_seals set sealed_at = sealed_at + interval '1 second' where position = 2`,
      () => 'Seal 2 was changed: its root does not match its content.',
    ],
    [
      'a signature',
      () => `update history_seals set signature = sha256('x') where position = 1`,
      () => /^Seal 1 was not signed with the key of this website/,
    ],
    [
      'a deleted document',
      () => 'delete from claim_documents',
      () => new RegExp(`^Claim ${numbers.consumer} has lost the document [0-9a-f-]{36}, which its history names`),
    ],
    [
      'the hash of a document',
      () => `update claim_documents set sha256 = sha256('x')`,
      () => /with a different sha256 than its history says\.$/,
    ],
    [
      'the hash of a document whose metadata was removed',
      () => `update claim_documents set stored_sha256 = sha256('x'), picture_metadata = 'removed'`,
      () => /with a different storedSha256 than its history says\.$/,
    ],
    [
      'a virus scan result',
      () => `update claim_documents set scan = 'clean', scanned_at = now()`,
      () => /with a different virus scan result than its history says\.$/,
    ],
    [
      'an entry of a record',
      () => `update record_history set details = details || '{"role": "admin"}' where kind = 'role-revoked'`,
      () => 'The history of staff one is broken: entry 2 was changed, or does not follow the one before it.',
    ],
    [
      'a role that nobody gave',
      () => `insert into staff_roles select staff_id, case_id, 'supervisor', now() from staff_roles`,
      () => /^The account [0-9a-f-]{36} has the role supervisor in \*, which its history never gave\.$/,
    ],
    [
      'a role that nobody took away',
      () => 'delete from staff_roles',
      () => /^The account [0-9a-f-]{36} lacks the role reviewer in \*, which its history gave\.$/,
    ],
    [
      'an approval that nobody gave',
      () => `update approvals set decision = 'declined', decided_at = now(), decided_by = gen_random_uuid()`,
      () => /^The request [0-9a-f-]{36} for a second person is not as its history says\.$/,
    ],
    [
      'what a second person is asked to approve',
      () => `update approvals set details = jsonb_set(details, '{roles,0,role}', '"admin"')`,
      () => /^The content of the request [0-9a-f-]{36} for a second person was changed\.$/,
    ],
    [
      'a deleted request for a second person',
      () => 'delete from approvals',
      () => /^The request [0-9a-f-]{36} for a second person is not as its history says\.$/,
    ],
    [
      'an entry of a record that is given to another',
      () => `update record_history set record_id = 'three' where record_id = 'two'`,
      () => 'The history of staff three is broken: entry 1 was changed, or does not follow the one before it.',
    ],
    [
      'an entry of a record, changed together with its hash',
      () =>
        `update record_history set hash = sha256(convert_to('["staff:two",1,"${server.now.toISOString()}","role-granted",{},null]', 'utf8')), kind = 'role-granted', details = '{}' where record_id = 'two'`,
      () => 'Seal 4 covers different entries: one was changed or replaced.',
    ],
    [
      'a deleted first entry of a record',
      () => `delete from record_history where kind = 'staff-invited' and record_id = 'one'`,
      () => 'The history of staff one is broken: entry 1 was changed, or does not follow the one before it.',
    ],
    [
      'the deleted history of a record',
      () => `delete from record_history where record_id = 'two'`,
      () => 'Seal 4 covers 7 entries, of which 6 exist.',
    ],
    [
      'an entry of a record with a time that no release writes',
      () => `update record_history set at = 'infinity' where record_id = 'two'`,
      () => 'The history of staff two has a value that no release of Redress writes (TypeError).',
    ],
    [
      'who read a claim',
      () => `update staff_reads set staff_id = gen_random_uuid() where subject = 'claim 9000000001'`,
      () => /^Read \d+ in the read log was changed\.$/,
    ],
    [
      'what a list showed',
      () => `update staff_reads set result_ids = '{}'`,
      () => /^Read \d+ in the read log was changed\.$/,
    ],
    [
      'a read with a time that no release writes',
      () => `update staff_reads set at = '-infinity' where subject = 'claim 9000000001'`,
      () => /^Read \d+ in the read log has a value that no release of Redress writes \(TypeError\)\.$/,
    ],
    [
      'a deleted read',
      () => `delete from staff_reads where subject = 'claim 9000000001'`,
      () => 'Seal 4 covers 7 entries, of which 6 exist.',
    ],
    [
      'a read added to a sealed range',
      () =>
        'insert into staff_reads select id - 4, at, staff_id, session_id, what, subject, reason, result_ids, search_hash, hash from staff_reads where id = (select max(id) from staff_reads)',
      () => /^Seal \d covers \d entries, of which \d exist\.$/,
    ],
    [
      'two reads that changed places',
      () =>
        `with gone as (delete from staff_reads returning *)
         insert into staff_reads
         select (select sum(id) from gone) - id, at, staff_id, session_id, what, subject, reason, result_ids, search_hash, hash from gone`,
      () => 'Seal 4 covers different entries: one was changed or replaced.',
    ],
    [
      'a read whose time was moved out of its month',
      () => `update staff_reads set at = at + interval '1 month' where subject = 'claim 9000000001'`,
      () => /^Read \d+ in the read log was changed\.$/,
    ],
    [
      'a deleted receipt',
      () => `delete from outbox where claim_id = ${claim(numbers.agent)}`,
      () => `Claim ${numbers.agent} owes a receipt, and nothing will send it.`,
    ],
    [
      'a receipt marked as sent',
      () => `update outbox set done_at = now(), outcome = 'sent' where claim_id = ${claim(numbers.agent)}`,
      () => `Claim ${numbers.agent} has a receipt that differs from its history.`,
    ],
  ];
  test.each(cases)('%s', async (_name, sql, expected) => {
    await editRows(server.connectionString, sql());
    const { messages } = await verify();
    const message = expected();
    expect(messages).toContainEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(messages.join('\n')).not.toMatch(/Jane|Doe|example\.com|827364519/);
  });
});

describe('a problem with a file is found:', () => {
  const path = () => join(server.documentFolder, storageKey);

  test('a missing file, and one that is too short', async () => {
    await rename(path(), `${path()}-away`);
    expect((await verify()).messages).toEqual([
      expect.stringMatching(new RegExp(`^Claim ${numbers.consumer} has lost the file of the document`)),
      `The file ${storageKey}-away belongs to no record.`,
    ]);
    await rename(`${path()}-away`, path());
    const bytes = await readFile(path());
    await writeFile(path(), bytes.subarray(1));
    expect((await verify()).messages).toEqual([expect.stringMatching(/with 1014 bytes instead of 1015\.$/)]);
    await writeFile(path(), bytes);
  });

  test('a changed byte, when all bytes are read', async () => {
    const bytes = await readFile(path());
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(500) ^ 1, 500);
    await writeFile(path(), changed);
    expect((await verify()).messages).toEqual([]);
    expect((await verify({ readDocuments: true })).messages).toEqual([expect.stringMatching(/with changed bytes\.$/)]);
    await writeFile(path(), bytes);
  });

  test('a file without a record, but not the bytes of an upload in progress', async () => {
    const stray = join(server.documentFolder, numbers.agent, 'stray');
    await mkdir(join(server.documentFolder, numbers.agent), { recursive: true });
    await writeFile(stray, 'x');
    expect((await verify()).messages).toEqual([`The file ${numbers.agent}/stray belongs to no record.`]);
    await rm(stray);
    const id = '6f1c7a52-7f0d-4a36-9a3e-0d5b2f6f1a77';
    await server.query(
      `insert into uploads (id, claim_id, name, size, created_at, status) select $1, id, 'x', 1, now(), 'arriving' from claims where number = $2`,
      [id, numbers.agent],
    );
    await writeFile(join(server.documentFolder, numbers.agent, id), 'x');
    expect((await verify()).messages).toEqual([]);
    await rm(join(server.documentFolder, numbers.agent, id));
    await server.query('delete from uploads');
  });
});

test('a staged file is known, and an issue when it is missing', async () => {
  const key = 'posted/6f1c7a52-7f0d-4a36-9a3e-0d5b2f6f1a78';
  await server.query(
    `insert into staged_documents (id, form_key, name, storage_key, type, size, sha256, created_at)
     values (gen_random_uuid(), 'a-form-of-somebody', 'x', $1, 'pdf', 1, sha256('x'), now())`,
    [key],
  );
  await mkdir(join(server.documentFolder, 'posted'), { recursive: true });
  await writeFile(join(server.documentFolder, key), 'x');
  expect((await verify()).messages).toEqual([]);
  await rm(join(server.documentFolder, key));
  expect((await verify()).messages).toEqual([
    `The file ${key} is missing: it belongs to a form that is not filed yet.`,
  ]);
  await server.query('delete from staged_documents');
});

test('with another secret, tax IDs cannot be read and seals do not verify', async () => {
  const { messages } = await verify({}, deriveKeys('another secret, of more than 32 characters'));
  expect(messages).toContainEqual(expect.stringMatching(/has a tax ID that cannot be read/));
  expect(messages).toContainEqual(expect.stringMatching(/^Seal 1 was not signed with the key of this website/));
});
