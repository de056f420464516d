import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { type FaultOptions, readOptions, UsageError } from './options.ts';
import { describeRuns, replaceTable } from './report.ts';
import { runFault, type RunResult } from './run-fault.ts';
import { keepTestFolder, openTestFolder } from './environment/leftovers.ts';
import type { FaultEnvironment } from './environment/environment.ts';
import { prepareSharedParts, type SharedParts } from './environment/shared-parts.ts';

// npm run test:faults: breaks things under load and proves that nothing was lost
// (docs/reliability.md).

const document = join(import.meta.dirname, '../../docs/reliability.md');
const open = new Set<Promise<FaultEnvironment>>();
/** Cannot be aborted: its PostgreSQL would keep running. */
let preparing: Promise<SharedParts & { stop(): Promise<void> }> | undefined;
let stopping: Promise<void> | undefined;

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A signal shuts down everything that was started. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    log('Stopping …');
    const parts = await preparing?.catch(() => undefined);
    await Promise.allSettled([...open].map(async (environment) => (await environment).stop()));
    await parts?.stop();
  })();
  return stopping;
}

async function testFaults({ faults, runs, atOnce, write }: FaultOptions): Promise<boolean> {
  const folder = await openTestFolder();
  const results: RunResult[] = [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      // Print the findings so far.
      process.stdout.write(`\n${describeRuns(faults, results)}\n\n`);
      void stopAll()
        .then(() => rm(folder, { recursive: true, force: true }))
        .finally(() => process.exit(130));
    });
  const possible = faults.filter(({ skipReason }) => skipReason?.() === undefined);
  preparing = prepareSharedParts(
    folder,
    possible.map(({ environment = {} }) => environment),
    log,
  );
  const parts = await preparing;

  // Each fault once, then each once more, so that an aborted round has tried all of them.
  const todo = Array.from({ length: runs }, (_, run) => possible.map((fault) => ({ fault, run }))).flat();
  const work = async () => {
    for (let next = todo.shift(); next && stopping === undefined; next = todo.shift()) {
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
      if (stopping !== undefined) return;
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

  await parts.stop();
  const table = describeRuns(faults, results);
  process.stdout.write(`\n${table}\n\n`);
  if (write) await writeFile(document, replaceTable(await readFile(document, 'utf8'), table));
  const isIntact = results.every(({ findings }) => findings.length === 0);
  if (isIntact) await rm(folder, { recursive: true, force: true });
  else await keepTestFolder(folder, [parts.template, parts.previous?.template ?? []].flat());
  return isIntact;
}

/** A run that failed to start must not end the round, and does not count as a success. */
function brokenRun(fault: Fault, error: unknown): RunResult {
  const what = `the run could not be made: ${error instanceof Error ? error.message : String(error)}`;
  return {
    fault: fault.name,
    claimsAnswered: 0,
    claimsUnanswered: 0,
    documentsAnswered: 0,
    repeats: 0,
    lostByControl: 0,
    findings: [{ kind: 'not-recovered', what }],
    recoveredAfterMilliseconds: undefined,
  };
}

try {
  if (!(await testFaults(readOptions(process.argv.slice(2))))) process.exitCode = 1;
} catch (error) {
  // After a signal stops everything, pending work fails as expected.
  if (stopping === undefined) {
    await stopAll();
    if (!(error instanceof UsageError)) throw error;
    log(error.message);
    process.exitCode = 2;
  }
}
