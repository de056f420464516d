import { weighClaim } from '@redress/contract/weigh-claim';
import { describe, expect, test } from 'vitest';
import { courtDocuments } from './documents/court-documents.ts';
import { facts } from './facts.ts';
import { funds } from './funds.ts';
import { settlement } from './settlement.ts';

const find = (id: string) => {
  const fund = funds.find((one) => one.id === id);
  if (!fund) throw new Error(`There is no fund ${id}`);
  return fund;
};
const weigh = (id: string, formId: string, caseId: string, dollars: number) =>
  weighClaim(find(id), settlement, { caseId, formId, recognized: BigInt(dollars) * 10_000n });

describe.each([
  ['2024', 25_500_000, '$25.5 million'],
  ['2025', 2_250_000, '$2.25 million'],
])('the published plan of allocation of %s', (year, amount, written) => {
  const fund = find(`brand-drug-${year}`);
  const published = courtDocuments.find(({ id }) => id === `plan-of-allocation-${year}`)?.source;
  if (published?.kind !== 'prose') throw new Error('The plan is no prose.');
  const plan = published.markdown;

  test('has the amount, the pools and the shares of the fund', () => {
    expect(fund.amount).toBe(amount);
    expect(plan).toContain(`**Settlement fund:** the ${written} that`);
    const rows = [...plan.matchAll(/^\| (.+ pool) \| (\d+)% \|/gm)].map(([, title, percent]) => [
      title,
      Number(percent),
    ]);
    expect(rows).toEqual([
      ['TPP pool', 78],
      ['Consumer pool', 22],
    ]);
    expect(fund.pools.map(({ title, share }) => [title.en, share / 100])).toEqual(rows);
  });

  test('says how each pool is divided, what drops out, and where the rest goes', () => {
    expect(plan).toContain('its own accepted qualifying spend, divided by the pool’s total');
    expect(plan).toContain('All such claims of a pool drop out at the same time.');
    expect(plan).toContain('What one pool does not use goes to the other pool.');
    for (const pool of fund.pools) {
      expect(pool).toMatchObject({ weight: 'recognized-amount', minimum: 5 });
      expect(pool).not.toHaveProperty('floor');
      expect(pool).not.toHaveProperty('cap');
      expect(fund.pools.find(({ id }) => id === pool.overflow)?.overflow).toBe(pool.id);
    }
  });

  test('allows fees of up to 34%, and no higher ones in its example', () => {
    expect(fund.feeAtMost).toBe(3_400);
    const [, fees = ''] = /^\| less fees .*\| \$([\d,]+) \|$/m.exec(plan) ?? [];
    expect(Number(fees.replaceAll(',', ''))).toBeLessThanOrEqual(amount * 0.34);
    expect(fees).not.toBe('');
  });
});

test('claims of consumers and payors count in both brand-drug funds, and nowhere else', () => {
  for (const id of ['brand-drug-2024', 'brand-drug-2025']) {
    expect(weigh(id, 'consumer', 'brand-drug', 500)).toEqual({ pool: 'consumers', weight: 5_000_000n, floor: 0n });
    expect(weigh(id, 'tpp', 'brand-drug', 300_000)).toMatchObject({ pool: 'third-party-payors' });
    expect(weigh(id, 'individual', 'savings-club', 500)).toBeUndefined();
  }
  expect(weigh('savings-club', 'consumer', 'brand-drug', 500)).toBeUndefined();
});

test.each([
  ['$1-$500', 250, 25n],
  ['$501-$1,000', 750, 75n],
  ['$1,001-$5,000', 3_000, 300n],
  ['$5,001-$9,999', 7_500, 750n],
  ['$10,000 or more', 10_000, 1_000n],
])('a savings-club claim of %s counts by its range, and is paid at most twice its amount', (range, paid, dollars) => {
  expect(facts.savingsClub.outOfPocketRanges).toContain(range);
  expect(weigh('savings-club', 'individual', 'savings-club', paid)).toEqual({
    pool: 'savings-club',
    weight: dollars * 10_000n,
    floor: 0n,
    cap: dollars * 200n,
  });
});
