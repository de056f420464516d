import { ConfigurationError, StartError } from '../../platform/errors/start-error.ts';
import { type JobKind, jobKinds } from '../../platform/jobs/job-leases.ts';
import { countJobs, listJobs, retryJobs } from '../../platform/jobs/list-jobs.ts';
import {
  alignColumns,
  type CommandContext,
  defineCommand,
  exitCodes,
  formatCount,
  print,
  runAsProgram,
  withInfrastructure,
} from './command.ts';

const maxListed = 500;
const usage = `Usage: npm run jobs [-- --kind ${jobKinds.join('|')}] [--json]
       npm run jobs -- retry ID
       npm run jobs -- retry --all [--kind …]

Lists background jobs that are not finished, at most ${maxListed}: dead (given up after too many attempts), failing (tried again at the time shown),
running, and waiting. The list has no personal data. Exits with 1 when there are dead jobs. The server may keep running.
  --kind KIND  only these
  --json       an array of { id, kind, claimNumber, state, attempts, lastError, nextAttempt }; the last is a time, or null
  retry ID     makes this job due now, and counts its attempts from the start
  retry --all  does the same for all dead and failing jobs`;

async function list({ database }: CommandContext, chosen: readonly JobKind[], asJson: boolean): Promise<number> {
  const now = new Date();
  const jobs = await listJobs(database, chosen, now, maxListed);
  const rows = jobs.map(({ id, claimNumber, state, attempts, lastError, nextAttempt }) => {
    const next = state === 'dead' ? '' : (nextAttempt?.toISOString() ?? 'now');
    return [id, claimNumber ?? '', state, String(attempts), lastError ?? '', next];
  });
  const header = ['JOB', 'CLAIM', 'STATE', 'ATTEMPTS', 'LAST ERROR', 'NEXT ATTEMPT'];
  if (asJson) print(JSON.stringify(jobs, null, 2));
  else if (jobs.length === 0) print('There are no unfinished jobs.');
  else {
    for (const line of alignColumns([header, ...rows])) print(line);
    print(describeCounts(await countJobs(database, chosen, now)));
  }
  return jobs.some(({ state }) => state === 'dead') ? exitCodes.failed : exitCodes.done;
}

/** `1 dead, 2,000 waiting`, and how many of them are listed if not all. */
function describeCounts(counts: Awaited<ReturnType<typeof countJobs>>): string {
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0);
  const found = (['dead', 'failing', 'running', 'waiting'] as const).flatMap((state) => {
    const count = sum(counts.filter((row) => row.state === state));
    return count === 0 ? [] : [`${formatCount(count)} ${state}`];
  });
  return `${found.join(', ')}.${sum(counts) > maxListed ? ` The first ${maxListed} are listed.` : ''}`;
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

export const main = defineCommand({
  usage,
  options: {
    all: { type: 'boolean', default: false },
    kind: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  takesArguments: ({ all }, [verb, id, ...others]) =>
    others.length === 0 && (verb === undefined ? !all : verb === 'retry' && all === (id === undefined)),
  async run({ kind, json }, verb, id) {
    const asked = jobKinds.filter((each) => kind === undefined || each === kind);
    if (asked.length === 0) throw new ConfigurationError(`--kind is one of ${jobKinds.join(', ')}.`);
    return withInfrastructure((context) => {
      // Without a scanner, every document would be listed as waiting.
      const chosen = asked.filter((each) => each !== 'scan' || context.config.clamd !== undefined);
      if (chosen.length === 0) throw new StartError('Without CLAMD_URL, no document is scanned.');
      return verb === 'retry' ? retry(context, chosen, id) : list(context, chosen, json);
    });
  },
});

await runAsProgram(import.meta.filename, main);
