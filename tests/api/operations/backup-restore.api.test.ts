import { type BackupOptions, type BackupResult, makeBackup } from '@redress/server/operations/backup/make-backup';
import { readManifest } from '@redress/server/operations/backup/backup-manifest';
import { checkBackup, restoreBackup } from '@redress/server/operations/backup/restore-backup';
import { addRecordEntry } from '@redress/server/platform/history/record-history';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { migrate, readMigrations } from '@redress/server/platform/database/migrate';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { openKeyRing } from '@redress/server/platform/keys/key-ring';
import { StartError } from '@redress/server/platform/errors/start-error';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { openUploadStore, type UploadStore } from '@redress/server/platform/storage/upload-store';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Browser, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { findSmallDiskSkipReason, mountSmallDisk } from '../../faults/environment/small-disk.ts';
import { agentAnswers, companyAnswers, fileTpp, openForm } from '../../setup/sample-claims.ts';
import { createPerson } from '../../setup/console.ts';
import { fillSearchOf } from '../../setup/fill-search.ts';
import { startReadingRoute } from '../../setup/staff-reads.ts';
import { memberOf, secret, useTestServer } from '../../setup/test-server.ts';
import { Uploader } from '../../setup/uploads.ts';
import { rowsOfIntegrity, rowsOfReviews, rowsOfStaff } from './rows-of-every-table.ts';
import { createTestDatabase, editRows } from '../../setup/test-database.ts';
import { readAnswers } from '../../setup/stored-answers.ts';
import { useFolder } from '../../setup/folders.ts';

const secrets = { current: secret, others: [] };
const silent = () => {};
const pdf = (text: string) => Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n% ${text}\n`.padEnd(2_000, 'x'));
/** The table of reads of this month. */
const readsOfNow = `access_log_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;

const server = useTestServer({ members: 10 });
let filer: Browser;
let filed: { key: string; claimNumber: string };
const parent = useFolder();
const undo = new AsyncDisposableStack();

/** A database and a folder into which a backup is restored. */
interface Place {
  readonly url: string;
  readonly folder: string;
}
/** Everything, and what was restored of it. */
let whole: { readonly backup: BackupResult; readonly restored: Place };

beforeAll(async () => {
  undo.defer(() => server.close());
  await openKeyRing(server.connectionString, secrets);
  filer = await logInBrowser(server.app, memberOf(0));
  const key = randomUUID();
  const { claimNumber } = (await filer.fileClaim(goodAnswers, key)).body;
  filed = { key, claimNumber };
  await filer.upload(claimNumber, [
    { name: 'one.pdf', bytes: pdf('one') },
    { name: 'two.pdf', bytes: pdf('two') },
  ]);
  const tpp = await openForm(server.app);
  await fileTpp(tpp, companyAnswers);
  const agent = (await fileTpp(tpp, agentAnswers)).body;
  await editRows(server.connectionString, 'update class_members set street = $1 where notice_id = $2', [
    'Tab\t, "quote", back\\slash \\N, line\n, ñ 😀',
    memberOf(3).noticeId,
  ]);
  // Half of a resumable upload.
  const uploader = new Uploader(tpp, await server.listen());
  const path = await uploader.begin(agent.claimNumber, 'large.csv', 4_000);
  await uploader.patch(path, 0, Buffer.alloc(1_500, 'a,b\n'));
  // A document of a form that is not filed yet.
  await stageDocument('gone');
  await fillSearchOf(server);
  await addReads();
  const { id } = await createPerson(server.connectionString, ['supervisor'], server.now);
  for (const rows of [rowsOfStaff(id), rowsOfReviews(id), rowsOfIntegrity(id)]) await server.query(rows);
  const backup = await backUp();
  await checkBackup(backup.folder, backup.manifest, silent);
  whole = { backup, restored: await newPlace(undo) };
  await restore(backup.folder, whole.restored);
});
afterAll(() => undo.disposeAsync());

const stageDocument = (name: string) =>
  server.query(
    `insert into staged_documents (id, form_key, name, storage_key, type, size, sha256, created_at)
     values (gen_random_uuid(), 'a form that nobody filed yet', $1::text, 'posted/' || $1, 'pdf', 5, sha256($1::text::bytea), now())`,
    [name],
  );

/**
 * Reads in a month whose partition no migration makes today, in one without a partition, and in the
 * present one, which has a partition wherever it is restored. They are sealed.
 */
