/** One claim with a verdict, as a model is fitted to it. */
export interface Example {
  /** Strength by `signal/level`. */
  readonly features: ReadonlyMap<string, number>;
  /** Whether it was found to be what the score asks. */
  readonly positive: boolean;
  /** For how many claims it stands. */
  readonly weight: number;
}

/** What is chosen, and not learned. Stored with the model. */
export interface Hyperparameters {
  /** Decibans before any signal. */
  readonly prior: number;
  /** How far, in decibans, verdicts are expected to move a weight: the prior's standard deviation. */
  readonly deviation: number;
  readonly maxIterations: number;
  /** It ends when no weight moves by more decibans. */
  readonly tolerance: number;
}

export const defaultHyperparameters: Hyperparameters = {
  prior: -20,
  deviation: 4,
  maxIterations: 100,
  tolerance: 1e-9,
};

/** Decibans in one natural logarithm of the odds. */
const decibansPerNat = 10 / Math.LN10;

/**
 * Fits weights to examples by logistic regression with a normal prior at the default weights, by
 * Newton's method with fixed signs: a signal that speaks against claims never speaks for them.
 * The same examples give the same weights bit for bit: every sum has one order.
 * @param defaults decibans by `signal/level`; only these are fitted
 */
export function fitWeights(
  examples: readonly Example[],
  defaults: ReadonlyMap<string, number>,
  { prior, deviation, maxIterations, tolerance }: Hyperparameters = defaultHyperparameters,
): Map<string, number> {
  const names = [...defaults.keys()].sort();
  const start = names.map((name) => (defaults.get(name) ?? 0) / decibansPerNat);
  const precision = (decibansPerNat / deviation) ** 2;
  const rows = examples.map(({ features, positive, weight }) => ({
    entries: names.flatMap((name, index) => {
      const value = features.get(name);
      return value === undefined ? [] : [{ index, value }];
    }),
    target: positive ? 1 : 0,
    weight,
  }));
  const seen = new Set(rows.flatMap(({ entries }) => entries.map(({ index }) => index)));
  // Signals that no example has stay at their defaults.
  const fitted = [...seen].sort((a, b) => a - b);
  const place = new Map(fitted.map((index, at) => [index, at]));
  const weights = [...start];
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    const gradient = fitted.map((index) => precision * ((start[index] ?? 0) - (weights[index] ?? 0)));
    const hessian = fitted.map((_, at) => fitted.map((__, other) => (at === other ? precision : 0)));
    for (const { entries, target, weight } of rows) {
      let logOdds = prior / decibansPerNat;
      for (const { index, value } of entries) logOdds += (weights[index] ?? 0) * value;
      const chance = logistic(logOdds);
      const curvature = weight * chance * (1 - chance);
      for (const { index, value } of entries) {
        const at = place.get(index) ?? 0;
        gradient[at] = (gradient[at] ?? 0) + weight * (target - chance) * value;
        const line = hessian[at];
        if (!line) continue;
        for (const other of entries) {
          const column = place.get(other.index) ?? 0;
          line[column] = (line[column] ?? 0) + curvature * value * other.value;
        }
      }
    }
    const step = solve(hessian, gradient);
    let moved = 0;
    for (const [at, index] of fitted.entries()) {
      const before = weights[index] ?? 0;
      // Far steps overshoot where the curve is flat.
      const after = keepSign(before + Math.max(-1, Math.min(1, step[at] ?? 0)), start[index] ?? 0);
      moved = Math.max(moved, Math.abs(after - before));
      weights[index] = after;
    }
    if (moved * decibansPerNat <= tolerance) break;
  }
  return new Map(names.map((name, index) => [name, roundWeight((weights[index] ?? 0) * decibansPerNat)]));
}

/** To a hundredth of a deciban. */
const roundWeight = (decibans: number): number => Math.round(decibans * 100) / 100 + 0;

const keepSign = (weight: number, like: number): number => (like >= 0 ? Math.max(0, weight) : Math.min(0, weight));

export function logistic(logOdds: number): number {
  return logOdds >= 0 ? 1 / (1 + Math.exp(-logOdds)) : Math.exp(logOdds) / (1 + Math.exp(logOdds));
}

/** Solves a symmetric, positive definite system by Cholesky's method. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const lower = Array.from({ length: size }, () => new Float64Array(size));
  const at = (row: number, column: number) => lower[row]?.[column] ?? 0;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row]?.[column] ?? 0;
      for (let k = 0; k < column; k += 1) sum -= at(row, k) * at(column, k);
      const line = lower[row];
      if (line) line[column] = row === column ? Math.sqrt(sum) : sum / at(column, column);
    }
  const forward = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    let sum = right[row] ?? 0;
    for (let k = 0; k < row; k += 1) sum -= at(row, k) * (forward[k] ?? 0);
    forward[row] = sum / at(row, row);
  }
  const result = new Float64Array(size);
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = forward[row] ?? 0;
    for (let k = row + 1; k < size; k += 1) sum -= at(k, row) * (result[k] ?? 0);
    result[row] = sum / at(row, row);
  }
  return [...result];
}
