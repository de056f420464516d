import { settlement } from '@redress/content/settlement';
import type { SearchAnswer } from '@redress/contract/console/search';
import { fillSearch, fillSearchNow } from '@redress/server/claim-search/fill-search';
import { startJobs } from '@redress/server/jobs/job-runner';
import { periodicJobs } from '@redress/server/jobs/periodic-jobs';
import { createLog } from '@redress/server/logging/log';
import { setTimeout as pause } from 'node:timers/promises';
import { idsOfClaim } from '../../generate/invent-filers.ts';
import type { ConsoleTab } from '../../setup/console.ts';
import { median } from '../figures.ts';
import { fileClaims } from '../file-claims.ts';
import type { OpenedConsole } from '../app.ts';

/** Claims that are filed one after the other and then looked for. */
const lookedFor = 10;
const clients = 64;
/** Rounds without and with the job, in turn: whatever slows the machine slows both. */
const rounds = 8;
/** Some seconds, so that the job runs several times. */
const claimsPerRound = 12_000;
const maxWaitMilliseconds = 30_000;

/** The job as the server runs it. */
function startFilling({ database, keys }: OpenedConsole) {
  const context = { database, keys, settlement, now: () => new Date(), log: createLog('warn') };
  const jobs = periodicJobs(context, { 'claim-search': () => fillSearch(context) }, 1);
  return startJobs(jobs, { ...context, leaseMilliseconds: 5_000 });
}

const anyNoticeId = (claims: number) => () => idsOfClaim(1 + Math.floor(Math.random() * claims)).noticeId;

/**
 * Milliseconds from the filing of a claim until a search by its name finds it, for several claims.
 */
export async function measureFinding(bench: OpenedConsole, tab: ConsoleTab): Promise<number[]> {
  const filling = startFilling(bench);
  const times: number[] = [];
  try {
    for (let index = 0; index < lookedFor; index += 1) {
      const name = `Zaphira Quillobex${'abcdefghij'.charAt(index)}`;
      const nextAnswers = () => ({ name1: name, signature: name });
      const who = { keys: bench.keys, nextNoticeId: anyNoticeId(bench.claims), nextAnswers };
      const [number] = await fileClaims(bench, { ...who, count: 1, clients: 1 });
      const begun = performance.now();
      for (;;) {
        const { body } = await tab.post<SearchAnswer>('/search', { q: name });
        if (body.claims.some((claim) => claim.number === number && claim.foundBy.includes('name'))) break;
        if (performance.now() - begun > maxWaitMilliseconds) throw new Error('A claim is not found');
        await pause(50);
      }
      times.push(performance.now() - begun);
      // At another moment of the job's second.
      await pause(137 * index);
    }
    return times;
  } finally {
    await filling.stop();
  }
}

export interface FilingRates {
  /** Claims per second, medians. */
  readonly without: number;
  readonly with: number;
  /** The median of the ratios of neighboring rounds. */
  readonly ratio: number;
}

/** How many claims are filed per second without the job, and while it runs in the same process. */
export async function measureFilingRates(bench: OpenedConsole): Promise<FilingRates> {
  const { database, keys, claims } = bench;
  const nextNoticeId = anyNoticeId(claims);
  const file = async (count: number) => {
    const begun = performance.now();
    await fileClaims(bench, { keys, count, clients, nextNoticeId });
    return (count * 1_000) / (performance.now() - begun);
  };
  const catchUp = () => fillSearchNow({ database, keys, settlement });
  const fileWhileFilling = async () => {
    const filling = startFilling(bench);
    try {
      return await file(claimsPerRound);
    } finally {
      await filling.stop();
    }
  };
  await file(claimsPerRound);
  const without: number[] = [];
  const withJob: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await catchUp();
    // In turn, because the second of two rounds is filed into a warm database.
    if (round % 2 === 0) without.push(await file(claimsPerRound));
    await catchUp();
    withJob.push(await fileWhileFilling());
    await catchUp();
    if (round % 2 === 1) without.push(await file(claimsPerRound));
  }
  await catchUp();
  const ratios = withJob.map((rate, round) => rate / (without[round] ?? Number.NaN));
  return { without: median(without), with: median(withJob), ratio: median(ratios) };
}
