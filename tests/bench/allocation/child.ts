import { allocate } from '@redress/allocation/allocate';
import { exportAllocation } from '@redress/allocation/canonical';
import { type AllocationClaim, limitsOf, type PoolPlan } from '@redress/allocation/plan';
import { createRandom } from '@redress/content/demo/random';
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { printMeasurement } from '../child-process.ts';

// node child.ts KIND CLAIMS FILE allocates invented claims, exports them to the file, and prints how
// long the allocation took. A separate process shows its peak memory.

const [kind = '', count = '', file = ''] = process.argv.slice(2);

const netFund = 10_000_000_000n;
const plans: Readonly<Record<string, readonly PoolPlan[]>> = {
  minimum: [{ id: 'all', share: 10_000, minimum: 500n }],
  'floor and cap': [{ id: 'all', share: 10_000, floor: 500n, cap: 100_000n }],
  'two pools': [
    { id: 'consumers', share: 6_000, capMultiple: 10_000n, overflow: 'payors' },
    { id: 'payors', share: 4_000, floor: 100n, capMultiple: 50_000n },
  ],
};

/** Claims arrive one by one, as from a cursor of the database. Every thousandth is very large. */
function* inventClaims(plan: readonly PoolPlan[]): Generator<AllocationClaim> {
  // The same seed makes the same claims each time.
  const random = createRandom('claims');
  for (let index = 0; index < Number(count); index += 1) {
    const pool = plan[index % plan.length];
    if (!pool) return;
    const weight =
      BigInt(random.integer(0, 2 ** 23 - 1)) * (index % 3 === 0 ? 137n : 10n) + (index % 1_000 === 0 ? 10n ** 13n : 0n);
    const claim = String(1_000_000_000 + index * 7);
    yield { claim, pool: pool.id, weight, reserved: false, ...limitsOf(pool, weight) };
  }
}

const plan = plans[kind] ?? [];
const started = performance.now();
const allocation = allocate(netFund, plan, inventClaims(plan));
const milliseconds = performance.now() - started;
const output = openSync(file, 'w');
for (const chunk of exportAllocation(allocation, {}, createHash('sha256'))) writeSync(output, chunk);
closeSync(output);
printMeasurement(milliseconds);
