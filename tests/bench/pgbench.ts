import { withClient } from '@redress/server/platform/database/pool';
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Figures } from './figures.ts';

/** The path of pgbench, if it is installed: on the PATH, or Debian's newest. */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().toReversed()].find(existsSync);
}

/** A claim's key and its two large columns, with two unique indexes. */
const table = `create table if not exists pgbench_claims (
  id bigint generated always as identity primary key, idempotency_key text not null unique,
  filed_at timestamptz not null, answers jsonb not null, summary jsonb not null)`;
/** The values are sent and parsed each time, like a claim's. */
const script = `\\set low random(0, 9223372036854775806)
\\set high random(0, 999999999)
insert into pgbench_claims (idempotency_key, filed_at, answers, summary)
values (lpad(:high::text || :low::text, 36, '0'), now(), :answers::jsonb, :summary::jsonb);
`;

/**
 * Inserts rows as large as a filed claim's, each committed alone, by clients with a connection each.
 * pgbench tells no percentiles.
 */
export async function measurePgbench(
  program: string,
  { connectionString, filed, folder }: Readonly<Record<'connectionString' | 'filed' | 'folder', string>>,
  { clients, seconds, warmUpSeconds }: Readonly<Record<'clients' | 'seconds' | 'warmUpSeconds', number>>,
): Promise<Figures> {
  const row = await withClient(filed, async (client) => {
    const text = 'select answers::text, summary::text from claims limit 1';
    return (await client.query<{ answers: string; summary: string }>(text)).rows[0];
  });
  await withClient(connectionString, (client) => client.query(table));
  const file = join(folder, 'pgbench.sql');
  await writeFile(file, script);
  const runFor = (time: number) => {
    const how = ['--no-vacuum', '--protocol=prepared', `--file=${file}`, `--client=${clients}`, `--time=${time}`];
    const values = [`--define=answers=${row?.answers ?? ''}`, `--define=summary=${row?.summary ?? ''}`];
    return promisify(execFile)(program, [...how, ...values, connectionString]);
  };
  if (warmUpSeconds > 0) await runFor(warmUpSeconds);
  const { stdout } = await runFor(seconds);
  return { claimsPerSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]), p50: Number.NaN, p99: Number.NaN };
}
