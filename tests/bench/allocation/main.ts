import { alignColumns, formatCount, print } from '@redress/server/operations/commands/command';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCount, runCommand } from '../command.ts';
import { describeGoals } from '../figures.ts';

const usage = `npm run bench:allocation -- [--claims N]

Time and memory of allocating a fund among invented claims, and of verifying the exported file.
  --claims N  claims (1000000, for which there are goals)`;

const goalClaims = 1_000_000;
const kinds = ['minimum', 'floor and cap', 'two pools'];
const verifier = join(import.meta.dirname, '../../../tools/allocation-verify.mjs');

export interface Measurement {
  /** The allocation alone, without the process start and the export. */
  readonly milliseconds: number;
  /** The peak memory is that of the whole process, with the export. */
  readonly peakMegabytes: number;
}

const run = async (...args: readonly string[]) => (await promisify(execFile)(process.execPath, [...args])).stdout;

async function measure(kind: string, claims: number, folder: string) {
  const file = join(folder, 'allocation.csv');
  const parse: (json: string) => Measurement = JSON.parse;
  const { milliseconds, peakMegabytes } = parse(
    await run(join(import.meta.dirname, 'child.ts'), kind, String(claims), file),
  );
  const started = performance.now();
  await run(verifier, file);
  return { kind, seconds: milliseconds / 1_000, peakMegabytes, verified: (performance.now() - started) / 1_000 };
}

await runCommand({
  usage,
  options: { claims: { type: 'string', default: String(goalClaims) } },
  run: async (values) => {
    const claims = readCount('claims', values.claims);
    const folder = await mkdtemp(join(tmpdir(), 'redress-bench-allocation-'));
    try {
      const measured: Awaited<ReturnType<typeof measure>>[] = [];
      for (const kind of kinds) measured.push(await measure(kind, claims, folder));
      const rows = measured.map(({ kind, seconds, peakMegabytes, verified }) => [
        kind,
        `${seconds.toFixed(1)} s`,
        `${peakMegabytes.toFixed(0)} MB`,
        `${verified.toFixed(1)} s`,
      ]);
      const figuresOf = (name: 'seconds' | 'peakMegabytes' | 'verified') =>
        measured.map((each) => ({ of: each.kind, value: each[name] }));
      const goals = [
        { name: 'allocated', unit: 's', atMost: 10, figures: figuresOf('seconds') },
        { name: 'peak', unit: 'MB', atMost: 512, figures: figuresOf('peakMegabytes') },
        { name: 'verified', unit: 's', atMost: 30, figures: figuresOf('verified') },
      ];
      const table = alignColumns(
        [[`${formatCount(claims)} claims`, 'allocated', 'peak', 'verified'], ...rows],
        [1, 2, 3],
      );
      const how = `Each in its own process. ${availableParallelism()} cores, Node ${process.versions.node}.`;
      for (const line of [...table, '', ...(claims === goalClaims ? describeGoals(goals) : []), '', how]) print(line);
      return 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