async function addReads(): Promise<void> {
  const clock = { now: new Date('2025-08-01T00:00:00Z') };
  const route = await startReadingRoute(clock, server.database);
  await server.query(`select create_access_log_partition('2025-08-01')`);
  await server.query(`drop table ${readsOfNow}`);
  const present = new Date();
  for (const at of [new Date('2025-08-31T23:59:59.999Z'), new Date('2025-05-01T00:00:00Z'), present]) {
    clock.now = at;
    const person = await createPerson(server.connectionString, ['reviewer'], at);
    expect(await route.read(person, { what: 'view', subject: 'claim 8001583106' })).toMatchObject({ status: 200 });
  }
  await route.close();
  const event = { kind: 'export-made', details: { rows: 1, sha256: 'x' } } as const;
  await server.database
    .transaction()
    .execute((each) => addRecordEntry(each, { kind: 'export', id: '7' }, present, event));
  const keys = await openKeyRing(server.connectionString, secrets);
  await sealHistory({ database: server.database, keys, now: () => present });
}

async function newPlace(disposed: AsyncDisposableStack): Promise<Place> {
  const database = await createTestDatabase();
  disposed.defer(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'redress-restored-'));
  disposed.defer(() => rm(folder, { recursive: true, force: true }));
  return { url: database.url, folder };
}

/** Until the test ends. */
function newPlaceOfTest(): Promise<Place> {
  const disposed = new AsyncDisposableStack();
  onTestFinished(() => disposed.disposeAsync());
  return newPlace(disposed);
}

let seconds = 0;
async function backUp(more: Partial<BackupOptions> = {}): Promise<BackupResult> {
  return makeBackup({
    connectionString: server.connectionString,
    store: await openUploadStore(server.documentFolder),
    uploadFolder: server.uploadFolder,
    into: parent,
    // Names of backups contain the time in seconds.
    now: new Date(Date.now() + (seconds += 1_000)),
    ...more,
  });
}

async function restore(
  folder: string,
  place: Place,
  more: Partial<Parameters<typeof restoreBackup>[0]> = {},
): Promise<void> {
  await restoreBackup({
    connectionString: place.url,
    folder,
    manifest: await readManifest(folder),
    secrets,
    storage: await openStorage({ documents: undefined }, place.folder),
    ...more,
  });
}

async function query<Row extends Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(text)).rows);
}

/** Every row of every logged table, as text. The months of the access log count as one table. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(url, `select t::text as row from ${name} t`);
    const whole = name.replace(/^access_log_.*/, 'access_log');
    contents[whole] = [...(contents[whole] ?? []), ...rows.map(({ row }) => row)].toSorted();
  }
  return contents;
}

