import { settlement } from '@redress/content/settlement';
import { bootstrap } from '@redress/server/bootstrap';
import { readConfig } from '@redress/server/config';
import { withClient } from '@redress/server/database/pool';
import { StartError } from '@redress/server/errors/start-error';
import { formatCount, print, runCommand } from '@redress/server/operations/commands/command';
import { printProgress } from '@redress/server/operations/commands/command';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateClaims } from '../../generate/generate-claims.ts';
import { type GrowthFigures, growthRows, measureGrowth } from './measure-growth.ts';

const usage = `Usage: npm run bench:growth -- [--claims N,N,…]

Measures how filing, look-ups, background work and the operators' commands grow with the number of claims, in a temporary database.
  --claims N,N,…  the sizes, ascending (10000,1000000). Ten million take about 30 GB and half an hour`;

/** Progress goes to stderr, so that stdout has only the figures. */
const log = (line: string) => void process.stderr.write(`${line}\n`);

async function bench(sizes: readonly number[]): Promise<number> {
  const folder = join(tmpdir(), `redress-growth-${process.pid}`);
  await mkdir(folder);
  const config = readConfig({ ...process.env, DATABASE_URL: undefined, DATA_DIR: join(folder, 'data') }, process.cwd());
  const started = new AsyncDisposableStack();
  try {
    const { connectionString, keys } = await bootstrap(config, log, started);
    const measured: GrowthFigures[] = [];
    let existing = 0;
    for (const claims of sizes) {
      log(`${formatCount(claims)} claims`);
      const count = claims - existing;
      const add = existing > 0;
      const first = await generateClaims({
        connectionString,
        keys,
        settlement,
        claims: count,
        add,
        onProgress: printProgress,
      });
      existing = claims;
      await withClient(connectionString, (client) => client.query('checkpoint'));
      measured.push(await measureGrowth({ connectionString, keys, claims, generated: { first, count }, folder }, log));
    }
    for (const line of formatTable(sizes, measured)) print(line);
    return 0;
  } finally {
    await started.disposeAsync();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds for each size, and their ratio to the smallest. */
function formatTable(sizes: readonly number[], measured: readonly GrowthFigures[]): string[] {
  const cells = (values: readonly string[]) => values.map((value) => value.padStart(18)).join('');
  const rows = growthRows.map((row) => {
    const values = measured.map((figures) => figures[row]);
    const smallest = values[0] ?? Number.NaN;
    return row.padEnd(16) + cells(values.map((value) => `${value.toFixed(3)} (${(value / smallest).toFixed(2)})`));
  });
  return [
    '',
    'claims'.padEnd(16) + cells(sizes.map(formatCount)),
    ...rows,
    '',
    'Milliseconds per claim (filing, seal, verify, backup) or per look-up (the others, median), and the ratio to the smallest size.',
  ];
}

await runCommand({
  usage,
  options: { claims: { type: 'string', default: '10000,1000000' } },
  run: ({ claims }) => {
    const sizes = claims.split(',').map(Number);
    if (sizes.some((size, index) => !Number.isInteger(size) || size <= (sizes[index - 1] ?? 0)))
      throw new StartError('--claims needs ascending whole numbers, such as 10000,1000000.');
    return bench(sizes);
  },
});
