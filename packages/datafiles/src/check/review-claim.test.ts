import { describe, expect, test } from 'vitest';
import type { CheckedFile, DataReport, MembershipTotals } from '../report.ts';
import { purchaseTotals, reportWith } from '../../fixtures/sample-report.ts';
import { type ClaimFacts, reviewClaim } from './review-claim.ts';

const fileWith = (totals: Pick<DataReport, 'purchases' | 'membership'>): CheckedFile => ({
  outcome: 'checked',
  report: reportWith(totals),
});
function purchases(amount: string, plans: readonly string[] = ['Fund A'], withoutPlan = 0): CheckedFile {
  const byPlan = plans.map((name) => ({ name, rows: 1, amount }));
  return fileWith({ purchases: purchaseTotals(1, amount, { withoutPlan, byPlan }) });
}
function membership(plans: readonly string[] = ['Fund A']): CheckedFile {
  const totals: MembershipTotals = { rows: 1, counted: 1, byYear: [], byState: [], plans };
  return fileWith({ membership: totals });
}
const member: ClaimFacts = { filer: 'class-member', members: ['Fund A'], purchasesDueFrom: 300_000 };
const agent: ClaimFacts = { filer: 'agent', members: ['Fund A', 'Fund B'], purchasesDueFrom: 300_000 };
const none = { outcome: 'unreadable', reason: 'damaged' } as const;

describe('required data', () => {
  test('includes membership data for everyone', () => {
    expect(reviewClaim([], member).findings).toEqual([{ code: 'membership-due' }]);
    expect(reviewClaim([purchases('1.0000'), none], member).findings).toEqual([{ code: 'membership-due' }]);
    expect(reviewClaim([membership()], member).findings).toEqual([]);
  });

  test.each([
    ['300000', true],
    ['300000.0000', true],
    ['299999.9999', false],
    ['12345678901.5', true],
  ])('purchases with an amount of %s: %s', (amountClaimed, isDue) => {
    const { findings } = reviewClaim([membership()], { ...member, amountClaimed });
    expect(findings).toEqual(isDue ? [{ code: 'purchases-due' }] : []);
  });

  test('does not include purchases that were sent', () => {
    const facts = { ...member, amountClaimed: '300000' };
    expect(reviewClaim([membership(), purchases('300000.0000')], facts).findings).toEqual([]);
  });
});

describe('the claimed amount', () => {
  test('is compared with the exact sum of all files', () => {
    const files = [purchases('99999999999999999.9999'), purchases('0.0001'), purchases('-1.5000')];
    expect(reviewClaim(files, member).amount).toBe('99999999999999998.5000');
    expect(reviewClaim([membership()], member)).not.toHaveProperty('amount');
  });

  test.each([
    ['10.00', '10.0000', false],
    ['10', '10.0049', false],
    ['10', '10.0050', true],
    ['9.99', '10.0000', true],
    ['', '10.0000', false],
    ['abc', '10.0000', false],
  ])('claimed as %j, with data for %s, differs: %s', (amountClaimed, data, differs) => {
    const { findings } = reviewClaim([membership(), purchases(data)], { ...member, amountClaimed });
    expect(findings.some(({ code }) => code === 'amount-differs')).toBe(differs);
  });

  test('is reported with the sum of the data if they differ', () => {
    const { findings } = reviewClaim([membership(), purchases('7.5000')], { ...member, amountClaimed: '8' });
    expect(findings).toEqual([{ code: 'amount-differs', claimed: '8.0000', data: '7.5000' }]);
  });
});

describe('plans', () => {
  test('are missing if an agent of several class members names none', () => {
    const files = [
      membership(['Fund A', 'Fund B']),
      purchases('1.0000', ['Fund A'], 3),
      purchases('1.0000', ['Fund B'], 4),
    ];
    expect(reviewClaim(files, agent).findings).toEqual([{ code: 'plans-missing', rows: 7 }]);
    expect(reviewClaim(files, { ...agent, members: ['Fund A'] }).findings).toEqual([]);
    expect(reviewClaim(files, { ...member, members: [] }).findings).toEqual([]);
  });
});

describe('membership data', () => {
  test('is matched by names without capitals, spaces and punctuation', () => {
    const files = [membership(['FUND  A', 'fund-b, Inc.']), purchases('1.0000', ['Fund A', 'Fund B Inc'])];
    expect(reviewClaim(files, { ...agent, members: ['Fund A', 'Fund B, Inc'] }).findings).toEqual([]);
  });

  test('is missing for members of the form and plans with purchases, each reported once', () => {
    const files = [membership(['Fund A']), purchases('1.0000', ['Fund B', 'Fund C', ''])];
    expect(reviewClaim(files, agent).findings).toEqual([
      { code: 'members-without-membership', names: ['Fund B', 'Fund C'], count: 2 },
    ]);
  });

  test('of "Inc." and "LLC" differs', () => {
    const { findings } = reviewClaim([membership(['Fund A Inc'])], { ...member, members: ['Fund A LLC'] });
    expect(findings).toEqual([{ code: 'members-without-membership', names: ['Fund A LLC'], count: 1 }]);
  });

  test('of a class member need not repeat its name if purchases and membership name the same plans', () => {
    const files = [membership(['Fund A']), purchases('1.0000', ['Fund A'])];
    expect(reviewClaim(files, { ...member, members: ['The Fund A of Somewhere'] }).findings).toEqual([]);
  });

  test('reports the first twenty names and counts all', () => {
    const members = Array.from({ length: 45 }, (_, index) => `Fund ${index}`);
    const [finding] = reviewClaim([membership(['Other'])], { ...agent, members }).findings;
    expect(finding).toEqual({ code: 'members-without-membership', names: members.slice(0, 20), count: 45 });
  });
});
