import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { startTemporaryPostgres } from '../setup/temporary-postgres.ts';
import { startFuzzServer } from './fuzz-server.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';

const usage = `npm run test:fuzz -- [options]
  --requests=N   how many requests are sent (20000)
  --seed=N       the same number makes the same requests (one by chance)
  --minutes=N    stops after so many minutes (30)`;

const options = readOptions();
console.log(`Sending ${options.requests} requests, seed ${options.seed}.`);
const databaseServer = await startTemporaryPostgres(join(tmpdir(), `redress-fuzz-database-${process.pid}`));
const server = await startFuzzServer({ databaseUrl: databaseServer.address, builtSite: true, injectFaults: false });
const stop = async () => {
  await server.stop();
  await databaseServer.remove();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(1)));
try {
  const report = await runFuzz(server, { ...options, databaseUrl: databaseServer.address });
  printReport(report);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
} finally {
  await stop();
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        requests: { type: 'string', default: '20000' },
        seed: { type: 'string', default: String(randomInt(2 ** 31)) },
        minutes: { type: 'string', default: '30' },
      },
    });
    const [requests, seed, minutes] = [values.requests, values.seed, values.minutes].map(Number);
    if (!requests || seed === undefined || !minutes || ![requests, seed, minutes].every((each) => each >= 0))
      throw new Error('Options are numbers.');
    return { requests, seed, milliseconds: minutes * 60_000 };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(1);
  }
}

function printReport(report: FuzzReport): void {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(`${report.sent} requests in ${report.seconds.toFixed(0)} s (${list(report.byKind)})`);
  console.log(`Answers: ${list(report.byStatus)}`);
  console.log(
    `${report.claims} claims were filed. Slowest answer ${report.slowestMilliseconds.toFixed(0)} ms, slowest sign of life ${report.slowestHealthMilliseconds.toFixed(0)} ms.`,
  );
  if (report.faults.length === 0) console.log('Nothing was wrong.');
  for (const { what, times, request } of report.faults)
    console.log(`\nFAULT (${times} times): ${what}\n  ${request ?? ''}`);
}
