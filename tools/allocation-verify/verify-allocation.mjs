import { expectPayments, PlanFault } from './expect-payments.mjs';
import { readAllocation } from './read-allocation.mjs';

/** @import { ExportedAllocation, Pool, Row } from './read-allocation.mjs' */

const shownFaults = 20;
const wholeFund = 10_000;
/** A weight counts hundredths of a cent, and a multiple basis points. */
const multipleScale = 1_000_000n;

/**
 * Checks an exported file. Returns 0 when it is right, 1 otherwise.
 * @param {string} path
 * @param {string | undefined} approvedHash
 * @param {(line: string) => void} print
 */
export async function verifyAllocation(path, approvedHash, print) {
  let faults = 0;
  /** @param {string} fault */
  const onFault = (fault) => {
    faults += 1;
    if (faults <= shownFaults) print(fault);
  };
  const exported = await readAllocation(path, onFault);
  if (approvedHash !== undefined && approvedHash.toLowerCase() !== exported.sha256)
    onFault(`The SHA-256 that was approved is ${approvedHash}. That of the file is ${exported.sha256}.`);
  const summary = checkPayments(exported, onFault);
  if (faults > shownFaults) print(`${faults - shownFaults} more differences are not shown.`);
  if (faults > 0) {
    print('This file is not the allocation that its plan gives: see above.');
    return 1;
  }
  for (const line of summary) print(line);
  print(`SHA-256: ${exported.sha256}`);
  print('Every payment is what the plan gives, to the cent.');
  return 0;
}

/**
 * Compares each payment with a new calculation, and returns a summary.
 * @param {ExportedAllocation} exported
 * @param {(fault: string) => void} onFault
 */
function checkPayments({ netFund, pools, rowsOf, claims }, onFault) {
  const ids = new Set(pools.map(({ id }) => id));
  if (ids.size < pools.length) onFault('Two pools have the same ID.');
  if (pools.reduce((sum, { share }) => sum + share, 0) !== wholeFund) onFault('The shares do not sum to 10,000.');
  const wrongShare = pools.find(({ share }) => !Number.isInteger(share) || share < 0);
  if (wrongShare) {
    onFault(`The pool ${wrongShare.id} has the share ${wrongShare.share}, which must be a whole number.`);
    return [];
  }
  const wrongTarget = pools.find(({ overflow }) => overflow !== undefined && !ids.has(overflow));
  if (wrongTarget) onFault(`The pool ${wrongTarget.id} overflows into a pool that the plan does not have.`);
  if (hasCircle(pools)) {
    onFault('Three or more pools overflow in a circle, or one into itself.');
    return [];
  }
  const own = splitFund(netFund, pools);
  /** @type {Map<Pool, { paid: bigint, unused: bigint }>} */
  const results = new Map();
  /** @param {Pool} pool @param {Pool} [except] */
  const moneyOf = (pool, except) =>
    pools
      .filter((source) => source.overflow === pool.id && source !== except)
      .reduce((sum, source) => sum + check(source).unused, own.get(pool) ?? 0n);
  /** @param {Pool} pool @param {bigint} money */
  const pay = (pool, money) => {
    const paid = checkPool(money, pool, rowsOf.get(pool.id) ?? [], onFault);
    const result = { paid, unused: money - paid };
    results.set(pool, result);
    return result;
  };
  /** @param {Pool} pool @returns {{ paid: bigint, unused: bigint }} */
  const check = (pool) => {
    const known = results.get(pool);
    if (known) return known;
    const partner = findPartner(pool, pools);
    if (!partner) return pay(pool, moneyOf(pool));
    // The first of the two that cannot use all its money gives, and the other keeps the rest.
    const [first, second] = pools.indexOf(pool) < pools.indexOf(partner) ? [pool, partner] : [partner, pool];
    const money = moneyOf(first, second);
    const given = money - sumExpected(money, first, rowsOf.get(first.id) ?? []);
    const { unused } = pay(second, moneyOf(second, first) + given);
    pay(first, money + (given === 0n ? unused : 0n));
    return results.get(pool) ?? { paid: 0n, unused: 0n };
  };
  const lines = pools.map(
    (pool) =>
      `Pool ${pool.id}: ${rowsOf.get(pool.id)?.length ?? 0} claims, ${dollars(check(pool).paid)} paid or reserved.`,
  );
  const paid = [...results.values()].reduce((sum, result) => sum + result.paid, 0n);
  const total = `Net fund: ${dollars(netFund)}. Claims: ${claims}. Paid or reserved: ${dollars(paid)}. Residual: ${dollars(netFund - paid)}.`;
  return [...lines, total];
}

