import type { AccessLog } from '@redress/contract/console/access-log';
import { backgroundHeader } from '@redress/contract/http-headers';
import { openDatabase, type OpenedDatabase } from '@redress/server/platform/database/pool';
import { createReadPartitions } from '@redress/server/console/access-log/read-partitions';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsoleTab, createPerson, signInTab, type TestPerson } from '../../../setup/console.ts';
import { secretAnswer, startReadingRoute } from '../../../setup/staff-reads.ts';
import { editRows } from '../../../setup/test-database.ts';
import { beforeDeadline, keys, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();
let opened: OpenedDatabase;
let admin: ConsoleTab & { readonly person: TestPerson };
let reviewer: TestPerson;
let route: Awaited<ReturnType<typeof startReadingRoute>>;

beforeAll(async () => {
  opened = openDatabase(server.connectionString, () => {});
  route = await startReadingRoute(server, opened.database);
});
afterAll(async () => {
  await route.close();
  await opened.close();
});
beforeEach(async () => {
  server.now = beforeDeadline;
  await editRows(server.connectionString, 'delete from access_log').catch(() => {});
  admin = await signInTab(server, 'admin');
  reviewer = await createPerson(server.connectionString, ['reviewer'], server.now);
});

const context = () => ({ database: opened.database, keys, now: () => server.now });
const claim = '8001583106';
const viewClaim = { what: 'view', subject: `claim ${claim}` } as const;

async function readLog(filters: Readonly<Record<string, string>> = {}): Promise<AccessLog> {
  const answer = await admin.post<AccessLog>('/access-log/search', filters);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
/** The reviewer's entries in the log. */
const readOf = async (filters: Readonly<Record<string, string>> = {}) =>
  (await readLog(filters)).reads.filter(({ person }) => person.id === reviewer.id);

describe('a read', () => {
  test('is logged with person, session, time, kind, subject, reason and results before it is answered, and later with its seal', async () => {
    const reveal = {
      what: 'reveal',
      subject: `claim ${claim}`,
      reason: 'The payor called',
      resultIds: ['9000000001'],
    } as const;
    expect(await route.read(reviewer, reveal)).toEqual({ status: 200, body: secretAnswer });
    const [session] = await server.query<{ id: string }>('select id from staff_sessions where staff_id = $1', [
      reviewer.id,
    ]);
    expect(await readOf()).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: server.now.toISOString(),
        person: { id: reviewer.id, name: reviewer.name },
        session: session?.id,
        what: 'reveal',
        subject: `claim ${claim}`,
        reason: 'The payor called',
        results: ['claim 9000000001'],
        isSearch: false,
        seal: null,
      },
    ]);
    const [seal] = await sealHistory(context());
    expect((await readOf())[0]?.seal).toBe(seal?.position);
  });

  test('that cannot be logged, or that the handler of its route forgot to log, is not answered', async () => {
    const forgotten = await route.read(reviewer);
    expect([forgotten.status, forgotten.body.includes(secretAnswer)]).toEqual([500, false]);
    await server.query('alter table access_log rename to access_log_away');
    try {
      const { status, body } = await route.read(reviewer, viewClaim);
      expect(status).toBe(500);
      expect(body).not.toContain(secretAnswer);
    } finally {
      await server.query('alter table access_log_away rename to access_log');
    }
    expect((await route.read(reviewer, viewClaim)).status).toBe(200);
  });

  test('that an idle screen repeats is logged again only if it shows something else', async () => {
    const bounces = (shown: unknown) => ({ what: 'list', subject: 'bounces', resultIds: [claim], shown }) as const;
    const idle = { [backgroundHeader]: '1' };
    const count = async (person = reviewer) =>
      (await readLog()).reads.filter((each) => each.person.id === person.id).length;
    // A person opens it; the screen refreshes itself; a report arrives that names no claim.
    for (const [shown, headers, logged] of [
      [['one'], {}, 1],
      [['one'], idle, 1],
      [['one'], idle, 1],
      [['one', 'another'], idle, 2],
      [['one', 'another'], idle, 2],
      [['one'], idle, 3],
      // A person asks.
      [['one'], {}, 4],
    ] as const) {
      expect(await route.read(reviewer, bounces(shown), headers)).toEqual({ status: 200, body: secretAnswer });
      expect(await count()).toBe(logged);
    }
    const other = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(other, bounces(['one']), idle);
    expect(await count(other)).toBe(1);
    // A read that does not say what it shows is logged each time.
    await route.read(other, viewClaim, idle);
    await route.read(other, viewClaim, idle);
    expect(await count(other)).toBe(3);
  });

  test('has its hash over everything but its ID, as the decision record says', async () => {
    await route.read(reviewer, { what: 'search', subject: 'search', searchWords: 'garcia', resultIds: [claim] });
    const [row] = await server.query<{ hash: Buffer; session_id: string; search_hash: Buffer }>(
      'select * from access_log',
    );
    const content = [
      'read',
      reviewer.id,
      row?.session_id,
      server.now.toISOString(),
      'search',
      'search',
      null,
      [`claim ${claim}`],
      row?.search_hash.toString('hex'),
    ];
    expect(row?.hash.toString('hex')).toBe(createHash('sha256').update(JSON.stringify(content)).digest('hex'));
  });

  test('keeps search words and Notice IDs only as keyed hashes, which find them again', async () => {
    await route.read(reviewer, {
      what: 'search',
      subject: 'search',
      searchWords: '  María   GARCIA ',
      resultIds: ['200000001', claim],
    });
    await route.read(reviewer, { what: 'view', subject: 'member 200000001' });
    const rows = await server.query<{ text: string }>('select r::text as text from access_log r');
    expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/garc|200000001/i);
    expect((await readOf({ q: 'maría garcia' })).map(({ what, isSearch }) => [what, isSearch])).toEqual([
      ['search', true],
    ]);
    expect(await readOf({ q: 'maria' })).toEqual([]);
    // No reference number, though its digits are as many as a claim number has.
    await route.read(reviewer, { what: 'search', subject: 'search', searchWords: 'smith 602-555-0100' });
    expect((await readOf({ q: 'smith 602-555-0100' })).map(({ isSearch }) => isSearch)).toEqual([true]);
    expect((await readOf({ q: '200000001' })).map(({ what }) => what)).toEqual(['view', 'search']);
    expect(await readOf({ q: '200000002' })).toEqual([]);
  });

  test('is logged whatever characters its reason and subject have', async () => {
    const hostile = `\0 ' " \\ {,} \ud800 ‮ 😀`;
    expect((await route.read(reviewer, { ...viewClaim, subject: hostile, reason: hostile })).status).toBe(200);
    expect(await readOf()).toMatchObject([{ reason: ` ' " \\ {,} \ufffd ‮ 😀` }]);
  });
});

