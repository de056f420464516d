import type { Export } from '@redress/contract/console/exports';
import { fillSearchNow } from '@redress/server/console/search/fill-search';
import { openDatabase } from '@redress/server/platform/database/pool';
import { settlement } from '@redress/content/settlement';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { isLongRun } from '../../../setup/long-tests.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

const script = fileURLToPath(new URL('./export-in-child.ts', import.meta.url));
/** Their rows alone would be several times as large as the heap of the process that writes them. */
const claimCount = 60_000;
/** Short-lived rows stay in the space of new objects, which is collected fast. */
const limits = ['--max-old-space-size=100', '--max-semi-space-size=16'];

const server = useTestServer();
let tab: ConsoleTab;
const children: ChildProcess[] = [];

beforeAll(async () => {
  tab = await signInTab(server, 'supervisor');
  await fileTpp(await openForm(server.app), companyAnswers);
  const { database, close } = openDatabase(server.connectionString, () => {});
  await fillSearchNow({ database, keys, settlement });
  await close();
  await copyClaim(claimCount - 1);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Adds copies of the first claim and its search row, past the rules of the database. */
async function copyClaim(copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const [table, changed] of [
      ['claims', { id: '100 + n', number: '(8100000000 + n)::text', idempotency_key: "'copy ' || n" }],
      ['claim_search', { claim_id: '100 + n', number: '(8100000000 + n)::text' }],
    ] as const) {
      const { rows } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const names = rows.map(({ name }) => name);
      const values = names.map(
        (name) => Object.entries(changed).find(([each]) => each === name)?.[1] ?? `first.${name}`,
      );
      await client.query(
        `insert into ${table} (${names.join(', ')}) overriding system value
         select ${values.join(', ')} from (select * from ${table} limit 1) as first, generate_series(1, ${copies}) as n`,
      );
    }
  } finally {
    await client.end();
  }
}

function startChild(killAfterBytes: number): ChildProcess {
  const { connectionString, documentFolder } = server;
  const child = spawn(process.execPath, [...limits, script, connectionString, documentFolder, String(killAfterBytes)], {
    stdio: 'inherit',
  });
  children.push(child);
  return child;
}

const find = async (id: string) => (await tab.get<Export>(`/exports/${id}`)).body;

test.each(isLongRun ? (['csv', 'xlsx'] as const) : (['xlsx'] as const))(
  'a process that is killed while it writes a large %s file is followed by another, with little memory',
  async (format) => {
    const columns = ['number', 'filed-day', 'filed-at', 'amount', 'name', 'street1', 'city', 'email'];
    const asked = await tab.post<Export>('/exports', { list: 'claims', query: '', format, columns });
    expect(asked.status).toBe(201);
    const { id } = asked.body;

    const first = startChild(200_000);
    const signal = await new Promise((resolve) => first.once('exit', (_code, by) => resolve(by)));
    expect(signal).toBe('SIGKILL');
    expect((await find(id)).status).toBe('waiting');
    expect((await tab.get(`/exports/${id}/file`)).status).toBe(404);

    // Its lease ends, so that the next process takes over at once.
    await server.query(`update exports set due_at = now() - interval '1 minute' where id = $1`, [id]);
    const second = startChild(Infinity);
    const hasEnded = () => second.exitCode !== null || second.signalCode !== null;
    await expect
      .poll(async () => (hasEnded() ? 'the process ended' : (await find(id)).status), {
        // Half a minute of a core, which a busy machine shares with others.
        timeout: 300_000,
        interval: 200,
      })
      .not.toBe('waiting');
    expect((await find(id)).status).toBe('done');
    second.kill('SIGKILL');

    const { manifest } = await find(id);
    const { bytes } = await tab.get(`/exports/${id}/file`);
    expect(manifest).toMatchObject({
      rows: claimCount,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    if (format === 'csv') {
      const lines = bytes.toString().trimEnd().split('\r\n');
      expect([lines.length, new Set(lines).size]).toEqual([1 + claimCount, 1 + claimCount]);
    }
    expect(await readdir(join(server.documentFolder, 'exports'))).toContain(id);
  },
);
