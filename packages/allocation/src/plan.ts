/** One pool of a fund. Amounts are whole cents. */
export interface PoolPlan {
  /** Lowercase letters, digits and hyphens, such as `consumers`. Must never change. */
  readonly id: string;
  /** Basis points of the net fund. The shares of all pools of a fund sum to 10,000. */
  readonly share: number;
  /** A payment that is smaller before rounding is not made. Never together with a floor. */
  readonly minimum?: bigint;
  /** Each claim gets at least this much. */
  readonly floor?: bigint;
  /** Each claim gets at most this much. */
  readonly cap?: bigint;
  /** Each claim gets at most this many basis points of its weight: 10,000 is the amount itself. */
  readonly capMultiple?: bigint;
  /** What happens when the floors exceed the pool's money. `refuse` unless stated. */
  readonly floors?: 'refuse' | 'prorate';
  /** The ID of the pool that gets the money this pool cannot use. */
  readonly overflow?: string;
}

/** A claim that shares in the money of a pool. */
export interface AllocationClaim extends ClaimLimits {
  /** The claim number. Claims are ordered by it, code unit by code unit. */
  readonly claim: string;
  readonly pool: string;
  /** The recognized amount in ten-thousandths of a dollar. */
  readonly weight: bigint;
  /** An open dispute: the claimed amount counts, and the money is set aside instead of paid. */
  readonly reserved: boolean;
}

/** Whole cents. A pool that states limits has them for each of its claims: `limitsOf`. */
export interface ClaimLimits {
  readonly floor: bigint;
  /** Undefined: no limit. */
  readonly cap?: bigint | undefined;
}

export type Outcome = 'paid' | 'capped' | 'below-minimum' | 'reserved' | 'zero';

export interface AllocationLine extends AllocationClaim {
  readonly cents: bigint;
  readonly outcome: Outcome;
}

/** A reduced fraction. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface PoolResult {
  readonly id: string;
  readonly claims: number;
  /** Cents from the net fund. */
  readonly money: bigint;
  /** Cents that other pools could not use. */
  readonly overflowIn: bigint;
  /** Cents that went to the pool that `overflow` names. */
  readonly overflowOut: bigint;
  /** Cents per weight. Undefined when all claims get their limit, or floors are prorated. */
  readonly lambda: Fraction | undefined;
  /** The sum of its lines, those set aside for disputes included. */
  readonly paid: bigint;
  /** Cents that no claim gets: a part of the residual. */
  readonly left: bigint;
}

export interface Allocation {
  readonly netFund: bigint;
  readonly plan: readonly PoolPlan[];
  /** By claim number. Made while they are read, so that a million lines need little memory. */
  readonly lines: Iterable<AllocationLine>;
  /** In the plan's order. */
  readonly pools: readonly PoolResult[];
  /** Cents of the net fund that no claim gets. */
  readonly residual: bigint;
}

/** Basis points of the whole. */
export const wholeFund = 10_000;
/** A weight is in ten-thousandths of a dollar, so in hundredths of a cent. */
const weightsPerCent = 100n;

/** Whether a pool states the limits of its claims. Otherwise each claim brings its own. */
export function statesLimits({ floor, cap, capMultiple }: PoolPlan): boolean {
  return floor !== undefined || cap !== undefined || capMultiple !== undefined;
}

/**
 * The limits that a pool gives a claim of this weight. A multiple of the amount is cut to whole
 * cents, the lower of two caps counts, and a floor above the cap is lowered to it.
 */
export function limitsOf({ floor = 0n, cap, capMultiple }: PoolPlan, weight: bigint): ClaimLimits {
  const multiple =
    capMultiple === undefined ? undefined : (weight * capMultiple) / (BigInt(wholeFund) * weightsPerCent);
  const lower = cap === undefined || (multiple !== undefined && multiple < cap) ? multiple : cap;
  return { floor: lower !== undefined && lower < floor ? lower : floor, cap: lower };
}
