import { deriveKeys } from '@redress/server/platform/keys/keys';
import { formatCount, print, printProgress, runInterruptible } from '@redress/server/operations/commands/command';
import { randomBytes } from 'node:crypto';
import { addDatabase, readCount, runCommand, startBenchDatabase } from '../command.ts';
import { areGoalsMet, figuresOf, formatFigures } from './integrity-figures.ts';
import { inventPopulation } from './population.ts';
import { type ScoredPopulation, scorePopulation } from './score-population.ts';

const usage = `Usage: npm run bench:integrity -- [--claims N] [--seeds N] [--step N] [--train]

Files invented claims of honest people and of attackers in a temporary database, lets the job score them, and prints how many
attackers it finds and how many honest claims it queues. Fails when a goal is missed.
  --claims N  claims of each population (20,000)
  --seeds N   populations (3)
  --step N    claims that arrive between two runs of the job (a thousandth, at least 20). With 1,000, the job's time is
              that of full batches
  --train     those that points were chosen with, instead of those that were held out`;

/**
 * Maximum runs of the job for one population. The job runs often, as on a server where claims
 * arrive slowly, but not after every claim.
 */
const runsOfJob = 1_000;
const minStep = 20;

await runCommand({
  usage,
  options: {
    claims: { type: 'string', default: '20000' },
    seeds: { type: 'string', default: '3' },
    step: { type: 'string' },
    train: { type: 'boolean', default: false },
  },
  run: ({ train, ...values }) => {
    const claims = readCount('claims', values.claims, 1_000, 500_000);
    const seeds = readCount('seeds', values.seeds);
    const step = readCount('step', values.step ?? String(Math.max(minStep, Math.ceil(claims / runsOfJob))));
    return runInterruptible(async (started) => {
      const { connectionString } = await startBenchDatabase('integrity', started);
      const keys = deriveKeys(randomBytes(32).toString('base64'));
      const scored: ScoredPopulation[] = [];
      for (let index = 1; index <= seeds; index += 1) {
        const seed = `${train ? 'train' : 'held out'} ${index}`;
        const place = { connectionString: await addDatabase(connectionString, `population_${index}`), keys };
        const onProgress = (filed: number) => printProgress(`${seed}: ${formatCount(filed)} claims`);
        scored.push(await scorePopulation(inventPopulation(seed, claims), { ...place, step, onProgress }));
      }
      const figures = figuresOf(scored);
      for (const line of formatFigures(figures)) print(line);
      return areGoalsMet(figures) ? 0 : 1;
    });
  },
});
