import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { openDatabase, withClient } from '@redress/server/database/pool';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { cpuPerClaim, type Figures, figuresOf } from './figures.ts';
import { type FiledClaim, insertOfClaim } from './filed-claims.ts';
import { measure, type Measured, type MeasureOptions } from './measure.ts';

/**
 * The rows of a claim through `pg` alone, in the plainest form: one named statement and transaction
 * per claim, on a pool like the server's. It writes claim, pending receipt, used captcha and first
 * history entry, without HTTP, parsing, validation or hashes.
 */
export async function measureBareSql(
  connectionString: string,
  filed: readonly FiledClaim[],
  options: MeasureOptions,
): Promise<Measured> {
  const [first] = filed;
  if (first === undefined) throw new Error('No claim was filed');
  const { pool } = openDatabase(connectionString, () => {});
  const text = statementFor(first);
  let next = 0;
  try {
    return await measure(async () => {
      const { claim, entry } = filed[next % filed.length] ?? first;
      next += 1;
      try {
        const key = createIdempotencyKey(randomBytes(16));
        const values = [key, ...Object.values(claim), randomBytes(16), ...Object.values(entry)];
        await pool.query({ name: 'file-claim', text, values });
        return 'filed';
      } catch (error) {
        return { failure: error instanceof Error ? error.message : String(error) };
      }
    }, options);
  } finally {
    // End the pool itself: Kysely was never used here and would leave it open.
    await pool.end();
  }
}

function statementFor(filed: FiledClaim): string {
  const challenge = Object.keys(filed.claim).length + 2;
  const columns = Object.keys(filed.entry);
  return `with filed as (${insertOfClaim(filed)} returning id),
    receipt as (insert into outbox (claim_id, kind, created_at, due_at) select id, 'receipt', now(), now() from filed),
    captcha as (insert into captcha_used (challenge, expires_at) values ($${challenge}, now() + interval '20 minutes'))
    insert into claim_history (claim_id, ${columns.join(', ')})
    values ((select id from filed), ${columns.map((_, index) => `$${challenge + 1 + index}`).join(', ')})`;
}

/**
 * The path of pgbench, if installed: on the PATH, or Debian's newest. The npm package of PostgreSQL
 * does not include it.
 */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().toReversed()].find(existsSync);
}

/** A scratch table: a claim's key and the two large columns, with two unique indexes. */
export function makeScratchTable(connectionString: string): Promise<unknown> {
  return withClient(connectionString, (client) =>
    client.query(`create table pgbench_claims (
      id bigint generated always as identity primary key, idempotency_key text not null unique,
      filed_at timestamptz not null, answers jsonb not null, summary jsonb not null
    )`),
  );
}

/**
 * One insert, committed alone, of a row as large as a claim's. The values are sent and parsed each
 * time, like a claim's.
 */
const script = `\\set low random(0, 9223372036854775806)
\\set high random(0, 999999999)
insert into pgbench_claims (idempotency_key, filed_at, answers, summary)
values (lpad(:high::text || :low::text, 36, '0'), now(), :answers::jsonb, :summary::jsonb);
`;
/** pgbench includes connecting in `--time`: its rate means nothing when that took long. */
const maxConnectingShare = 0.2;

/** Runs pgbench with one claim per transaction and this many clients, each with a connection. */
export async function measurePgbench(
  program: string,
  connectionString: string,
  row: { readonly answers: string; readonly summary: string },
  { clients, seconds, warmUpSeconds, readCpu, folder }: MeasureOptions & { readonly folder: string },
): Promise<Figures> {
  const scriptFile = join(folder, 'pgbench.sql');
  await writeFile(scriptFile, script);
  const runFor = (time: number, ...more: string[]) => {
    const values = [`--define=answers=${row.answers}`, `--define=summary=${row.summary}`];
    const how = ['--no-vacuum', '--protocol=prepared', `--file=${scriptFile}`, `--client=${clients}`, `--time=${time}`];
    return promisify(execFile)(program, [...how, ...values, ...more, connectionString]).catch((error: unknown) => {
      // Omit Node's message, which repeats the long command line.
      const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
      throw new Error(`pgbench failed: ${output.trim()}`);
    });
  };
  if (warmUpSeconds > 0) await runFor(warmUpSeconds);
  // Longer with each attempt, so that a busy machine does not end the benchmark.
  for (const time of [seconds, 2 * seconds, 3 * seconds]) {
    const logPrefix = join(folder, 'pgbench-log');
    const begin = readCpu?.();
    const { stdout } = await runFor(time, '--log', `--log-prefix=${logPrefix}`);
    const end = readCpu?.();
    const latencies = await takeLatencies(logPrefix);
    const connecting = Number(/^initial connection time = ([\d.]+) ms/m.exec(stdout)?.[1]) / 1_000;
    if (!(connecting <= time * maxConnectingShare)) continue;
    return {
      ...figuresOf(latencies, time),
      claimsPerSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]),
      ...(begin && end && { cpu: cpuPerClaim(begin, end, latencies.length) }),
    };
  }
  throw new Error('pgbench needed most of its time to connect: measure for longer, or when the machine is less busy.');
}

/**
 * Reads and removes pgbench's logs: one line per transaction, with the duration in microseconds as
 * the third number.
 */
async function takeLatencies(logPrefix: string): Promise<number[]> {
  const files = globSync(`${logPrefix}.*`);
  const logs = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const file of files) await rm(file);
  const lines = logs.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.map((line) => Number(line.split(' ')[2]) / 1_000);
}
