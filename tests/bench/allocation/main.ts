import { alignColumns, formatCount, print } from '@redress/server/operations/commands/command';
import { join } from 'node:path';
import { inTemporaryFolder, machine, measureIn, runNode } from '../child-process.ts';
import { readCount, runCommand } from '../command.ts';
import { describeGoals, goalsOf } from '../figures.ts';

const usage = `npm run bench:allocation -- [--claims N]

Time and memory of allocating a fund among invented claims, and of verifying the exported file.
  --claims N  claims (1000000, for which there are goals)`;

const goalClaims = 1_000_000;
const kinds = ['minimum', 'floor and cap', 'two pools'];
const verifier = join(import.meta.dirname, '../../../tools/allocation-verify.mjs');

/** Measures the allocation without the export, the peak memory with it, and the verification. */
async function measure(kind: string, claims: number, folder: string) {
  const file = join(folder, 'allocation.csv');
  const child = join(import.meta.dirname, 'child.ts');
  const { milliseconds, peakMegabytes } = await measureIn(child, kind, String(claims), file);
  const started = performance.now();
  await runNode(verifier, file);
  return { kind, seconds: milliseconds / 1_000, peakMegabytes, verified: (performance.now() - started) / 1_000 };
}

await runCommand({
  usage,
  options: { claims: { type: 'string', default: String(goalClaims) } },
  run: (values) =>
    inTemporaryFolder(async (folder) => {
      const claims = readCount('claims', values.claims);
      const measured: Awaited<ReturnType<typeof measure>>[] = [];
      for (const kind of kinds) measured.push(await measure(kind, claims, folder));
      const rows = measured.map(({ kind, seconds, peakMegabytes, verified }) => [
        kind,
        `${seconds.toFixed(1)} s`,
        `${peakMegabytes.toFixed(0)} MB`,
        `${verified.toFixed(1)} s`,
      ]);
      const goal = goalsOf(measured, ({ kind }) => kind);
      const goals = [
        goal('allocated', { unit: 's', atMost: 10 }, ({ seconds }) => seconds),
        goal('peak', { unit: 'MB', atMost: 512 }, ({ peakMegabytes }) => peakMegabytes),
        goal('verified', { unit: 's', atMost: 30 }, ({ verified }) => verified),
      ];
      const head = [`${formatCount(claims)} claims`, 'allocated', 'peak', 'verified'];
      const table = alignColumns([head, ...rows], [1, 2, 3]);
      const how = `Each in its own process. ${machine}`;
      for (const line of [...table, '', ...(claims === goalClaims ? describeGoals(goals) : []), '', how]) print(line);
      return 0;
    }),
});
