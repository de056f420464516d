import { bootstrap } from '@redress/server/bootstrap';
import { readConfig } from '@redress/server/config';
import { withClient } from '@redress/server/database/pool';
import { migrate } from '@redress/server/database/migrate';
import { StartError } from '@redress/server/errors/start-error';
import { formatCount, print, printProgress, runCommand } from '@redress/server/operations/commands/command';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresOf, formatFigures, missedGoals } from './integrity-figures.ts';
import { inventPopulation } from './population.ts';
import { type ScoredPopulation, scorePopulation } from './score-population.ts';

const usage = `Usage: npm run bench:integrity -- [--claims N] [--seeds N] [--step N] [--train] [--json]

Files invented claims of honest people and of attackers in a temporary database, lets the job score them, and says what it
finds and whom it queues in vain. Fails when a goal is missed.
  --claims N  claims of each population (20,000)
  --seeds N   populations (3)
  --step N    claims that arrive between two runs of the job (a thousandth, at least 20). With 1,000, the job's time is
              that of full batches
  --train     those that points were chosen with, instead of those that were held out
  --json      all figures, as JSON`;

/** Progress goes to stderr, so that stdout has only the figures. */
const log = (line: string) => void process.stderr.write(`${line}\n`);

interface Options {
  readonly claims: number;
  readonly seeds: number;
  readonly step: number;
  readonly train: boolean;
  readonly json: boolean;
}

/** The job runs as often as on a server where claims arrive slowly, but not after each of a million. */
const runsOfJob = 1_000;
const minStep = 20;

async function bench({ claims, seeds, step, train, json }: Options): Promise<number> {
  const folder = join(tmpdir(), `redress-integrity-${process.pid}`);
  const config = readConfig({ ...process.env, DATABASE_URL: undefined, DATA_DIR: folder }, process.cwd());
  const started = new AsyncDisposableStack();
  try {
    const { connectionString, keys } = await bootstrap(config, log, started);
    const scored: ScoredPopulation[] = [];
    for (let index = 1; index <= seeds; index += 1) {
      const seed = `${train ? 'train' : 'held out'} ${index}`;
      const address = await createDatabase(connectionString, `population_${index}`);
      const population = inventPopulation(seed, claims);
      scored.push(
        await scorePopulation(population, {
          connectionString: address,
          keys,
          step,
          onProgress: (filed) => printProgress(`${seed}: ${formatCount(filed)} claims`),
        }),
      );
    }
    const figures = figuresOf(scored);
    if (json) print(JSON.stringify(figures));
    else for (const line of formatFigures(figures)) print(line);
    return missedGoals(figures).length === 0 ? 0 : 1;
  } finally {
    await started.disposeAsync();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A migrated database beside the given one. */
async function createDatabase(connectionString: string, name: string): Promise<string> {
  await withClient(connectionString, (client) => client.query(`create database ${name}`));
  const address = new URL(connectionString);
  address.pathname = name;
  await migrate(address.href);
  return address.href;
}

await runCommand({
  usage,
  options: {
    claims: { type: 'string', default: '20000' },
    seeds: { type: 'string', default: '3' },
    step: { type: 'string' },
    train: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  run: ({ train, json, ...values }) => {
    const [claims, seeds] = [Number(values.claims), Number(values.seeds)];
    const step = Number(values.step ?? Math.max(minStep, Math.ceil(claims / runsOfJob)));
    const options = { claims, seeds, step, train, json };
    if (!Number.isInteger(claims) || claims < 1_000 || claims > 10_000_000)
      throw new StartError('--claims needs a whole number from 1,000 to 10,000,000.');
    if (![seeds, step].every((value) => Number.isInteger(value) && value >= 1))
      throw new StartError('--seeds and --step need whole numbers from 1.');
    return bench(options);
  },
});
