import type { Allocation as Computed, AllocationLine, Fraction } from '@redress/allocation/plan';
import type { AllocationFigures, AllocationSummary } from '@redress/contract/console/allocations';
import type { Fund } from '@redress/contract/funds';
import { formatCents } from '../../claims/payments/cents.ts';

interface Counted {
  claims: number;
  capped: number;
  zero: number;
  below: number;
  belowWeight: bigint;
  reserved: number;
  reservedCents: bigint;
  readonly payments: bigint[];
}
const nothing = (): Counted => ({
  claims: 0,
  capped: 0,
  zero: 0,
  below: 0,
  belowWeight: 0n,
  reserved: 0,
  reservedCents: 0n,
  payments: [],
});
/** Weights are ten-thousandths of a dollar. */
const weightsPerCent = 100n;

/** Counts the lines of an allocation while they are written. */
export function startSummary() {
  const pools = new Map<string, Counted>();
  return {
    add({ pool, outcome, cents, weight }: AllocationLine): void {
      const counted = pools.get(pool) ?? nothing();
      pools.set(pool, counted);
      counted.claims += 1;
      if (outcome === 'reserved') {
        counted.reserved += 1;
        counted.reservedCents += cents;
      } else if (outcome === 'zero') counted.zero += 1;
      else if (outcome === 'below-minimum') {
        counted.below += 1;
        counted.belowWeight += weight;
      } else {
        if (outcome === 'capped') counted.capped += 1;
        counted.payments.push(cents);
      }
    },
    finish(
      { pools: results, residual }: Computed,
      fund: Fund,
      ledger: readonly { readonly kind: string; readonly cents: bigint }[],
    ): AllocationSummary {
      return {
        ledger: ledger.map(({ kind, cents }) => ({ kind, amount: formatCents(cents) })),
        residual: formatCents(residual),
        total: figuresOf(merge([...pools.values()])),
        pools: results.map(({ id, money, overflowIn, overflowOut, left, lambda }) => ({
          id,
          title: fund.pools.find((pool) => pool.id === id)?.title.en ?? id,
          money: formatCents(money),
          overflowIn: formatCents(overflowIn),
          overflowOut: formatCents(overflowOut),
          left: formatCents(left),
          rate: lambda ? formatRate(lambda) : null,
          lambda: lambda ? { numerator: String(lambda.numerator), denominator: String(lambda.denominator) } : null,
          ...figuresOf(pools.get(id) ?? nothing()),
        })),
      };
    },
  };
}

function merge(pools: readonly Counted[]): Counted {
  const sum = (read: (pool: Counted) => number) => pools.reduce((total, pool) => total + read(pool), 0);
  const sumCents = (read: (pool: Counted) => bigint) => pools.reduce((total, pool) => total + read(pool), 0n);
  return {
    claims: sum(({ claims }) => claims),
    capped: sum(({ capped }) => capped),
    zero: sum(({ zero }) => zero),
    below: sum(({ below }) => below),
    belowWeight: sumCents(({ belowWeight }) => belowWeight),
    reserved: sum(({ reserved }) => reserved),
    reservedCents: sumCents(({ reservedCents }) => reservedCents),
    payments: pools.flatMap(({ payments }) => payments),
  };
}

function figuresOf(counted: Counted): AllocationFigures {
  const payments = BigInt64Array.from(counted.payments).sort();
  const count = BigInt(payments.length);
  const sum = payments.reduce((total, cents) => total + cents, 0n);
  const at = (index: number) => payments[index] ?? 0n;
  const middle = (payments.length - 1) / 2;
  const write = (cents: bigint) => (count === 0n ? null : formatCents(cents));
  return {
    claims: counted.claims,
    paid: payments.length,
    capped: counted.capped,
    zero: counted.zero,
    belowMinimum: { claims: counted.below, amount: formatCents(counted.belowWeight / weightsPerCent) },
    reserved: { claims: counted.reserved, amount: formatCents(counted.reservedCents) },
    sum: formatCents(sum),
    smallest: write(at(0)),
    largest: write(at(payments.length - 1)),
    median: write(divideRounded(at(Math.floor(middle)) + at(Math.ceil(middle)), 2n)),
    mean: write(count === 0n ? 0n : divideRounded(sum, count)),
    histogram: countSizes(payments),
  };
}

/** Half a cent is rounded up. */
const divideRounded = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** Sizes begin at 1, 2 and 5 cents, and at these times ten, a hundred, … */
function countSizes(sorted: BigInt64Array): AllocationFigures['histogram'] {
  const sizes: AllocationFigures['histogram'] = [];
  let position = 0;
  for (let decade = 1n; position < sorted.length; decade *= 10n)
    for (const [from, to] of [
      [decade, 2n * decade],
      [2n * decade, 5n * decade],
      [5n * decade, 10n * decade],
    ] as const) {
      const first = position;
      let sum = 0n;
      for (; position < sorted.length && (sorted[position] ?? to) < to; position += 1) sum += sorted[position] ?? 0n;
      const claims = position - first;
      if (claims > 0 || (sizes.length > 0 && position < sorted.length))
        sizes.push({ from: formatCents(from), to: formatCents(to), claims, amount: formatCents(sum) });
    }
  return sizes;
}

/** Formats the paid percent of the recognized amount: `41.27`, and below one percent `0.4127`. */
function formatRate({ numerator, denominator }: Fraction): string {
  const digits = numerator * 10_000n < denominator ? 4 : 2;
  const rounded = divideRounded(numerator * 10_000n * 10n ** BigInt(digits), denominator);
  const text = String(rounded).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