describe('the access log', () => {
  test('logs who reads it, and for whose sake', async () => {
    await readLog();
    await readLog({ q: `11415REF${claim}` });
    await readLog({ q: 'garcia' });
    const reads = (await readLog()).reads.map(({ person, what, subject, results, isSearch }) => ({
      person: person.id,
      what,
      subject,
      results,
      isSearch,
    }));
    const own = { person: admin.person.id, what: 'list', subject: 'access-log' };
    expect(reads).toEqual([
      { ...own, results: [], isSearch: true },
      { ...own, results: [`claim ${claim}`], isSearch: false },
      { ...own, results: [], isSearch: false },
    ]);
  });

  test('is filtered by person, kind, what was shown, and days of the court', async () => {
    const other = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(other, viewClaim);
    await route.read(reviewer, viewClaim);
    await route.read(reviewer, { what: 'list', subject: 'claims', resultIds: [claim, '9000000001'] });
    // In Washington, the day ends at four in the morning of the next day in Greenwich.
    server.now = new Date('2025-07-02T03:59:59.999Z');
    const late = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(late, { what: 'download', subject: `claim ${claim}` });
    server.now = new Date('2025-07-02T04:00:00Z');
    const later = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(later, { what: 'export', subject: 'export 7' });
    admin = await signInTab(server, 'admin');
    const whats = async (filters: Readonly<Record<string, string>>) =>
      (await readLog(filters)).reads.filter(({ subject }) => subject !== 'access-log').map(({ what }) => what);
    expect(await whats({})).toEqual(['export', 'download', 'list', 'view', 'view']);
    expect(await whats({ person: reviewer.id })).toEqual(['list', 'view']);
    expect(await whats({ what: 'view' })).toEqual(['view', 'view']);
    expect(await whats({ q: `claim ${claim}` })).toEqual(['download', 'list', 'view', 'view']);
    expect(await whats({ q: claim, what: 'view', person: other.id })).toEqual(['view']);
    expect(await whats({ q: '9000000001' })).toEqual(['list']);
    expect(await whats({ from: '2025-07-02' })).toEqual(['export']);
    expect(await whats({ to: '2025-07-01' })).toEqual(['download', 'list', 'view', 'view']);
    expect(await whats({ from: '2025-07-01', to: '2025-07-01', what: 'download' })).toEqual(['download']);
  });

  test('comes in pages of 50, without gaps or repetitions, while reads are added', async () => {
    for (let index = 0; index < 120; index += 1)
      await route.read(reviewer, { what: 'view', subject: `claim ${String(8_000_000_000 + index)}` });
    const subjects: string[] = [];
    let filters: Record<string, string> = { person: reviewer.id };
    const all = Array.from({ length: 120 }, (_, index) => `claim ${8_000_000_119 - index}`);
    let newer: string | null = null;
    for (const size of [50, 50, 20]) {
      const page = await readLog(filters);
      expect(page.reads).toHaveLength(size);
      subjects.push(...page.reads.map(({ subject }) => subject));
      await route.read(reviewer, viewClaim);
      filters = { person: reviewer.id, before: page.older ?? '' };
      newer = page.newer;
      expect([page.older === null, page.newer === null]).toEqual([size === 20, subjects.length === 50]);
    }
    expect(subjects).toEqual(all);
    // And back: the same page, and then the newest one, which has the reads that were added.
    const second = await readLog({ person: reviewer.id, after: newer ?? '' });
    expect(second.reads.map(({ subject }) => subject)).toEqual(all.slice(50, 100));
    const first = await readLog({ person: reviewer.id, after: second.newer ?? '' });
    expect(first.reads.map(({ subject }) => subject)).toEqual(all.slice(0, 50));
    const newest = await readLog({ person: reviewer.id, after: first.newer ?? '' });
    expect([newest.reads.length, newest.newer, newest.reads[3]?.subject]).toEqual([50, null, all[0]]);
  });

  test('refuses what means nothing, and finds nothing for hostile words', async () => {
    for (const query of [
      { person: 'me' },
      { what: 'delete' },
      { from: '2025-02-31' },
      { from: '0000-01-01' },
      { to: 'tomorrow' },
      { before: '-1' },
      { before: '1;drop' },
      { unknown: '1' },
      { person: ['a', 'b'] },
      { q: 'x'.repeat(10_000) },
    ]) {
      const { status, body } = await admin.post('/access-log/search', query);
      expect([query, status, body.code]).toEqual([query, 400, 'bad-request']);
    }
    await route.read(reviewer, viewClaim);
    for (const q of ['%', "' or 1=1", '\0', '‮', '{"a"}', '\\']) expect([q, await readOf({ q })]).toEqual([q, []]);
  });
});

