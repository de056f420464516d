import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { cpuPerClaim, type Figures, figuresOf } from './figures.ts';
import type { MeasureOptions } from './measure.ts';

const run = promisify(execFile);
const debianPrograms = '/usr/lib/postgresql';
/**
 * pgbench includes connecting in `--time`, so its rate is meaningless when connecting took long.
 */
const maxConnectingShare = 0.2;
const attempts = 3;

/**
 * The path of pgbench, if installed: on the PATH, or Debian's newest. The npm package of PostgreSQL
 * does not include it.
 */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...onPath, ...debianFolders()].map((folder) => join(folder, 'pgbench')).find(isProgram);
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(debianPrograms).toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(debianPrograms, version, 'bin'));
  } catch {
    // Not Debian, or no PostgreSQL installed.
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
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

/**
 * Creates the scratch table: a claim's key and the two large columns, with a primary key and a
 * unique index.
 */
export async function makeScratchTable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`create table pgbench_claims (
      id bigint generated always as identity primary key,
      idempotency_key text not null unique,
      filed_at timestamptz not null,
      answers jsonb not null,
      summary jsonb not null
    )`);
  } finally {
    await client.end();
  }
}

/**
 * Runs pgbench with one claim per transaction and this many clients, each on a separate connection.
 */
export async function measurePgbench(
  program: string,
  connectionString: string,
  row: { readonly answers: string; readonly summary: string },
  options: MeasureOptions & { readonly folder: string },
): Promise<Figures> {
  const { hostname, port, username, password, pathname } = new URL(connectionString);
  const scriptFile = join(options.folder, 'pgbench.sql');
  await writeFile(scriptFile, script);
  const runFor = (seconds: number, ...more: string[]) =>
    run(
      program,
      [
        [
          '--no-vacuum',
          '--protocol=prepared',
          `--file=${scriptFile}`,
          `--client=${options.clients}`,
          `--time=${seconds}`,
        ],
        [`--define=answers=${row.answers}`, `--define=summary=${row.summary}`, ...more],
        [`--host=${hostname}`, `--port=${port}`, `--username=${decodeURIComponent(username)}`, pathname.slice(1)],
      ].flat(),
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
    ).catch((error: unknown) => {
      // Omit Node's message, which repeats the long command line.
      const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
      throw new Error(`pgbench failed: ${output.trim()}`);
    });
  if (options.warmUpSeconds > 0) await runFor(options.warmUpSeconds);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const logPrefix = join(options.folder, `pgbench-${Date.now()}`);
    const begin = options.readCpu?.();
    // Longer with each attempt, so that a busy machine does not end the benchmark.
    const seconds = options.seconds * (attempt + 1);
    const { stdout } = await runFor(seconds, '--log', `--log-prefix=${logPrefix}`);
    const end = options.readCpu?.();
    const claimsPerSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    const connecting = Number(/^initial connection time = ([\d.]+) ms/m.exec(stdout)?.[1]) / 1_000;
    if (connecting > seconds * maxConnectingShare) continue;
    const latencies = await readLatencies(options.folder, logPrefix);
    return {
      ...figuresOf(latencies, seconds),
      claimsPerSecond,
      ...(begin && end && { cpu: cpuPerClaim(begin, end, latencies.length) }),
    };
  }
  throw new Error('pgbench needed most of its time to connect: measure for longer, or when the machine is less busy.');
}

/**
 * Reads pgbench's log: one line per transaction, with the duration in microseconds as the third
 * number.
 */
async function readLatencies(folder: string, logPrefix: string): Promise<number[]> {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const logs = await Promise.all(
    files.filter((file) => file.startsWith(`${logPrefix}.`)).map((file) => readFile(file, 'utf8')),
  );
  return logs.flatMap((log) =>
    log
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(line.split(' ')[2]) / 1_000),
  );
}
