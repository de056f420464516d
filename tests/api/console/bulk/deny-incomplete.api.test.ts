import type { BulkJob } from '@redress/contract/console/bulk';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { decide, fileRange, fileReady, readReviewOf } from '../../../setup/review.ts';
import { finishBulk } from '../../../setup/rules.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 10 });
const denial = { outcome: 'deny', reasons: ['fraud'] } as const;

test('denials prepared together include claims that wait for documents, as a single denial does, and no deficient ones', async () => {
  const reviewer = await signInTab(server, 'reviewer');
  const supervisor = await signInTab(server, 'supervisor');
  // The highest range makes documents due.
  const incomplete = { outOfpocketExpensePaid: '$10,000 or more' };
  const [alone, together] = [await fileRange(server, incomplete), await fileRange(server, incomplete)];
  const { number: deficient } = await fileReady(server, 2);
  await decide(reviewer, deficient, { outcome: 'deficient', reasons: ['documents-missing'] });
  await fillSearchOf(server);
  const statusOf = async (number: string) => (await readReviewOf(supervisor, number)).status;
  expect([await statusOf(alone), await statusOf(together)]).toEqual(['waiting-documents', 'waiting-documents']);
  expect((await decide(reviewer, alone, denial)).body).toMatchObject({ status: 'proposed' });
  expect((await decide(reviewer, deficient, denial)).status).toBe(409);

  const id = randomUUID();
  const action = { kind: 'deny', reasons: [...denial.reasons] };
  await supervisor.post<BulkJob>('/bulk', { id, selection: { numbers: [together, deficient] }, action });
  expect((await finishBulk(server, supervisor, id)).counts).toMatchObject({ done: 1, skipped: 1 });
  expect([await statusOf(together), await statusOf(deficient)]).toEqual(['proposed', 'deficient']);
  const { decision } = await readReviewOf(supervisor, together);
  expect(decision?.waitsFor).toEqual(['fraud', 'together']);
});