/** Every file under a folder with the SHA-256 of its bytes. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return files;
}

describe('restored data', () => {
  test('is identical, row by row in every table and byte by byte', async () => {
    const { backup, restored } = whole;
    // The file of the staged document is missing: its row is backed up, and it counts as a fault.
    expect(backup.manifest.faults).toBe(1);
    const before = await rowsOf(server.connectionString);
    expect(await rowsOf(restored.url)).toEqual(before);
    // A table that is added later needs a row here, too. Only these have none. Unlogged tables
    // (`create unlogged table`) are left out: a crash empties them, too.
    const sources = (await readMigrations()).map(({ sql }) => sql);
    const tables = [...sources.join('\n').matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);
    const empty = new Set(tables.filter((name) => before[name]?.length === 0));
    expect(empty).toEqual(new Set(['kept_keys', 'readiness_probe', 'data_checks', 'login_failures', 'saved_forms']));
    const documents = await filesOf(server.documentFolder);
    expect(Object.keys(documents)).toHaveLength(2);
    expect(await filesOf(join(restored.folder, 'documents'))).toEqual(documents);
    const [piece] = await readdir(join(restored.folder, 'uploads'));
    expect(await readFile(join(restored.folder, 'uploads', piece ?? ''), 'utf8')).toBe('a,b\n'.repeat(375));
  });

  test('has the access log in its months, also what had no partition when it was written', async () => {
    const places = 'select tableoid::regclass::text as place from access_log order by at';
    const placesIn = async (url: string) => (await query(url, places)).map(({ place }) => place);
    const [first, second] = ['access_log_default', 'access_log_2025_08'];
    expect(await placesIn(server.connectionString)).toEqual([first, second, first]);
    expect(await placesIn(whole.restored.url)).toEqual([first, second, readsOfNow]);
  });

  test('is as verifiable as before', async () => {
    const verify = async (url: string, documents: string) => {
      const opened = openDatabase(url, silent);
      const messages: string[] = [];
      try {
        const context = { database: opened.database, keys: await openKeyRing(url, secrets) };
        const store = await openUploadStore(documents);
        await verifyClaims({ ...context, store }, (message) => messages.push(message));
      } finally {
        await opened.close();
      }
      return messages.toSorted();
    };
    const { url, folder } = whole.restored;
    const issues = await verify(url, join(folder, 'documents'));
    // Only the rows that the test wrote without a server are reported.
    expect(issues).toEqual(await verify(server.connectionString, server.documentFolder));
    expect(issues.join('\n')).not.toMatch(/Seal|[Rr]ead /);
  });

  const kept = /only ever added|neither changed nor removed|never changes|stay as they are|kept as it was/;
  // The last ones go with what they are about.
  test.each([
    ['claim_history', `kind = 'x'`],
    ['record_history', `details = '{}'`],
    ['access_log', `reason = 'x'`],
    ['access_log_default', 'id = id + 1'],
    ['access_log_2025_08', 'id = id + 1'],
    [readsOfNow, 'id = id + 1'],
    ['history_seals', 'last_entry = last_entry + 1'],
    ['notes', `text = 'x'`],
    ['calls', `text = 'x'`],
    ['claim_corrections', `value = 'x'`],
    ['claim_decisions', `note = 'x'`],
    ['claim_verdicts', `reason = 'x'`],
    ['rule_versions', 'version = 9'],
    ['quality_samples', 'size = 9'],
    ['reports', 'claims = 0'],
    ['member_notes', `text = 'x'`],
    ['member_addresses', `reason = 'x'`],
    ['id_request_answers', `note = 'x'`],
  ])('in %s is only added to', async (table, change) => {
    const goesWithOthers = /^(member|id_request)_/.test(table);
    for (const statement of [
      `update ${table} set ${change}`,
      `delete from ${table}`,
      ...(goesWithOthers ? [] : [`truncate ${table} cascade`]),
    ])
      await expect(query(whole.restored.url, statement), statement).rejects.toThrow(kept);
  });

  test('works with a server, which gives out other claim numbers', async () => {
    const { url, folder } = whole.restored;
    await expect(query(url, "update claims set answers = '{}'")).rejects.toThrow('keeps the answers');
    const opened = openDatabase(url, silent);
    onTestFinished(() => opened.close());
    const app = await server.buildAnother({
      database: opened.database,
      pool: opened.pool,
      store: await openUploadStore(join(folder, 'documents')),
      keys: await openKeyRing(url, secrets),
    });
    const again = new Browser(app);
    for (const [name, value] of filer.cookies) again.cookies.set(name, value);
    const repeated = await again.post({ ...goodAnswers, googleRecaptchaToken: 'used' }, filed.key);
    expect([repeated.status, repeated.body.claimNumber]).toEqual([201, filed.claimNumber]);
    const receipt = await again.send('GET', `/api/claims/${filed.claimNumber}/receipt.pdf`);
    expect([receipt.status, receipt.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const duplicate = await again.upload(filed.claimNumber, [{ name: 'again.pdf', bytes: pdf('one') }]);
    expect(duplicate.body.files[0]).toMatchObject({ stored: true, duplicate: true });
    const next = await logInBrowser(app, memberOf(1));
    expect((await next.fileClaim()).status).toBe(201);

    const numbers = new Set<string>();
    // Those of the first were given out after the backup.
    for (const at of [server.app, app]) {
      const form = await openForm(at);
      for (let count = 0; count < 8; count += 1) numbers.add((await fileTpp(form, companyAnswers)).body.claimNumber);
    }
    expect(numbers.size).toBe(16);
  });
});

test('a backup in a folder that is missing, or is a file, is refused with an explanation', async () => {
  for (const wrong of [join(parent, 'typo'), join(whole.backup.folder, 'manifest.json')])
    await expect(readManifest(wrong)).rejects.toThrow(new StartError(`The folder ${wrong} cannot be read.`));
});

test('what comes during the backup is in it completely, or not at all; staged documents that go are left out', async () => {
  const answered: string[] = [];
  const file = async (): Promise<void> => {
    const form = await openForm(server.app);
    const { claimNumber } = (await fileTpp(form, agentAnswers)).body;
    const { body } = await form.upload(claimNumber, [{ name: 'a.pdf', bytes: pdf(claimNumber) }], 'TppClaimants');
    expect(body.files[0]?.stored).toBe(true);
    answered.push(claimNumber);
  };
  await file();
  await file();
  const before = [...answered];
  await stageDocument('given-up');
  const store = await openUploadStore(server.documentFolder);
  const filing: Promise<void>[] = [];
  const backup = await backUp({
    // Some while tables are read, and one before their files are copied.
    onProgress: () => void (filing.length < 6 && filing.push(file())),
    store: {
      ...store,
      async has(key) {
        if (key === 'posted/given-up') {
          await file();
          await server.query('delete from staged_documents where storage_key = $1', [key]);
        }
        return store.has(key);
      },
    },
  });
  await Promise.all(filing);
  expect(answered).toHaveLength(9);
  expect(backup.manifest.discarded).toEqual(['posted/given-up']);
  const place = await newPlaceOfTest();
  await restore(backup.folder, place);
  expect((await rowsOf(place.url))['staged_documents']).toHaveLength(1);

  const claims = await query<{ number: string; tax_ids: string; entries: string; outbox: string }>(
    place.url,
    `select number, (select count(*) from claim_tax_ids where claim_id = claims.id) as tax_ids,
       (select count(*) from claim_history where claim_id = claims.id and position = 1) as entries,
       (select count(*) from receipt_outbox where claim_id = claims.id) as outbox
     from claims where form_id = 'tpp' and name = 'Harbor Recovery Services'`,
  );
  const there = new Set(claims.map(({ number }) => number));
  expect(before.filter((number) => !there.has(number))).toEqual([]);
  for (const { tax_ids: taxIds, entries, outbox } of claims) expect([taxIds, entries, outbox]).toEqual(['3', '1', '1']);
  const documents = await query<{ key: string; sha256: string; number: string }>(
    place.url,
    `select storage_key as key, encode(sha256, 'hex') as sha256, number from claim_documents join claims on claims.id = claim_id
     where claim_documents.status = 'stored'`,
  );
  expect(before.filter((number) => !documents.some((document) => document.number === number))).toEqual([]);
  const files = await filesOf(join(place.folder, 'documents'));
  expect(files).toEqual(Object.fromEntries(documents.map(({ key, sha256 }) => [key, sha256])));
  const opened = openDatabase(place.url, silent);
  onTestFinished(() => opened.close());
  const keys = await openKeyRing(place.url, secrets);
  for (const { number } of claims)
    expect(await readAnswers(opened.database, keys, number)).toMatchObject({ classMembers: agentAnswers.classMembers });
});

describe('a backup', () => {
  test('can be read by its owner only, and contains neither the secret nor a readable tax ID', async () => {
    const { folder } = await backUp();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    let all = '';
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      expect((await stat(path)).mode & 0o077).toBe(0);
      if (!entry.isFile()) continue;
      const bytes = await readFile(path);
      all += (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    }
    expect(all).toContain('Larkmoor Health Plan');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(companyAnswers.tin);
  });

  test('shares documents with the previous one, except those damaged there', async () => {
    const into = await mkdtemp(join(parent, 'shared-'));
    const first = await backUp({ into });
    const count = first.manifest.documents.count;
    const second = await backUp({ into });
    expect([first.shared, second.shared]).toEqual([0, count]);
    const [key = ''] = Object.keys(await filesOf(join(second.folder, 'documents')));
    expect((await stat(join(second.folder, 'documents', key))).nlink).toBe(2);
    await writeFile(join(second.folder, 'documents', key), 'damaged');
    const third = await backUp({ into });
    expect(third.shared).toBe(count - 1);
    await checkBackup(third.folder, third.manifest, silent);
  });

  test('that fails leaves nothing, because it may have filled the disk', async () => {
    const store = await openUploadStore(server.documentFolder);
    const broken: UploadStore = {
      ...store,
      read() {
        throw new Error('the disk is gone');
      },
    };
    const into = await mkdtemp(join(parent, 'broken-'));
    await expect(backUp({ store: broken, into })).rejects.toThrow('the disk is gone');
    expect(await readdir(into)).toEqual([]);
  });

  test('that was killed does not count as a backup, and can be deleted unless another one may be at it', async () => {
    const into = await mkdtemp(join(parent, 'killed-'));
    const left = 'backup-2025-07-17T02-00-00Z.unfinished';
    await mkdir(join(into, left));
    await expect(readManifest(join(into, left))).rejects.toThrow('was not completed');
    await expect(readManifest(into)).rejects.toThrow('There is no complete backup');
    await withClient(
      server.connectionString,
      async () => expect((await backUp({ into })).leftovers).toEqual([]),
      'backup',
    );
    const whole = await backUp({ into });
    expect(whole.leftovers).toEqual([left]);
    await expect(readManifest(into)).rejects.toThrow(`The newest is ${whole.folder}`);
  });

  test.skipIf(findSmallDiskSkipReason())('leaves the reserve of a disk that has the data, too', async () => {
    const place = await mkdtemp(join(parent, 'small-'));
    // It has less than the reserve.
    const disk = mountSmallDisk(place, 100);
    onTestFinished(() => disk.unmount());
    const into = join(place, 'backups');
    await expect(backUp({ into, dataFolder: place })).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(into)).toEqual([]);
    expect(await backUp({ into })).toMatchObject({ isOnDataDisk: false });
  });

  test('with database and documents elsewhere needs no data folder', async () => {
    expect(await backUp({ dataFolder: join(parent, 'missing') })).toMatchObject({ isOnDataDisk: false });
  });

  test('with a changed byte or a missing file is refused before anything changes', async () => {
    const { folder, manifest } = await backUp();
    const [key = ''] = Object.keys(await filesOf(join(folder, 'documents')));
    for (const name of ['tables/claims.copy.gz', 'documents.jsonl', `documents/${key}`]) {
      const bytes = await readFile(join(folder, name));
      const changed = Buffer.from(bytes);
      changed[20] = (changed[20] ?? 0) ^ 1;
      await writeFile(join(folder, name), changed);
      await expect(checkBackup(folder, manifest, silent)).rejects.toThrow(`${name} in`);
      await rm(join(folder, name));
      if (name !== 'documents.jsonl') await expect(checkBackup(folder, manifest, silent)).rejects.toThrow(`${name} in`);
      await writeFile(join(folder, name), bytes);
    }
    await checkBackup(folder, manifest, silent);
    const newer = { ...manifest, migrations: [...manifest.migrations, { name: '9999-later.sql', sha256: '00' }] };
    await expect(checkBackup(folder, newer, silent)).rejects.toThrow('9999-later.sql');
    const older = { ...manifest, migrations: [{ name: '0001-first-claim.sql', sha256: '00' }] };
    await expect(checkBackup(folder, older, silent)).rejects.toThrow('was made before version 1.0.0');
  });
});

describe('a restore', () => {
  test('requires an empty database and empty folders', async () => {
    const { folder } = whole.backup;
    const place = await newPlaceOfTest();
    const used = await openStorage({ documents: { kind: 'folder', folder: server.documentFolder } }, '/nowhere');
    await expect(restore(folder, place, { connectionString: server.connectionString })).rejects.toThrow('is not empty');
    await expect(restore(folder, place, { storage: used })).rejects.toThrow('is not empty');
    expect(await rowsOf(place.url)).toEqual({});
  });

  test('needs the secret; one that was interrupted keeps servers from starting, and continues when it runs again', async () => {
    const { folder, manifest } = whole.backup;
    const place = await newPlaceOfTest();
    const wrong = { current: 'not a secret of this data, but long enough', others: [] };
    await expect(restore(folder, place, { secrets: wrong })).rejects.toThrow('The secret key is not the one');
    expect(await rowsOf(place.url)).toEqual({});
    const onProgress = (step: string) => {
      if (step === 'claim_history') throw new Error('broken off');
    };
    await expect(restore(folder, place, { onProgress })).rejects.toThrow('broken off');
    await expect(migrate(place.url)).rejects.toThrow(StartError);
    expect((await rowsOf(place.url))['claims']).toEqual([]);
    const other = await backUp();
    await expect(restore(other.folder, place)).rejects.toThrow('The restore of another backup');
    await restore(folder, place, { secrets: { ...wrong, others: [secret] } });
    await migrate(place.url);
    const rows = await rowsOf(place.url);
    // The restore has opened the data with another secret.
    for (const { name, rows: count } of manifest.tables.filter(
      (table) => !/^(secret_keys|kept_keys|access_log_)/.test(table.name),
    ))
      expect([name, rows[name]?.length]).toEqual([name, count]);
    expect(Object.keys(await filesOf(join(place.folder, 'documents')))).toHaveLength(manifest.documents.count);
  });
});
