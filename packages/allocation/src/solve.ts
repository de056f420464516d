import type { AllocationClaim, Fraction } from './plan.ts';

/** What each claim is entitled to before rounding, as fractions with one denominator: of `floors`, their sum. */
export interface Entitlement {
  readonly kind: 'lambda' | 'limits' | 'floors';
  readonly lambda: Fraction | undefined;
  readonly denominator: bigint;
  shareOf(claim: AllocationClaim): bigint;
}

/** The money cannot be shared: there is more than the floors, and all weights are zero. */
export interface NoWeight {
  readonly kind: 'no-weight';
}

/**
 * Finds the exact payments x(λ) = min(c, max(f, λw)) that sum to the pool's money. Kind `limits`:
 * there is more money than all limits. Kind `floors`: less than all floors, which are prorated.
 */
export function solve(money: bigint, claims: readonly AllocationClaim[]): Entitlement | NoWeight {
  let floors = 0n;
  let limits: bigint | undefined = 0n;
  let hasWeight = false;
  for (const { weight, floor, cap } of claims) {
    floors += floor;
    if (weight > 0n) hasWeight = true;
    // No rate lifts a claim of weight 0 above its floor.
    const limit = weight > 0n ? cap : floor;
    limits = limit === undefined || limits === undefined ? undefined : limits + limit;
  }
  if (floors > money)
    return { kind: 'floors', lambda: undefined, denominator: floors, shareOf: ({ floor }) => floor * money };
  if (!hasWeight && floors < money && claims.length > 0) return { kind: 'no-weight' };
  if (limits !== undefined && limits <= money)
    return {
      kind: 'limits',
      lambda: undefined,
      denominator: 1n,
      shareOf: ({ weight, floor, cap }) => (weight > 0n ? (cap ?? floor) : floor),
    };
  const lambda = floors === money ? { numerator: 0n, denominator: 1n } : findLambda(money, floors, claims);
  const { numerator, denominator } = lambda;
  return {
    kind: 'lambda',
    lambda,
    denominator,
    shareOf({ weight, floor, cap }) {
      const share = weight * numerator;
      if (cap !== undefined && share >= cap * denominator) return cap * denominator;
      return floor > 0n && share <= floor * denominator ? floor * denominator : share;
    },
  };
}

/** The relative error of a quotient of two rounded numbers is below this. */
const doubleError = 1e-12;

/**
 * How far λ may be from a guess. Each attempt starts where the one before ended; the last one orders
 * all breakpoints.
 */
const attempts = [1e-6, 1e-6, 1e-6, Infinity];

/**
 * Finds the lowest λ that uses up the money. A claim's payment starts at its floor, grows with λ from
 * f/w on, and stops at c/w, so the sum is a line between two such breakpoints. Doubles only sort
 * out breakpoints far from λ: a λ that is not where they said is refused.
 */
function findLambda(money: bigint, floors: bigint, claims: readonly AllocationClaim[]): Fraction {
  let guess = guessLambda(money, claims);
  for (const width of attempts) {
    const [low, high] = [guess * (1 - width), guess * (1 + width)];
    const lambda = solveNear(money, floors, claims, low, high);
    if (!lambda) continue;
    guess = Number(lambda.numerator) / Number(lambda.denominator);
    if (guess >= low * (1 + doubleError) && guess <= high * (1 - doubleError)) return lambda;
  }
  throw new Error('No λ uses up the money, though floors and limits say that one does');
}

/**
 * Orders the breakpoints between two bounds, and solves the segment in which the money is used up.
 * Right if the result is between the bounds. Undefined when no claim is between floor and cap.
 */
function solveNear(
  money: bigint,
  floors: bigint,
  claims: readonly AllocationClaim[],
  low: number,
  high: number,
): Fraction | undefined {
  // Numbers, because objects for two breakpoints of a million claims would take 100 MB: the position
  // of the claim times two, and one more for its cap.
  const breakpoints: number[] = [];
  const weightOf = (breakpoint: number) => claims[breakpoint >> 1]?.weight ?? 0n;
  const amountOf = (breakpoint: number) => claims[breakpoint >> 1]?.[isCap(breakpoint) ? 'cap' : 'floor'] ?? 0n;
  let fixed = floors;
  let freeWeight = 0n;
  const pass = (breakpoint: number) => {
    const sign = isCap(breakpoint) ? 1n : -1n;
    fixed += sign * amountOf(breakpoint);
    freeWeight -= sign * weightOf(breakpoint);
  };
  const sortOut = (breakpoint: number) => {
    const ratio = Number(amountOf(breakpoint)) / Number(weightOf(breakpoint));
    if (ratio < low) pass(breakpoint);
    else if (ratio <= high) breakpoints.push(breakpoint);
  };
  for (const [position, { weight, floor, cap }] of claims.entries()) {
    if (weight === 0n || floor === cap) continue;
    sortOut(2 * position);
    if (cap !== undefined) sortOut(2 * position + 1);
  }
  breakpoints.sort((a, b) => {
    const [one, other] = [amountOf(a) * weightOf(b), amountOf(b) * weightOf(a)];
    return one === other ? 0 : one < other ? -1 : 1;
  });
  for (const each of breakpoints) {
    if (fixed * weightOf(each) + amountOf(each) * freeWeight >= money * weightOf(each)) break;
    pass(each);
  }
  return freeWeight > 0n && money > fixed ? reduce(money - fixed, freeWeight) : undefined;
}

/** A claim's payment starts to grow at its floor, and stops at its cap. */
const isCap = (breakpoint: number): boolean => breakpoint % 2 === 1;

/** Halves an interval of doubles. 50 steps leave less than a billionth of λ. */
function guessLambda(money: bigint, claims: readonly AllocationClaim[]): number {
  const weights = Float64Array.from(claims, ({ weight }) => Number(weight));
  const floors = Float64Array.from(claims, ({ floor }) => Number(floor));
  const caps = Float64Array.from(claims, ({ cap }) => (cap === undefined ? Infinity : Number(cap)));
  const target = Number(money);
  let [low, high] = [1e-60, 1e60];
  for (let step = 0; step < 50; step += 1) {
    const middle = Math.sqrt(low * high);
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1)
      sum += Math.min(caps[index] ?? 0, Math.max(floors[index] ?? 0, middle * (weights[index] ?? 0)));
    if (sum < target) low = middle;
    else high = middle;
  }
  return high;
}

function reduce(numerator: bigint, denominator: bigint): Fraction {
  let [divisor, rest] = [numerator, denominator];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}
