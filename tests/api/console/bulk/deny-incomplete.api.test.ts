import { expect, test } from 'vitest';
import { signInTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { decide, fileReady, readReviewOf, statusOf } from '../../../setup/review.ts';
import { actOn } from '../../../setup/rules.ts';
import { useTestServer } from '../../../setup/test-server.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const server = useTestServer({ members: 10 });
const denial = { outcome: 'deny', reasons: ['fraud'] } as const;

test('denials prepared together include claims that wait for documents, as a single denial does, and no deficient ones', async () => {
  const reviewer = await signInTab(server, 'reviewer');
  const supervisor = await signInTab(server, 'supervisor');
  // The highest range makes documents due.
  const incomplete = { outOfpocketExpensePaid: '$10,000 or more' };
  const [alone, together] = [await fileWithoutNotice(server, incomplete), await fileWithoutNotice(server, incomplete)];
  const { number: deficient } = await fileReady(server);
  await decide(reviewer, deficient, { outcome: 'deficient', reasons: ['documents-missing'] });
  await fillSearchOf(server);
  for (const number of [alone, together]) expect(await statusOf(supervisor, number)).toBe('waiting-documents');
  expect((await decide(reviewer, alone, denial)).body).toMatchObject({ status: 'proposed' });
  expect((await decide(reviewer, deficient, denial)).status).toBe(409);

  const action = { kind: 'deny', reasons: denial.reasons };
  const done = await actOn(server, supervisor, [together, deficient], action);
  expect(done.counts).toMatchObject({ done: 1, skipped: 1 });
  expect(await statusOf(supervisor, deficient)).toBe('deficient');
  expect(await readReviewOf(supervisor, together)).toMatchObject({
    status: 'proposed',
    decision: { waitsFor: ['fraud', 'together'] },
  });
});