/**
 * Returns what the plan pays from this pool, or all its money when its floors are more.
 * @param {bigint} money
 * @param {Pool} pool
 * @param {readonly Row[]} rows
 */
function sumExpected(money, pool, rows) {
  try {
    return expectPayments(money, pool, rows).reduce((sum, cents) => sum + cents, 0n);
  } catch (error) {
    if (error instanceof PlanFault) return money;
    throw error;
  }
}

/**
 * Returns what the plan pays from this pool.
 * @param {bigint} money
 * @param {Pool} pool
 * @param {readonly Row[]} rows
 * @param {(fault: string) => void} onFault
 */
function checkPool(money, pool, rows, onFault) {
  for (const row of rows) checkLimits(pool, row, onFault);
  try {
    const expected = expectPayments(money, pool, rows);
    rows.forEach(({ line, claim, cents }, index) => {
      const right = expected[index] ?? 0n;
      if (cents !== right)
        onFault(`Line ${line}: claim ${claim} is paid ${dollars(cents)}. The plan gives ${dollars(right)}.`);
    });
    return expected.reduce((sum, cents) => sum + cents, 0n);
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error;
    onFault(error.message);
    return 0n;
  }
}

/**
 * Compares floor and cap with those that the plan states for the pool.
 * @param {Pool} pool
 * @param {Row} row
 * @param {(fault: string) => void} onFault
 */
function checkLimits({ id, minimum, floor, cap, capMultiple }, row, onFault) {
  const at = `Line ${row.line}: claim ${row.claim}`;
  if (row.cap !== undefined && row.cap < row.floor) onFault(`${at} has a cap below its floor.`);
  if (minimum !== undefined && row.floor > 0n) onFault(`${at} has a floor, and the pool ${id} has a minimum.`);
  if (floor === undefined && cap === undefined && capMultiple === undefined) return;
  const caps = [cap, capMultiple === undefined ? undefined : (row.weight * capMultiple) / multipleScale];
  const lowest = caps.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a));
  const least = [floor ?? 0n, lowest ?? floor ?? 0n].reduce((a, b) => (b < a ? b : a));
  /** @param {bigint | undefined} cents */
  const show = (cents) => (cents === undefined ? 'none' : dollars(cents));
  if (row.cap !== lowest) onFault(`${at} has the cap ${show(row.cap)}. The plan gives ${show(lowest)}.`);
  if (row.floor !== least) onFault(`${at} has the floor ${show(row.floor)}. The plan gives ${show(least)}.`);
}

/**
 * Finds the pool that overflows into this one, and this one into it.
 * @param {Pool} pool
 * @param {readonly Pool[]} pools
 */
function findPartner(pool, pools) {
  return pools.find((other) => other !== pool && other.id === pool.overflow && other.overflow === pool.id);
}

/**
 * Takes away pools that end outside, in one of two that overflow into each other, or in a pool that
 * was taken away. A circle is left.
 * @param {readonly Pool[]} pools
 */
function hasCircle(pools) {
  let rest = pools.filter((pool) => !findPartner(pool, pools));
  for (let length = -1; length !== rest.length;) {
    length = rest.length;
    const ids = rest.map(({ id }) => id);
    rest = rest.filter(({ overflow }) => overflow !== undefined && ids.includes(overflow));
  }
  return rest.length > 0;
}

/**
 * @param {bigint} netFund
 * @param {readonly Pool[]} pools
 * @returns {Map<Pool, bigint>}
 */
function splitFund(netFund, pools) {
  const [whole, shareOf] = [BigInt(wholeFund), (/** @type {Pool} */ { share }) => netFund * BigInt(share)];
  const money = new Map(pools.map((pool) => [pool, shareOf(pool) / whole]));
  const byRemainder = pools.toSorted((a, b) => {
    const difference = (shareOf(b) % whole) - (shareOf(a) % whole);
    return difference === 0n ? 0 : difference > 0n ? 1 : -1;
  });
  let missing = [...money.values()].reduce((rest, cents) => rest - cents, netFund);
  for (const pool of byRemainder) {
    if (missing <= 0n) break;
    money.set(pool, (money.get(pool) ?? 0n) + 1n);
    missing -= 1n;
  }
  return money;
}

/** @param {bigint} cents */
function dollars(cents) {
  const digits = String(cents).padStart(3, '0');
  return `$${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}
