import type { SearchAnswer } from '@redress/contract/console/search';
import { fillSearch } from '@redress/server/console/search/fill-search';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { periodicJobs } from '@redress/server/platform/jobs/periodic-jobs';
import { setTimeout as pause } from 'node:timers/promises';
import { idsOfClaim } from '../../generate/invent-filers.ts';
import type { ConsoleTab } from '../../setup/console.ts';
import { fileClaims } from '../file-claims.ts';
import type { OpenedConsole } from '../app.ts';

/** The number of claims that are filed one after the other and then searched for. */
const lookedFor = 10;
const maxWaitMilliseconds = 30_000;

/**
 * Measures the milliseconds from filing until a search by name finds the claim, for the slowest of
 * several. The job that derives search rows runs meanwhile, as in the server.
 */
export async function measureFinding(bench: OpenedConsole, tab: ConsoleTab): Promise<number> {
  const { keys, claims } = bench;
  const jobs = periodicJobs(bench, { 'claim-search': () => fillSearch(bench) }, 1);
  const filling = startJobs(jobs, { ...bench, leaseMilliseconds: 5_000 });
  const nextNoticeId = () => idsOfClaim(1 + Math.floor(Math.random() * claims)).noticeId;
  let slowest = 0;
  try {
    for (let index = 0; index < lookedFor; index += 1) {
      const name = `Zaphira Quillobex${'abcdefghij'.charAt(index)}`;
      const nextAnswers = () => ({ name1: name, signature: name });
      const [number] = await fileClaims(bench, { keys, nextNoticeId, nextAnswers, count: 1, clients: 1 });
      const begun = performance.now();
      for (;;) {
        const { body } = await tab.post<SearchAnswer>('/search', { q: name });
        if (body.claims.some((claim) => claim.number === number && claim.foundBy.includes('name'))) break;
        if (performance.now() - begun > maxWaitMilliseconds) throw new Error('A claim is not found');
        await pause(50);
      }
      slowest = Math.max(slowest, performance.now() - begun);
      // The next claim is filed at another moment of the job's second.
      await pause(137 * index);
    }
    return slowest;
  } finally {
    await filling.stop();
  }
}