describe('partitions', () => {
  const partitionsWithRows = () =>
    server.query<{ name: string }>('select distinct tableoid::regclass::text as name from access_log order by 1');

  test('exist for this month and the next three, and a read without one goes to the default', async () => {
    const [{ ahead } = { ahead: 0 }] = await server.query<{ ahead: number }>(
      `select count(*)::int as ahead from generate_series(0, 3) n
       where to_regclass('access_log_' || to_char(now() at time zone 'UTC' + n * interval '1 month', 'YYYY_MM')) is not null`,
    );
    expect(ahead).toBe(4);
    await route.read(reviewer, viewClaim);
    expect(await partitionsWithRows()).toEqual([{ name: 'access_log_default' }]);
  });

  test('are made ahead, but not for a month that the default partition has reads of', async () => {
    await route.read(reviewer, viewClaim);
    await createReadPartitions(context());
    await createReadPartitions(context());
    const made = await server.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'access_log'::regclass and inhrelid::regclass::text like '%2025%' order by 1`,
    );
    expect(made.map(({ name }) => name)).toEqual(['08', '09', '10'].map((month) => `access_log_2025_${month}`));
    await server.query('select create_access_log_partition($1)', ['2025-07-15']);
    expect(await partitionsWithRows()).toEqual([{ name: 'access_log_default' }]);
    server.now = new Date('2025-08-31T23:59:59.999Z');
    const august = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(august, viewClaim);
    server.now = new Date('2025-09-01T00:00:00Z');
    const september = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(september, viewClaim);
    expect((await partitionsWithRows()).map(({ name }) => name)).toEqual([
      'access_log_2025_08',
      'access_log_2025_09',
      'access_log_default',
    ]);
    for (const statement of ['truncate access_log_2025_08', 'delete from access_log_2025_08'])
      await expect(server.query(statement)).rejects.toThrow('only ever added to');
    admin = await signInTab(server, 'admin');
    expect((await readLog({ q: claim })).reads).toHaveLength(3);
  });

  test('are made while reads are logged and while the log is read', async () => {
    server.now = new Date('2026-03-01T00:00:00Z');
    const person = await createPerson(server.connectionString, ['reviewer'], server.now);
    admin = await signInTab(server, 'admin');
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => route.read(person, viewClaim)),
      createReadPartitions(context()),
      ...Array.from({ length: 10 }, () => route.read(person, viewClaim)),
      ...Array.from({ length: 5 }, () => readLog()),
    ]);
    expect(answers.filter((answer) => answer && 'status' in answer && answer.status === 200)).toHaveLength(20);
    expect((await readLog({ q: claim })).reads).toHaveLength(20);
  });
});
