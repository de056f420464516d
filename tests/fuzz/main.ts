import { print, runInterruptible } from '@redress/server/operations/commands/command';
import { randomInt } from 'node:crypto';
import { readCount, runCommand, startBenchDatabase } from '../bench/command.ts';
import { startFuzzServer } from './fuzz-server.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';

/** Other requests wait while a task does not return to the event loop, for this much CPU time. */
const maxBlockMilliseconds = 1_000;

const usage = `npm run test:fuzz -- [options]
  --requests=N   sends so many requests (20000)
  --seed=N       makes the same requests for the same number (random)
  --minutes=N    stops after so many minutes (30)`;

await runCommand({
  usage,
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    minutes: { type: 'string', default: '30' },
  },
  run: (values) => {
    const requests = readCount('requests', values.requests);
    const seed = readCount('seed', values.seed, 0);
    const milliseconds = readCount('minutes', values.minutes) * 60_000;
    print(`Sending ${requests} requests, seed ${seed}.`);
    return runInterruptible(async (started) => {
      const { connectionString: databaseUrl } = await startBenchDatabase('fuzz-database', started);
      const server = await startFuzzServer({ databaseUrl, builtSite: true, injectFaults: false });
      started.defer(server.stop);
      const report = await runFuzz(server, { requests, seed, milliseconds, databaseUrl });
      printReport(report);
      return report.faults.length === 0 && report.blockedMilliseconds <= maxBlockMilliseconds ? 0 : 1;
    });
  },
});

function printReport(report: FuzzReport): void {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  print(`${report.sent} requests in ${report.seconds.toFixed(0)} s (${list(report.byKind)})`);
  print(`Answers: ${list(report.byStatus)}`);
  print(
    `${report.claims} claims were filed. The longest task took ${report.blockedMilliseconds.toFixed(0)} ms of CPU time (${maxBlockMilliseconds} at most).`,
  );
  if (report.faults.length === 0) print('No faults were found.');
  for (const { what, times, request } of report.faults) print(`\nFAULT (${times} times): ${what}\n  ${request ?? ''}`);
}
