import { allocate } from '@redress/allocation/allocate';
import { exportAllocation } from '@redress/allocation/canonical';
import { type AllocationClaim, limitsOf, type PoolPlan } from '@redress/allocation/plan';
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Measurement } from './main.ts';

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
  let state = 12_345;
  for (let index = 0; index < Number(count); index += 1) {
    const pool = plan[index % plan.length];
    if (!pool) return;
    // A linear congruential generator makes the same claims each time.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const weight = BigInt(state >> 8) * (index % 3 === 0 ? 137n : 10n) + (index % 1_000 === 0 ? 10n ** 13n : 0n);
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
const measured: Measurement = { milliseconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
process.stdout.write(JSON.stringify(measured));
