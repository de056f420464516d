import { openDatabase, type OpenedDatabase, withClient } from '@redress/server/platform/database/pool';
import { jobLeases } from '@redress/server/platform/jobs/job-leases';
import { type JobRunner, startJobs } from '@redress/server/platform/jobs/job-runner';
import { createLog } from '@redress/server/platform/logging/log';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { useTestServer } from '../../../setup/test-server.ts';

// Found by `npm run test:faults`: while PostgreSQL was frozen, a job that could not be marked as
// done ended the whole server.

const server = useTestServer();
let opened: OpenedDatabase;
const unhandled: unknown[] = [];
let warnings = 0;
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  opened = openDatabase(server.connectionString, () => {});
});
beforeEach(() => {
  warnings = 0;
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => void process.off('unhandledRejection', note));
afterAll(async () => {
  await opened?.close();
});

/** Cuts every connection of the server and accepts none, or accepts them again. */
async function setAvailable(isAvailable: boolean): Promise<void> {
  const url = new URL(server.connectionString);
  const name = url.pathname.slice(1);
  url.pathname = 'postgres';
  await withClient(url.href, async (client) => {
    await client.query(`alter database ${name} allow_connections ${isAvailable}`);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'redress'`;
    if (!isAvailable) await client.query(cut);
  });
}

function start(handle: (outboxId: string) => Promise<void>): JobRunner {
  const { database } = opened;
  return startJobs(
    {
      name: 'receipt',
      leases: jobLeases(database, 'receipt'),
      concurrency: 4,
      maxAttempts: 10,
      pauseSeconds: [1],
      async run(outboxId) {
        await handle(outboxId);
        await database
          .updateTable('receipt_outbox')
          .set({ done_at: new Date(), outcome: 'sent' })
          .where('id', '=', outboxId)
          .execute();
        return 'done';
      },
    },
    {
      now: () => new Date(),
      log: createLog('warn', { write: () => void (warnings += 1) }),
      pollMilliseconds: 50,
      leaseMilliseconds: 2_000,
    },
  );
}

test.each(['is done', 'fails'])(
  'a job that %s while the database is down does not end the process, and the queue continues when it is back',
  async (how) => {
    const browser = await openForm(server.app);
    let isFirst = true;
    const worked: string[] = [];
    const queue = start(async (outboxId) => {
      worked.push(outboxId);
      if (!isFirst) return;
      isFirst = false;
      await setAvailable(false);
      if (how === 'fails') throw new Error('it failed');
    });
    try {
      expect((await fileTpp(browser, companyAnswers)).status).toBe(201);
      await expect.poll(() => isFirst).toBe(false);
      await expect.poll(() => warnings).toBeGreaterThan(2);
      await setAvailable(true);
      await expect.poll(async () => (await fileTpp(browser, companyAnswers)).status, { interval: 500 }).toBe(201);
      await expect.poll(() => new Set(worked).size).toBeGreaterThan(1);
      expect(unhandled).toEqual([]);
    } finally {
      await setAvailable(true);
      await queue.stop();
    }
  },
);

test('a queue that is stopped while the database is down ends quietly', async () => {
  const browser = await openForm(server.app);
  let isClosed = false;
  const queue = start(async () => {
    if (isClosed) return;
    isClosed = true;
    await setAvailable(false);
  });
  try {
    expect((await fileTpp(browser, companyAnswers)).status).toBe(201);
    await expect.poll(() => isClosed).toBe(true);
  } finally {
    await queue.stop();
    await setAvailable(true);
  }
  expect(unhandled).toEqual([]);
});
