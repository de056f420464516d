import { openDatabase, type OpenedDatabase } from '@redress/server/platform/database/pool';
import type { RecordEvent } from '@redress/server/platform/history/record-events';
import { addRecordEntry } from '@redress/server/platform/history/record-history';
import { proveClaim } from '@redress/server/claims/history/prove-claim';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findIssues } from '../../../setup/find-issues.ts';
import { type Browser, logInBrowser } from '../../../setup/browser.ts';
import { createPerson, type TestPerson } from '../../../setup/console.ts';
import { rootByPath } from './root-by-path.ts';
import { startReadingRoute } from '../../../setup/staff-reads.ts';
import { keys, memberOf, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();
let opened: OpenedDatabase;
let browser: Browser;
let person: TestPerson;
let route: Awaited<ReturnType<typeof startReadingRoute>>;

beforeAll(async () => {
  opened = openDatabase(server.connectionString, () => {});
  browser = await logInBrowser(server.app, memberOf(0));
  person = await createPerson(server.connectionString, ['reviewer'], server.now);
  route = await startReadingRoute(server, opened.database);
});
afterAll(async () => {
  await route.close();
  await opened.close();
});

const context = () => ({ database: opened.database, keys, now: () => server.now });
const file = async () => (await browser.fileClaim()).body.claimNumber;
const view = () => route.read(person, { what: 'view', subject: 'claim 8001583106' });
const invited = { kind: 'staff-invited', details: { by: 'somebody', roles: 'reviewer' } } as const;
function add(id: string, event: RecordEvent<'staff'> = invited): Promise<void> {
  const adding = (transaction: Parameters<typeof addRecordEntry>[0]) =>
    addRecordEntry(transaction, { kind: 'staff', id }, server.now, event);
  return opened.database.transaction().execute(adding);
}

/** Adds an entry in a transaction that fails, which leaves a gap in the IDs. */
async function rollBack(id: string): Promise<void> {
  const broken = opened.database.transaction().execute(async (transaction) => {
    await addRecordEntry(transaction, { kind: 'staff', id }, server.now, invited);
    throw new Error('rolled back');
  });
  await expect(broken).rejects.toThrow('rolled back');
}

interface Entry extends Record<string, unknown> {
  readonly position: number;
  readonly kind: string;
  readonly details: Record<string, string>;
  readonly previous_hash: Buffer | null;
  readonly hash: Buffer;
}
const entriesOf = (id: string) =>
  server.query<Entry>(`select * from record_history where record_kind = 'staff' and record_id = $1 order by position`, [
    id,
  ]);

describe('the history of a record', () => {
  test('is a chain: each hash covers record, position, time, event and the hash before it', async () => {
    const id = randomUUID();
    await add(id);
    await add(id, { kind: 'session-revoked', details: { by: 'b', sessionId: 's' } });
    await add(randomUUID());
    const [first, second, ...more] = await entriesOf(id);
    expect(more).toEqual([]);
    const hashOf = (...rest: unknown[]) =>
      createHash('sha256')
        .update(JSON.stringify([`staff:${id}`, ...rest]))
        .digest('hex');
    const at = server.now.toISOString();
    expect(first?.hash.toString('hex')).toBe(hashOf(1, at, 'staff-invited', invited.details, null));
    expect(second?.hash.toString('hex')).toBe(
      hashOf(2, at, 'session-revoked', { by: 'b', sessionId: 's' }, first?.hash.toString('hex')),
    );
    expect(second?.previous_hash).toEqual(first?.hash);
  });

  test('stays a chain when entries are added at the same moment', async () => {
    const id = randomUUID();
    await Promise.all(Array.from({ length: 12 }, () => add(id)));
    expect((await entriesOf(id)).map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(await findIssues(server)).toEqual([]);
  });

  test('has no entry of a transaction that is rolled back', async () => {
    const id = randomUUID();
    await rollBack(id);
    await add(id);
    expect(await entriesOf(id)).toHaveLength(1);
  });
});

describe('a seal', () => {
  test('covers claims, records and reads together, in the order of their IDs', async () => {
    await sealHistory(context());
    const number = await file();
    await view();
    const id = randomUUID();
    await add(id);
    await view();
    await file();
    const [seal, ...more] = await sealHistory(context());
    expect([seal?.entries, more]).toEqual([5, []]);
    const rows = await server.query<{ hash: Buffer }>(
      `select hash from (
         select id, hash from claim_history union all select id, hash from record_history union all select id, hash from access_log
       ) as entries order by id desc limit 5`,
    );
    const proof = await proveClaim(context(), number);
    const { index = -1, path = [], seal: covering } = proof?.entries[0]?.covered ?? {};
    expect([proof?.faults, index, covering?.position]).toEqual([[], 0, seal?.position]);
    // Independent of the server's own tree: the path of the claim's entry leads to the root.
    const hashes = rows.map(({ hash }) => hash).toReversed();
    expect(rootByPath(hashes[0] ?? Buffer.of(), 0, 5, path)).toEqual(covering?.treeRoot);
    expect(await findIssues(server)).toEqual([]);
  });

  test('covers each entry and each read exactly once while all three tables are written and transactions roll back', async () => {
    const sealed: number[] = [];
    let isWriting = true;
    const sealAll = async () => {
      while (isWriting) for (const { entries } of await sealHistory(context())) sealed.push(entries);
    };
    const sealers = [sealAll(), sealAll()];
    await sealHistory(context());
    const shared = randomUUID();
    const writeSome = async () => {
      for (let round = 0; round < 5; round += 1)
        await Promise.all([file(), view(), add(shared), add(randomUUID()), rollBack(shared)]);
    };
    try {
      await Promise.all(Array.from({ length: 6 }, writeSome));
    } finally {
      isWriting = false;
      await Promise.all(sealers);
    }
    await sealHistory(context());
    const [counts] = await server.query<{ sealed: number; written: number }>(
      `select (select sum(entries) from history_seals)::int as sealed, ((select count(*) from claim_history)
         + (select count(*) from record_history) + (select count(*) from access_log))::int as written`,
    );
    expect(counts?.sealed).toBe(counts?.written);
    expect(sealed.length).toBeGreaterThan(1);
    expect(await findIssues(server)).toEqual([]);
  });

  test('is made when there are only reads, or only entries of records', async () => {
    await sealHistory(context());
    await view();
    expect((await sealHistory(context())).map(({ entries }) => entries)).toEqual([1]);
    await add(randomUUID());
    expect((await sealHistory(context())).map(({ entries }) => entries)).toEqual([1]);
    expect(await sealHistory(context())).toEqual([]);
  });

  test.each([
    [
      'claim_history',
      `insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
       select claim_id, 2, at, 'late', '{}', hash, sha256('late') from claim_history order by id desc limit 1`,
    ],
    [
      'record_history',
      `insert into record_history (record_kind, record_id, position, at, kind, details, hash)
       values ('late', gen_random_uuid()::text, 1, date_trunc('second', now()), 'late', '{}', sha256('late'))`,
    ],
    [
      'access_log',
      `insert into access_log (at, staff_id, session_id, what, subject, result_ids, hash)
       values (date_trunc('second', now()), gen_random_uuid(), gen_random_uuid(), 'view', 'late', '{}', sha256('late'))`,
    ],
  ])('waits for a transaction that has taken a lower ID in %s', async (_table, insert) => {
    await sealHistory(context());
    const client = new pg.Client({ connectionString: server.connectionString });
    onTestFinished(() => client.end());
    await client.connect();
    await client.query('begin');
    await client.query(insert);
    // A higher ID, committed first.
    await file();
    const sealing = sealHistory(context());
    const isWaiting = `select from pg_locks where locktype = 'advisory' and objid = 7324906 and granted`;
    await expect.poll(async () => (await server.query(isWaiting)).length).toBe(1);
    await client.query('commit');
    const [seal, ...more] = await sealing;
    expect([seal?.entries, more]).toEqual([2, []]);
  });
});
