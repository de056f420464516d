import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { isLongRun } from '../setup/long-tests.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { type FuzzServer, startFuzzServer } from './fuzz-server.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';
import { canary, type FuzzRequest } from './fuzz-request.ts';

// A short run of `npm run test:fuzz` proves that it finds injected faults.

/** The limit in milliseconds allows for a busy machine. */
const timeout = 180_000;
/** Every run sends the same few requests, each night others. */
const requests = isLongRun ? 400 : 120;
const seed = isLongRun ? randomInt(2 ** 31) : 7;

describe('the server', () => {
  const running = useServer({ injectFaults: false });

  test(`withstands ${requests} hostile requests`, { timeout }, async () => {
    onTestFailed(() => console.log(`To see it again: npm run test:fuzz -- --requests=${requests} --seed=${seed}`));
    const { server, databaseUrl } = running();
    const maxReceipts = isLongRun ? 10 : 2;
    const report = await runFuzz(server, { requests, seed, maxReceipts, databaseUrl });
    expect(report.faults).toEqual([]);
    expect(report.sent).toBeGreaterThanOrEqual(requests);
    // The filer has filed three claims before. Without more, only the first checks ran.
    expect(report.claims).toBeGreaterThan(isLongRun ? 10 : 5);
    const usual = ['200', '201', '400', '403', '404', '422', ...(isLongRun ? ['415'] : [])];
    expect(Object.keys(report.byStatus)).toEqual(expect.arrayContaining(usual));
  });
});

// Tests of the fuzz run itself are nightly, because the server does not depend on them.
describe.runIf(isLongRun)('with a fault in the server', () => {
  const running = useServer({ injectFaults: true });
  const run = (...paths: readonly string[]) => {
    const { server, databaseUrl } = running();
    return runFuzz(server, {
      requests: paths.length,
      seed: 1,
      lanes: 1,
      maxReceipts: 0,
      databaseUrl,
      kinds: () => sendInOrder(paths.map((path) => get(`/api/injected/${path}`))),
    });
  };
  const faultsOf = ({ faults }: FuzzReport) => faults.map(({ what }) => what).join('\n');

  test('the run reports it, whatever it is', { timeout }, async () => {
    const paths = ['throws', 'leaks', 'other-answer', 'other-status', 'other-problem', 'bare', 'redirects', 'writes'];
    const found = faultsOf(await run(...paths, `logs?${canary}`));
    for (const fault of [
      'status 500',
      'an error in the log',
      'tells "at ',
      'GET /api/injected/other-answer: not as described',
      'does not describe the status 202',
      'a problem that does not match ProblemSchema',
      'no nosniff (status 200)',
      'no Content-Security-Policy (status 200)',
      'no no-store (status 200)',
      'a redirect to another website',
      'a file outside of the store: work/stray.txt',
      'the log shows what was sent',
    ])
      expect(found).toContain(fault);
  });

  test('that blocks the process, the run reports for how long', { timeout }, async () => {
    expect((await run('blocks')).blockedMilliseconds).toBeGreaterThan(1_000);
  });

  test('claims that violate their form or have a broken history are found', { timeout }, async () => {
    const before = await run('other-answer');
    expect(faultsOf(before)).not.toContain('claim ');
    const client = new pg.Client({ connectionString: running().databaseUrl });
    await client.connect();
    try {
      // The database owner could do this.
      await client.query("set session_replication_role = 'replica'");
      await client.query(
        `update claims set answers = jsonb_set(answers, '{zip}', '"no zip"') where form_id = 'individual' and id = (select min(id) from claims where form_id = 'individual')`,
      );
      await client.query(
        `update claim_history set details = details || '{"late": true}' where claim_id = (select max(id) from claims)`,
      );
    } finally {
      await client.end();
    }
    const after = faultsOf(await run('other-answer'));
    expect(after).toMatch(/claim \d{10} \(\w+\): its answers break rules: \[\["zip","pattern"\]\]/);
    expect(after).toMatch(/entry 1 of its history is broken/);
  });

  test('that ends the process, the run reports it', { timeout }, async () => {
    expect(faultsOf(await run('ends'))).toContain('the server has ended (7)');
  });
});

const get = (target: string): FuzzRequest => ({
  kind: 'injected',
  visitor: 'guest',
  method: 'GET',
  target,
  headers: [],
});

/** Sends these requests in order, instead of random ones. */
function sendInOrder(all: readonly FuzzRequest[]): fc.Arbitrary<FuzzRequest> {
  let next = 0;
  return fc.constant(null).map(() => all[next++ % all.length] ?? get('/'));
}

function useServer({ injectFaults }: { readonly injectFaults: boolean }) {
  let server: FuzzServer | undefined;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startFuzzServer({ databaseUrl: database.url, builtSite: false, injectFaults });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });
  return () => {
    if (!server || !database) throw new Error('The server was not started');
    return { server, databaseUrl: database.url };
  };
}
