import { StartError } from '../../errors/start-error.ts';
import { type JobKind, jobTables } from '../../jobs/job-leases.ts';
import { listJobs, retryJobs } from '../../jobs/list-jobs.ts';
import { alignColumns, type CommandContext, print, runCommand, withInfrastructure } from './command.ts';

const kinds = Object.keys(jobTables).filter((kind): kind is JobKind => kind in jobTables);
const maxListed = 500;
const usage = `Usage: npm run jobs [-- --kind ${kinds.join('|')}] [--json]
       npm run jobs -- retry ID
       npm run jobs -- retry --all [--kind …]

Lists background jobs that are not finished, at most ${maxListed}: dead (given up after too many attempts), failing (tried again at the time shown),
running, and waiting. Without personal data. Exits with 1 when there are dead jobs. The server may keep running.
  retry ID     makes this job due now, and counts its attempts from the start
  retry --all  does so with all dead and failing jobs`;

async function list({ database }: CommandContext, chosen: readonly JobKind[], asJson: boolean): Promise<number> {
  const jobs = await listJobs(database, chosen, new Date(), maxListed);
  const rows = jobs.map(({ id, claimNumber, state, attempts, lastError, nextAttempt }) => {
    const next = state === 'dead' ? '' : (nextAttempt?.toISOString() ?? 'now');
    return [id, claimNumber ?? '', state, String(attempts), lastError ?? '', next];
  });
  const header = ['JOB', 'CLAIM', 'STATE', 'ATTEMPTS', 'LAST ERROR', 'NEXT ATTEMPT'];
  if (asJson) print(JSON.stringify(jobs, null, 2));
  else if (jobs.length === 0) print('There are no unfinished jobs.');
  else for (const line of alignColumns([header, ...rows])) print(line);
  return jobs.some(({ state }) => state === 'dead') ? 1 : 0;
}

async function retry(
  { database }: CommandContext,
  chosen: readonly JobKind[],
  id: string | undefined,
): Promise<number> {
  const count = await retryJobs(database, chosen, new Date(), id);
  if (id !== undefined && count === 0n)
    throw new StartError(`No job ${id} can be retried: it is finished, or running.`);
  print(`${count} ${count === 1n ? 'job is' : 'jobs are'} due now.`);
  return 0;
}

await runCommand({
  usage,
  options: {
    all: { type: 'boolean', default: false },
    kind: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  takesArguments: ({ all }, [verb, id, ...others]) =>
    others.length === 0 && (verb === undefined ? !all : verb === 'retry' && all === (id === undefined)),
  run: ({ kind, json }, verb, id) =>
    withInfrastructure((context) => {
      // Without a scanner, every document waits for one forever.
      const all = kinds.filter((each) => each !== 'scan' || context.config.clamd !== undefined);
      const chosen = all.filter((each) => kind === undefined || each === kind);
      if (chosen.length === 0) throw new StartError(`--kind is one of ${all.join(', ')}.`);
      return verb === 'retry' ? retry(context, chosen, id) : list(context, chosen, json);
    }),
});
