/**
 * @import { Pool, Row } from './read-allocation.mjs'
 *
 * @typedef {{ readonly top: bigint, readonly bottom: bigint }} Rate cents per weight
 *
 * A claim's payment as a function of the rate starts at its floor and bends at two corners: up at
 * floor/weight, and flat at cap/weight.
 * @typedef {{ readonly amount: bigint, readonly weight: bigint, readonly sign: 1n | -1n }} Corner
 */

/** The plan does not say how to divide the money. */
export class PlanFault extends Error {}

/**
 * Returns the payment of each row in cents.
 * @param {bigint} money
 * @param {Pool} pool
 * @param {readonly Row[]} rows
 */
export function expectPayments(money, pool, rows) {
  const minimum = pool.minimum ?? 0n;
  const all = expectExactly(money, pool, rows);
  const isPaid = all.tops.map((top) => top >= minimum * all.bottom);
  const { tops, bottom } = isPaid.includes(false)
    ? expectExactly(
        money,
        pool,
        rows.filter((_, index) => isPaid[index]),
      )
    : all;
  const rounded = roundToCents(tops, bottom);
  let next = 0;
  return rows.map((_, index) => (isPaid[index] ? (rounded[next++] ?? 0n) : 0n));
}

/**
 * Returns the exact payments as fractions: their tops, and the bottom of all.
 * @param {bigint} money
 * @param {Pool} pool
 * @param {readonly Row[]} rows
 * @returns {{ tops: bigint[], bottom: bigint }}
 */
function expectExactly(money, pool, rows) {
  const floors = rows.reduce((sum, { floor }) => sum + floor, 0n);
  if (floors > money) {
    if (pool.floors !== 'prorate') throw new PlanFault(`The floors of the pool ${pool.id} sum to more than it has.`);
    return { tops: rows.map(({ floor }) => floor * money), bottom: floors };
  }
  const weighted = rows.filter(({ weight }) => weight > 0n);
  if (weighted.length === 0 && rows.length > 0 && floors < money)
    throw new PlanFault(`No claim of the pool ${pool.id} has a weight above 0.`);
  const ceilings = rows.map(({ weight, floor, cap }) => (weight > 0n ? cap : floor));
  const top = ceilings.reduce((sum, cap) => (sum === undefined || cap === undefined ? undefined : sum + cap), 0n);
  if (top !== undefined && top <= money) return { tops: ceilings.map((cap) => cap ?? 0n), bottom: 1n };
  const rate = findRate(money - floors, weighted);
  const tops = rows.map(({ weight, floor, cap }) => {
    const earned = weight * rate.top;
    const least = earned < floor * rate.bottom ? floor * rate.bottom : earned;
    return cap !== undefined && least > cap * rate.bottom ? cap * rate.bottom : least;
  });
  return { tops, bottom: rate.bottom };
}

/**
 * Finds the rate at which the payments above the floors sum to `extra`. Chooses any corner, computes
 * the sum at its rate, and keeps the corners on the side of the solution, until none is left.
 * @param {bigint} extra
 * @param {readonly Row[]} rows
 * @returns {Rate}
 */
function findRate(extra, rows) {
  if (extra === 0n) return { top: 0n, bottom: 1n };
  /** @type {Corner[]} */
  let corners = rows.flatMap(({ weight, floor, cap }) => [
    { amount: floor, weight, sign: 1n },
    ...(cap === undefined ? [] : [{ amount: cap, weight, sign: /** @type {const} */ (-1n) }]),
  ]);
  // Corners below the solution. At a rate above them all, they add rate × weight − amount.
  let weight = 0n;
  let amount = 0n;
  while (corners.length > 0) {
    const pivot = corners[Math.floor(Math.random() * corners.length)];
    if (!pivot) break;
    const sides = splitAt(corners, pivot);
    const sum = pivot.amount * (weight + sides.weight) - (amount + sides.amount) * pivot.weight;
    if (sum >= extra * pivot.weight) corners = sides.below;
    else {
      corners = sides.above;
      weight += sides.weight + sides.weightHere;
      amount += sides.amount + sides.amountHere;
    }
  }
  return { top: extra + amount, bottom: weight };
}

/**
 * @param {readonly Corner[]} corners
 * @param {Corner} pivot
 */
function splitAt(corners, pivot) {
  /** @type {Corner[]} */
  const below = [];
  /** @type {Corner[]} */
  const above = [];
  const sides = { below, above, weight: 0n, amount: 0n, weightHere: 0n, amountHere: 0n };
  for (const corner of corners) {
    const difference = corner.amount * pivot.weight - pivot.amount * corner.weight;
    if (difference > 0n) above.push(corner);
    else if (difference < 0n) {
      below.push(corner);
      sides.weight += corner.sign * corner.weight;
      sides.amount += corner.sign * corner.amount;
    } else {
      sides.weightHere += corner.sign * corner.weight;
      sides.amountHere += corner.sign * corner.amount;
    }
  }
  return sides;
}

/**
 * Rounds down. The cents that are missing go to the largest remainders, and of equal ones to the
 * first.
 * @param {readonly bigint[]} tops
 * @param {bigint} bottom
 */
function roundToCents(tops, bottom) {
  const remainders = tops.map((top) => top % bottom);
  let missing = Number(remainders.reduce((sum, remainder) => sum + remainder, 0n) / bottom);
  const descending = remainders.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const last = missing === 0 ? bottom : (descending[missing - 1] ?? bottom);
  missing -= missing === 0 ? 0 : descending.indexOf(last);
  return tops.map((top, index) => {
    const remainder = remainders[index] ?? 0n;
    const isFirstOfEqual = remainder === last && missing-- > 0;
    return top / bottom + (remainder > last || isFirstOfEqual ? 1n : 0n);
  });
}
