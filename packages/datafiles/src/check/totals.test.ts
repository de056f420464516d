import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Group, type Sum, maxPlans } from '../report.ts';
import { checkOpenedFile } from './check-file.ts';
import { formatUnits } from '../../fixtures/sample-report.ts';
import { openedText, planHeaders, sampleRules } from '../../fixtures/sample-rules.ts';

function parseUnits(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals);
}
async function totalsOf(rows: readonly (readonly string[])[]) {
  const checked = await checkOpenedFile(openedText([planHeaders, ...rows], 50), { rules: sampleRules });
  return checked.outcome === 'checked' ? checked.report.purchases : undefined;
}

const row = fc.record({
  drug: fc.constantFrom('99999083321', '0008-0833-21', 'sample', 'unknown'),
  year: fc.constantFrom('2008', '2009', '2010', '2012'),
  state: fc.constantFrom('Arizona', 'NY', 'Ohio'),
  units: fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
  plan: fc.constantFrom('', 'Plan X', 'Plan Y'),
});

test('separates counted and faulty rows, and each list of groups adds up to the counted sum', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 120 }), async (rows) => {
      const totals = await totalsOf(
        rows.map(({ drug, year, state, units, plan }) => [
          'Fund A',
          drug,
          `12/01/${year}`,
          state,
          'Ohio',
          formatUnits(units),
          plan,
          '',
        ]),
      );
      const isCounted = ({ drug, year, state }: (typeof rows)[number]) =>
        drug !== 'unknown' && year !== '2012' && state !== 'Ohio';
      const sumOf = (some: typeof rows): Sum => ({
        rows: some.length,
        amount: formatUnits(some.reduce((sum, { units }) => sum + units, 0n)),
      });
      const counted = rows.filter(isCounted);
      expect(totals?.counted).toEqual(sumOf(counted));
      expect(totals?.faulty).toEqual(sumOf(rows.filter((one) => !isCounted(one))));
      expect(totals?.reversals).toEqual(sumOf(counted.filter(({ units }) => units < 0n)));
      expect(totals?.withoutPlan).toBe(counted.filter(({ plan }) => plan === '').length);
      for (const groups of [totals?.byState, totals?.byYear, totals?.byDrug, totals?.byPlan])
        expect(addGroups(groups ?? [])).toEqual(sumOf(counted));
      for (const name of ['Plan X', 'Plan Y'])
        expect(totals?.byPlan.find((group) => group.name === name) ?? { name, rows: 0, amount: '0.0000' }).toEqual({
          name,
          ...sumOf(counted.filter(({ plan }) => plan === name)),
        });
      const amounts = (totals?.byPlan ?? []).map(({ amount }) => parseUnits(amount));
      expect(amounts).toEqual([...amounts].sort((one, other) => (one > other ? -1 : one < other ? 1 : 0)));
    }),
    { numRuns: 60 },
  );
});
function addGroups(groups: readonly Group[]): Sum {
  return {
    rows: groups.reduce((sum, { rows }) => sum + rows, 0),
    amount: formatUnits(groups.reduce((sum, { amount }) => sum + parseUnits(amount), 0n)),
  };
}

test('lists groups with rows in the order of the rules', async () => {
  const totals = await totalsOf([
    ['Fund A', 'sample', '01/01/2010', 'NY', 'Ohio', '1', '', ''],
    ['Fund A', '0008-0833-21', '12/31/2008', 'Arizona', 'Ohio', '2', '', ''],
  ]);
  expect(totals?.byState.map(({ name }) => name)).toEqual(['Arizona', 'New York']);
  expect(totals?.byYear.map(({ name }) => name)).toEqual(['2008', '2010']);
  expect(totals?.byDrug.map(({ name }) => name)).toEqual(['Sample, 20 mg, bottle of 30', 'Sample']);
});

test('names the largest plans, and sums up the rest without a name', async () => {
  const many = maxPlans + 300;
  const totals = await totalsOf(
    Array.from({ length: many }, (_, index) => [
      'Fund A',
      'sample',
      '01/01/2010',
      'NY',
      'Ohio',
      `${index + 1}`,
      `Plan ${index + 1}`,
      '',
    ]),
  );
  expect(totals?.byPlan).toHaveLength(maxPlans + 1);
  expect(totals?.byPlan[0]).toEqual({ name: `Plan ${many}`, rows: 1, amount: `${many}.0000` });
  // 1 + 2 + … + 300.
  expect(totals?.byPlan[maxPlans]).toEqual({ name: '', rows: 300, amount: '45150.0000' });
});
