/** What is wrong with a plan or a claim, where, and what to do. */
export interface AllocationProblem {
  readonly code:
    | 'cap-below-floor'
    | 'cap-below-minimum'
    | 'claim-number'
    | 'claim-repeated'
    | 'floor-and-minimum'
    | 'floors-exceed-pool'
    | 'limits-differ'
    | 'net-fund-range'
    | 'no-pools'
    | 'no-rate'
    | 'not-negative'
    | 'overflow-circle'
    | 'overflow-unknown'
    | 'pool-id'
    | 'pool-repeated'
    | 'pool-unknown'
    | 'share-range'
    | 'shares-sum'
    | 'weight-range'
    | 'weights-all-zero';
  /** Such as `pools.consumers.cap`, `claims.7537734241.weight` or `netFund`. */
  readonly field: string;
  readonly remedy: string;
}

/** An allocation is made whole or not at all. */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  readonly code: AllocationProblem['code'];
  readonly field: string;
  readonly remedy: string;

  constructor({ code, field, remedy }: AllocationProblem) {
    super(`${code}: ${field}: ${remedy}`);
    this.code = code;
    this.field = field;
    this.remedy = remedy;
  }
}

/** Formats cents for a message: `$1,234.56`, the same in every locale. */
export function formatCents(cents: bigint): string {
  const digits = String(cents).padStart(3, '0');
  return `$${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}
