import { withClient } from '@redress/server/platform/database/pool';
import { jobLeases, jobTables, type JobKind } from '@redress/server/platform/jobs/job-leases';
import { type JobRunner, type JobSource, startJobs } from '@redress/server/platform/jobs/job-runner';
import { listJobs } from '@redress/server/platform/jobs/list-jobs';
import { periodicJobs } from '@redress/server/platform/jobs/periodic-jobs';
import { createLog } from '@redress/server/platform/logging/log';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, logInBrowser } from '../../../setup/browser.ts';
import { callCommand } from '../../../setup/call-command.ts';
import { memberOf, secret, useTestServer } from '../../../setup/test-server.ts';

let browser: Browser;
const running: JobRunner[] = [];
/** Every log line. */
const logged: string[] = [];
const countErrors = () => logged.filter((line) => line.includes('"level":50')).length;

const server = useTestServer();
beforeAll(async () => {
  browser = await logInBrowser(server.app, memberOf(0));
});
beforeEach(async () => {
  logged.length = 0;
  await server.query("update receipt_outbox set done_at = now(), outcome = 'sent' where done_at is null");
  await server.query("update periodic_jobs set due_at = 'epoch', leased_by = null, attempts = 0, last_error = null");
});
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop();
});

const file = async () => (await browser.fileClaim()).body.claimNumber;
const readOutbox = () =>
  server.query<{ id: string; attempts: number; last_error: string | null; outcome: string | null }>(
    'select id, attempts, last_error, outcome from receipt_outbox order by id desc limit 1',
  );

/** Another process: it shares only the database. */
function startProcess(source: JobSource, now = () => new Date()): void {
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  running.push(startJobs(source, { now, log, pollMilliseconds: 10, leaseMilliseconds: 60_000 }));
}
/** Receipts that are sent by `send`. */
function receipts(send: (id: string) => Promise<void>): JobSource {
  return {
    name: 'receipt',
    leases: jobLeases(server.database, 'receipt'),
    concurrency: 4,
    maxAttempts: 3,
    pauseSeconds: [0.01],
    async run(id) {
      await send(id);
      await server.query(
        "update receipt_outbox set done_at = now(), outcome = 'sent', leased_by = null where id = $1",
        [id],
      );
      return 'done';
    },
  };
}

test('two processes with four jobs each at a time never run a job twice at once, and miss none', async () => {
  const numbers: string[] = [];
  for (let count = 0; count < 24; count += 1) numbers.push(await file());
  const current = new Set<string>();
  const runs: string[] = [];
  const send = async (id: string) => {
    expect(current).not.toContain(id);
    current.add(id);
    runs.push(id);
    await server.query('select pg_sleep(0.005)');
    current.delete(id);
  };
  startProcess(receipts(send));
  startProcess(receipts(send));
  await expect.poll(() => server.query('select from receipt_outbox where done_at is null')).toEqual([]);
  expect(new Set(runs).size).toBe(numbers.length);
  expect(runs).toHaveLength(numbers.length);
});

test('a process that lost its lease renews nothing, and ends nothing of the one that took over', async () => {
  await file();
  const leases = jobLeases(server.database, 'receipt');
  const now = new Date();
  const lost = { holder: randomUUID(), until: now };
  const held = { holder: randomUUID(), until: new Date(now.getTime() + 60_000) };
  const { id = '' } = (await leases.leaseNext(lost, now)) ?? {};
  expect(await leases.leaseNext(held, now)).toEqual({ id, attempts: 2 });
  expect(await leases.renew(id, lost)).toBe(false);
  await leases.release(id, lost.holder, now);
  expect(await server.query('select leased_by, due_at, attempts from receipt_outbox where id = $1', [id])).toEqual([
    { leased_by: held.holder, due_at: held.until, attempts: 2 },
  ]);
  expect(await leases.renew(id, held)).toBe(true);
});

