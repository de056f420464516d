import { expect, type Page } from '@playwright/test';
import { randomInt, randomUUID } from 'node:crypto';
import { fileClaim, ownAnswers, waitForJobs } from './console-claims.ts';
import { postToConsole, signInAs } from './console.ts';
import { query } from './filed-claims.ts';

export interface FiledCluster {
  readonly id: string;
  readonly numbers: readonly string[];
  /** The company name that all its claims have, and no others. */
  readonly company: string;
}

/** Files one payor's claim several times, and waits until the claims are a cluster. */
export async function fileCluster(claims: number): Promise<FiledCluster> {
  const answers = { ...ownAnswers(), repealerStateTotalAmountPaid: `${randomInt(10_000_000, 99_999_999)}.55` };
  const numbers: string[] = [];
  for (let filed = 0; filed < claims; filed += 1) numbers.push(await fileClaim([], answers));
  const cluster = `select id from claim_clusters where size >= $2 and id in (
    select cluster_id from claim_cluster_members join claims on claims.id = claim_id where number = $1)`;
  await waitForJobs(cluster, [numbers[0], claims]);
  const [found] = await query<{ id: string }>(cluster, [numbers[0], claims]);
  return { id: found?.id ?? '', numbers, company: answers.healthPlanCompanyName };
}

/**
 * Gives the integrity page of the payors' case content: a claim that a new reviewer finds genuine.
 */
export async function findGenuine(page: Page, number: string): Promise<void> {
  await signInAs(page, 'reviewer');
  const verdict = { id: randomUUID(), verdict: 'genuine', reason: 'The fund called' };
  expect((await postToConsole(page, `/claims/${number}/verdicts`, verdict)).ok()).toBe(true);
}
