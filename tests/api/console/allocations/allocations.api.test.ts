import { beforeAll, expect, test } from 'vitest';
import { answerFreeze, askFreeze, computeScenario, fileApproved, readAllocation, runAllocations } from '../../../setup/allocations.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { enter, readFund } from '../../../setup/funds.ts';
import { columnsOf, fileReady, statusOf } from '../../../setup/review.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 20 });
let asker: StaffTab;
let second: StaffTab;
let supervisor: StaffTab;
let reviewer: StaffTab;
let numbers: readonly string[];
beforeAll(async () => {
  reviewer = await signInTab(server, 'reviewer');
  numbers = await fileApproved(server, reviewer, ['3650', '1000', '5']);
  asker = await signInTab(server, 'finance');
  second = await signInTab(server, 'finance');
  supervisor = await signInTab(server, 'supervisor');
  await enter(asker, second, { kind: 'contribution', amount: '1000' });
});

test('the whole path: a scenario, the request, the approval, final claims, the ledger and the file', async () => {
  const scenario = await computeScenario(server, asker);
  // 1,000 ÷ 4,655 × 5 = 1.07 is below the minimum of 5. Then 1,000 ÷ 4,650 = 21.505 percent:
  // 784.946 and 215.053, and the missing cent goes to the larger remainder.
  expect(scenario).toMatchObject({
    status: 'computed',
    problem: null,
    netFund: '1000.00',
    summary: {
      residual: '0.00',
      total: {
        claims: 3,
        paid: 2,
        belowMinimum: { claims: 1, amount: '5.00' },
        sum: '1000.00',
        smallest: '215.05',
        largest: '784.95',
        median: '500.00',
        mean: '500.00',
        histogram: [
          { from: '200.00', to: '500.00', claims: 1, amount: '215.05' },
          { from: '500.00', to: '1000.00', claims: 1, amount: '784.95' },
        ],
      },
    },
  });
  const { id } = scenario;
  expect((await askFreeze(asker, id)).status).toBe(204);
  expect((await answerFreeze(asker, id)).status).toBe(403);
  expect((await answerFreeze(supervisor, id)).status).toBe(204);
  expect(await readAllocation(asker, id)).toMatchObject({ status: 'frozen', decidedBy: supervisor.person.name });
  await runAllocations(server);
  expect(await statusOf(supervisor, numbers[0] ?? '')).toBe('final');
  expect((await readFund(asker)).accounts).toEqual([]);
});
