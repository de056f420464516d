import { expect } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { fileClaim } from './console-claims.ts';
import { query } from './filed-claims.ts';

/** Linking and scoring follow some seconds after filing. */
const scoredWithin = 40_000;

export interface FiledCluster {
  readonly id: string;
  readonly numbers: readonly string[];
  /** That all its claims have, and no others. */
  readonly company: string;
}

/** Files one payor's claim several times, and waits until the claims are a cluster. */
export async function fileCluster(claims: number): Promise<FiledCluster> {
  const own = String(randomInt(10_000_000, 99_999_999));
  const company = `Quarry ${own} Health Fund`;
  const answers = {
    healthPlanCompanyName: company,
    contactName: `Ann Q${own}`,
    street1: `${own.slice(0, 4)} Quarry Lane`,
    zip: '03301',
    city: 'Concord',
    state: 'New Hampshire',
    phone1: `603555${own.slice(0, 4)}`,
    emailAddress: `claims@q${own}.example.com`,
    tin: `9${own}`,
    otherNames: '',
    signature: `Ann Q${own}`,
    repealerStateTotalAmountPaid: `${own}.55`,
  };
  const numbers: string[] = [];
  for (let filed = 0; filed < claims; filed += 1) numbers.push(await fileClaim([], answers));
  const find = () =>
    query<{ id: string }>(
      `select id from claim_clusters where size >= $2 and id in (
         select cluster_id from claim_cluster_members join claims on claims.id = claim_id where number = $1)`,
      [numbers[0], claims],
    );
  await expect.poll(find, { timeout: scoredWithin }).toHaveLength(1);
  const [cluster] = await find();
  return { id: cluster?.id ?? '', numbers, company };
}
