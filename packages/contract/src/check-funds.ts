import { findCircle } from '@redress/allocation/check-plan';
import { nearestName } from '@redress/forms/nearest-name';
import { type Fund, type Pool, wholeFund } from './funds.ts';
import type { Settlement } from './settlement.ts';

const basisPointsPerPercent = 100;

/** Checks that every plan of allocation can be computed, and that it pays the claims of each form. */
export function checkFunds(settlement: Settlement): string[] {
  const { funds } = settlement;
  const problems = funds.flatMap((fund) => {
    const place = `funds.ts, fund "${fund.id}"`;
    // Funds that share their pools have the same mistakes in them.
    const first = funds.find(({ caseId, pools }) => caseId === fund.caseId && pools === fund.pools);
    return [
      ...[...checkIds(fund, funds, 'fund'), ...checkTitle(settlement, fund), ...checkFees(fund)].map(
        (problem) => `${place}: ${problem}.`,
      ),
      ...(first === fund ? checkPools(settlement, fund, place) : []),
    ];
  });
  // A misspelled pool also leaves a form without one.
  return problems.length > 0 ? problems : checkPoolsOfForms(settlement);
}

/** Courts award about a third. Less than one percent is a percentage where basis points belong. */
function checkFees({ feeAtMost }: Fund): string[] {
  const percent = feeAtMost / basisPointsPerPercent;
  if (feeAtMost === 0 || percent >= 1) return [];
  return [
    `"feeAtMost" is ${feeAtMost}, which is ${percent}% of the amount; for ${feeAtMost}%, write ${feeAtMost * basisPointsPerPercent}`,
  ];
}

function checkPools(settlement: Settlement, fund: Fund, place: string): string[] {
  if (fund.pools.length === 0) return [`${place}: "pools" is empty; add a pool.`];
  const share = fund.pools.reduce((sum, pool) => sum + pool.share, 0);
  return [
    ...(share === wholeFund
      ? []
      : [`${place}: the shares of its pools sum to ${share}, and must sum to ${wholeFund}, which is 100%.`]),
    ...fund.pools.flatMap((pool) =>
      checkPool(settlement, fund, pool).map((problem) => `${place}, pool "${pool.id}": ${problem}.`),
    ),
  ];
}

function checkPool(settlement: Settlement, fund: Fund, pool: Pool): string[] {
  const { floor, cap, minimum, floors, overflow } = pool;
  const others = fund.pools.filter((one) => one !== pool).map(({ id }) => id);
  return [
    ...checkIds(pool, fund.pools, 'pool of this fund'),
    ...checkTitle(settlement, pool),
    ...(floor !== undefined && cap !== undefined && cap < floor
      ? [`"cap" is ${cap}, which is less than its "floor" of ${floor}; raise the "cap" or lower the "floor"`]
      : []),
    ...(minimum !== undefined && cap !== undefined && cap < minimum
      ? [
          `"cap" is ${cap}, which is less than its "minimum" of ${minimum}, so no claim could be paid; raise the "cap" or lower the "minimum"`,
        ]
      : []),
    ...(floor !== undefined && minimum !== undefined
      ? ['it has a "floor" and a "minimum"; every payment reaches the floor, so remove one of them']
      : []),
    ...(floors !== undefined && floor === undefined
      ? ['it has "floors", but no "floor"; add a "floor", or remove "floors"']
      : []),
    ...(overflow === undefined || others.includes(overflow) ? [] : [explainOverflow(overflow, pool, others)]),
    ...explainCircle(fund, pool),
    ...checkClaims(settlement, fund, pool),
  ];
}

/** The allocation refuses circles, and then the plan is pinned. */
function explainCircle({ pools }: Fund, pool: Pool): string[] {
  const way = findCircle(pool, pools);
  const isFirst = pools.find(({ id }) => way.includes(id)) === pool;
  // A pool that names itself is explained with its overflow.
  if (way.length < 2 || !isFirst) return [];
  return [`"overflow" leads in a circle, from "${way.join('" to "')}" and back; remove it from one of them`];
}

function checkIds(one: Fund | Pool, all: readonly (Fund | Pool)[], what: string): string[] {
  return all.find(({ id }) => id === one.id) === one ? [] : [`another ${what} has this ID; change one of them`];
}

function checkTitle({ translations = {} }: Settlement, { title }: Fund | Pool): string[] {
  return translations.es && title.es === undefined ? [`"title" has no Spanish text; add es: '…' to it`] : [];
}

function explainOverflow(overflow: string, pool: Pool, others: readonly string[]): string {
  if (others.length === 0) return 'the fund has no other pool that "overflow" can name; remove it';
  const remedy = `write ${nearestName(overflow, others) ?? others.join(' or ')}`;
  return overflow === pool.id
    ? `"overflow" leads back to the pool itself; ${remedy}, or remove it`
    : `"overflow" is "${overflow}", which is no pool of this fund; ${remedy}`;
}

/** Checks that the pool has claims, and that each of their ranges has an amount. */
function checkClaims({ claimForms, review }: Settlement, fund: Fund, { id, weight }: Pool): string[] {
  const rules = [...new Set(claimForms.filter(({ caseId }) => caseId === fund.caseId).map((form) => form.id))].flatMap(
    (formId) => {
      const rule = review.recognized[formId];
      return rule ? [{ formId, rule }] : [];
    },
  );
  const ofPool = rules.filter(({ rule }) => rule.pool === id);
  if (ofPool.length === 0 && rules.length > 0) {
    const named = [...new Set(rules.map(({ rule }) => rule.pool))];
    return [
      `no claims belong to it, because review.ts names no such pool for the case "${fund.caseId}"; write ${nearestName(id, named) ?? named.join(' or ')}`,
    ];
  }
  if (weight === 'recognized-amount') return [];
  return ofPool.flatMap(({ formId, rule }) => {
    if (rule.rule !== 'range')
      return [
        `it has "amounts", and review.ts has no ranges for the form "${formId}"; write weight: 'recognized-amount'`,
      ];
    const [ranges, amounts] = [Object.keys(rule.ranges), Object.keys(weight.amounts)];
    return [
      ...ranges
        .filter((range) => !amounts.includes(range))
        .map((range) => `"amounts" lacks the range "${range}" of the form "${formId}"; add its amount`),
      ...amounts
        .filter((range) => !ranges.includes(range))
        .map((range) => `"amounts" has "${range}", which is no range of the form "${formId}"; correct or remove it`),
    ];
  });
}

/** Checks that some fund pays the claims of each form, if the case has one. */
function checkPoolsOfForms({ claimForms, funds, review }: Settlement): string[] {
  const cases = new Map(claimForms.map(({ id, caseId }) => [id, caseId]));
  return [...cases].flatMap(([formId, caseId]) => {
    const pools = funds.filter((fund) => fund.caseId === caseId).flatMap((fund) => fund.pools.map(({ id }) => id));
    const pool = review.recognized[formId]?.pool;
    if (pools.length === 0 || (pool !== undefined && pools.includes(pool))) return [];
    return pool === undefined
      ? [`review.ts: "recognized" has no rule for the form "${formId}", so no pool pays its claims; add one.`]
      : [
          `review.ts, recognized amounts of "${formId}": no fund of the case "${caseId}" has the pool "${pool}"; write ${nearestName(pool, pools) ?? [...new Set(pools)].join(' or ')}, or add the pool to funds.ts.`,
        ];
  });
}