test('a job that another process is leasing at this moment delays none of the others', async () => {
  await file();
  await file();
  const [first, second] = await server.query<{ id: string }>(
    'select id from receipt_outbox where done_at is null order by due_at',
  );
  await withClient(server.connectionString, async (leasing) => {
    await leasing.query('begin');
    await leasing.query('select from receipt_outbox where id = $1 for update', [first?.id]);
    const lease = { holder: randomUUID(), until: new Date(Date.now() + 60_000) };
    const next = await jobLeases(server.database, 'receipt').leaseNext(lease, new Date());
    expect(next?.id).toBe(second?.id);
  });
});

test('jobs of each kind are listed alone as among all', async () => {
  await file();
  const list = async (kinds: readonly JobKind[]) =>
    (await listJobs(server.database, kinds, new Date(), 500)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const kinds = Object.keys(jobTables).filter((kind): kind is JobKind => kind in jobTables);
  const all = await list(kinds);
  for (const kind of kinds) expect(await list([kind])).toEqual(all.filter((job) => job.kind === kind));
  expect(all.map((job) => job.kind)).toEqual(expect.arrayContaining(['receipt', 'periodic']));
});

describe('periodic jobs', () => {
  test('run in exactly one of two processes until they are due again', async () => {
    let clock = Date.now();
    const now = () => new Date(clock);
    const runs: string[] = [];
    const start = () => {
      const run = (name: string) => () => Promise.resolve(runs.push(name));
      startProcess(
        periodicJobs({ database: server.database, now }, { seal: run('seal'), cleanup: run('cleanup') }),
        now,
      );
    };
    const untilRun = async (times: number) => {
      await expect
        .poll(() => server.query('select name from periodic_jobs where due_at > $1 and leased_by is null', [now()]))
        .toHaveLength(2);
      const expected = ['cleanup', 'seal'].flatMap((name) => Array.from({ length: times }, () => name));
      expect(runs.toSorted()).toEqual(expected);
    };
    start();
    start();
    await untilRun(1);
    clock += 59_000;
    await untilRun(1);
    clock += 1_000;
    await untilRun(2);
  });

  /** A source of one job, which counts its runs, and a way to take it from another process. */
  function countRuns(now: () => Date) {
    const runs = { count: 0 };
    const seal = () => Promise.resolve((runs.count += 1));
    const source = periodicJobs({ database: server.database, now }, { seal });
    const until = () => new Date(now().getTime() + 1);
    return { runs, source, lease: () => source.leases.leaseNext({ holder: randomUUID(), until: until() }, now()) };
  }

  test('do not run while another process holds them, and do when its lease has ended', async () => {
    const holder = randomUUID();
    await server.query("update periodic_jobs set leased_by = $1, due_at = now() + interval '10 seconds'", [holder]);
    let clock = Date.now();
    const now = () => new Date(clock);
    const { runs, source, lease } = countRuns(now);
    expect(await lease()).toBeUndefined();
    clock += 10_001;
    startProcess(source, now);
    await expect.poll(() => runs.count).toBe(1);
  });

  test('run although their next time was written by a clock that was a year ahead', async () => {
    await server.query("update periodic_jobs set due_at = now() + interval '1 year'");
    const { runs, source, lease } = countRuns(() => new Date());
    startProcess(source);
    await expect.poll(() => runs.count).toBe(1);
    const soon = "select from periodic_jobs where name = 'seal' and due_at < now() + interval '1 minute'";
    await expect.poll(() => server.query(soon)).toHaveLength(1);
    expect(await lease()).toBeUndefined();
  });

  test('never have a period after which they would count as written by such a clock, and run on and on', () => {
    const seal = () => Promise.resolve();
    const everySeconds = (seconds: number) => () =>
      periodicJobs({ database: server.database, now: () => new Date() }, { seal }, seconds);
    expect(everySeconds(120)).toThrow('too long');
    expect(everySeconds(119)).not.toThrow();
  });
});

describe('a job that fails in every attempt', () => {
  const run = (...args: readonly string[]) =>
    callCommand('jobs', args, {
      DATA_DIR: server.documentFolder,
      DATABASE_URL: server.connectionString,
      SECRET_KEY: secret,
    });
  const ready = async () => {
    const { text } = await browser.send('GET', '/api/health/ready');
    const { deadJobs, mail } = JSON.parse(text) as { deadJobs: number; mail: { status: string } };
    return { deadJobs, mail: mail.status };
  };

  test('is a dead letter: reported once, listed, counted by readiness, and retried by an operator', async () => {
    const claim = await file();
    let isBroken = true;
    const send = () =>
      isBroken
        ? Promise.reject(Object.assign(new Error('jane.doe@example.com is not welcome'), { code: 'EAUTH' }))
        : Promise.resolve();
    startProcess(receipts(send));
    await expect.poll(countErrors).toBe(1);
    expect(await readOutbox()).toMatchObject([{ attempts: 3, last_error: 'EAUTH', outcome: null }]);
    expect(await ready()).toEqual({ deadJobs: 1, mail: 'ok' });

    const [{ id } = { id: '' }] = await readOutbox();
    const listed = await run();
    expect(listed.code).toBe(1);
    expect(listed.out).toMatch(new RegExp(`receipt:${id} +${claim} +dead +3 +EAUTH\n`));
    expect(listed.out).toMatch(/periodic:seal +waiting/);
    expect(listed.out).toMatch(/\n1 dead, \d waiting\.\n$/);
    expect(listed.out).not.toMatch(/jane|doe|example/i);
    const json = await run('--json', '--kind', 'receipt');
    const job = { kind: 'receipt', claimNumber: claim, state: 'dead', attempts: 3, lastError: 'EAUTH' };
    expect(JSON.parse(json.out)).toEqual([{ id: `receipt:${id}`, ...job, nextAttempt: null }]);

    isBroken = false;
    expect(await run('retry', `receipt:${id}`)).toMatchObject({ code: 0, out: '1 job is due now.\n' });
    await expect.poll(readOutbox).toMatchObject([{ attempts: 1, outcome: 'sent' }]);
    expect(countErrors()).toBe(1);
    await expect.poll(ready).toEqual({ deadJobs: 0, mail: 'ok' });
    expect(await run('--kind', 'receipt')).toMatchObject({ code: 0, out: 'There are no unfinished jobs.\n' });
    expect(await run('retry', `receipt:${id}`)).toMatchObject({ code: 1, err: expect.stringContaining('finished') });
  });

  test('is retried with all others by --all, which leaves running and waiting jobs alone', async () => {
    for (let count = 0; count < 4; count += 1) await file();
    const [running = '', waiting = '', dead = '', failing = ''] = (
      await server.query<{ id: string }>('select id from receipt_outbox where done_at is null order by id')
    ).map(({ id }) => id);
    const later = new Date(Date.now() + 60_000);
    await server.query('update receipt_outbox set due_at = $1 where done_at is null', [later]);
    await server.query('update receipt_outbox set attempts = 1, leased_by = gen_random_uuid() where id = $1', [
      running,
    ]);
    await server.query("update receipt_outbox set attempts = 9, due_at = 'infinity' where id = $1", [dead]);
    await server.query('update receipt_outbox set attempts = 9 where id = $1', [failing]);
    expect(await run('retry', '--all', '--kind', 'upload')).toMatchObject({ out: '0 jobs are due now.\n' });
    expect(await run('retry', '--all')).toMatchObject({ code: 0, out: '2 jobs are due now.\n' });
    const isDue = await server.query<{ id: string }>(
      'select id from receipt_outbox where done_at is null and due_at <= now() and attempts = 0 order by id',
    );
    expect(isDue.map(({ id }) => id)).toEqual([dead, failing]);
    expect(waiting).not.toBe('');
  });

  test.each(['retry', 'retry receipt:1 --all', 'remove', '--all', 'retry a b'])(
    'npm run jobs -- %s is wrong usage',
    async (args) => {
      expect(await run(...args.split(' '))).toMatchObject({ code: 2, out: expect.stringContaining('Usage') });
    },
  );
});
