import { ConfigurationError } from '@redress/server/platform/errors/start-error';
import { print, runInterruptible } from '@redress/server/operations/commands/command';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { log, readCount, runCommand } from '../bench/command.ts';
import type { FaultEnvironment } from './environment/environment.ts';
import { keepTestFolder, openTestFolder } from './environment/leftovers.ts';
import { prepareSharedParts } from './environment/shared-parts.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { describeRuns, replaceTable } from './report.ts';
import { brokenRun, runFault, type RunResult } from './run-fault.ts';

const usage = `Usage: npm run test:faults -- [--runs=N] [--fault=NAME,…] [--at-once=N] [--write]

Breaks the real server, its PostgreSQL, its disks and lines under a load of claims, and checks afterward that nothing was lost
(docs/reliability.md).
  --runs=N       tries each fault so many times (default 1)
  --fault=NAME,… only these: ${faults.map(({ name }) => name).join(', ')}
  --at-once=N    tries so many side by side (default 1)
  --write        puts the table into docs/reliability.md`;

const document = join(import.meta.dirname, '../../docs/reliability.md');

interface FaultOptions {
  readonly wanted: readonly Fault[];
  /** Runs of each fault. */
  readonly runs: number;
  readonly atOnce: number;
  /** True writes the table to the documentation. */
  readonly write: boolean;
}

/** @param started stops all parts and prints the findings so far, even after a signal */
async function testFaults(options: FaultOptions, started: AsyncDisposableStack): Promise<boolean> {
  const { wanted, runs, atOnce, write } = options;
  const folder = await openTestFolder();
  const results: RunResult[] = [];
  let hasLosses = false;
  started.defer(async () => {
    if (!hasLosses) await rm(folder, { recursive: true, force: true });
  });
  const possible = wanted.filter(({ skipReason }) => skipReason?.() === undefined);
  const environments = possible.map(({ environment = {} }) => environment);
  // The preparation is never aborted, because its PostgreSQL would keep running.
  const preparing = prepareSharedParts(folder, environments, log);
  started.defer(async () => (await preparing.catch(() => undefined))?.stop());
  const parts = await preparing;
  const open = new Set<Promise<FaultEnvironment>>();
  started.defer(async () => {
    await Promise.allSettled([...open].map(async (environment) => (await environment).stop()));
  });
  started.defer(() => print(`\n${describeRuns(wanted, results)}\n`));

  // All faults run once before any runs again, so that an aborted round has tried all of them.
  const todo = Array.from({ length: runs }, (_, run) => possible.map((fault) => ({ fault, run }))).flat();
  const work = async () => {
    for (let next = todo.shift(); next && !started.disposed; next = todo.shift()) {
      const { fault, run } = next;
      const environment = join(folder, `${fault.name}-${run + 1}`);
      const startedAt = performance.now();
      const result = await runFault({
        fault,
        run,
        folder: environment,
        parts,
        onOpen: (opened) => open.add(opened),
        onStop: (stopped) => open.delete(stopped),
      }).catch((error: unknown) => brokenRun(fault, error));
      // After a signal stops everything, pending work fails as expected.
      if (started.disposed) return;
      results.push(result);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      const { claimsAnswered, documentsAnswered, repeats, findings, lostByControl } = result;
      log(
        `${fault.name} ${run + 1}/${runs}: ${claimsAnswered} claims, ${documentsAnswered} documents, ${repeats} repeats, ${findings.length} losses${lostByControl > 0 ? ` and ${lostByControl} expected` : ''} (${seconds} s)`,
      );
      for (const { kind, what } of findings.slice(0, 20)) log(`  ${kind}: ${what}`);
      if (findings.length > 0) log(`  Its logs and data are kept in ${environment}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (write) await writeFile(document, replaceTable(await readFile(document, 'utf8'), describeRuns(wanted, results)));
  hasLosses = results.some(({ findings }) => findings.length > 0);
  if (hasLosses) await keepTestFolder(folder, [parts.template, parts.previous?.template ?? []].flat());
  return !hasLosses;
}

function findFault(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found === undefined) throw new ConfigurationError(`There is no fault "${name}".\n\n${usage}`);
  return found;
}

await runCommand({
  usage,
  options: {
    runs: { type: 'string', default: '1' },
    fault: { type: 'string' },
    'at-once': { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
  run: async ({ fault, write, ...values }) => {
    const wanted = fault === undefined ? faults : fault.split(',').map(findFault);
    const runs = readCount('runs', values.runs);
    const atOnce = readCount('at-once', values['at-once']);
    return (await runInterruptible((started) => testFaults({ wanted, runs, atOnce, write }, started))) ? 0 : 1;
  },
});
